-- SPDX-License-Identifier: GPL-3.0-or-later
-- A decoder for mmtop: a queue of letters in shared memory, with semaphores
-- that count what is free and used and guard the rest. In C:
--
--	struct {
--		sem_t free, used, lock;
--		uint32_t head, tail;
--		char letters[5];
--	};
--
-- Put it into ~/.config/mmtop/decoders, or name it in config.lua:
--
--	decoders = { { name = "queue", lua = "queue.lua" } }

-- sem_t of glibc in a 64-bit program: the value in 32 bits, and in 32 more how
-- many wait for it; 32 bytes in all.
local function semaphore(at)
	local value, waiters = string.unpack("I4I4", raw, at + 1)

	if waiters > 0 then
		return string.format("%d, %d waiting", value, waiters)
	end
	return value
end

local head, tail, letters = string.unpack("I4I4c5", raw, 97)
local queued = {}

-- From head on, as many as are used.
for i = head, head + math.min(string.unpack("I4", raw, 33), 5) - 1 do
	queued[#queued + 1] = letters:sub(i % 5 + 1, i % 5 + 1)
end

result = {
	{ "free", semaphore(0) },
	{ "used", semaphore(32) },
	{ "lock", semaphore(64) },
	{ "head", head },
	{ "tail", tail },
	{ "letters", letters },
	{ "queued", table.concat(queued) },
}
