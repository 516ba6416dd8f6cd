-- SPDX-License-Identifier: GPL-3.0-or-later
-- Decoders in mmtop's config.lua, one of each kind; see mmtop-config(5).

decoders = {
	-- A struct, as C lays it out.
	{ name = "queue", region = "^/dev/shm/",
	  layout = {
		"sem free", "sem used", "sem lock",
		"u32 head", "u32 tail",
		"char letters[5]",
	  } },

	-- A function of the bytes: how full they are.
	{ name = "fill", lua = function(raw, region, frame)
		local zeros = select(2, raw:gsub("\0", ""))

		return {
			{ "bytes", #raw },
			{ "not zero", #raw - zeros },
			{ "not known", frame.unknown },
		}
	  end },

	-- A script in a file: queue.lua beside this one.
	{ name = "letters", lua = "queue.lua" },

	-- A program that reads them.
	{ name = "hex", command = { "xxd", "-g1" } },
}

-- Beside the editor, which has them as hex.
open_with = {
	{ name = "less", command = { "less", "%s" } },
}
