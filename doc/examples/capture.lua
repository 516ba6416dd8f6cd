-- What of mapped memory is captured, for `mmtop --save-mmap': a part of what
-- belongs into ~/.config/mmtop/config.lua; see mmtop-config(5).
--
-- Of the file /tmp/file, where a program maps it whose name ends in write_track,
-- 8192 bytes from offset 6000 on; nothing of what was mapped with a length of 128
-- bytes; nothing of any other file; all other memory as a whole.
function mmap_filter(region)
	local file = region.descriptor

	if file and file.path == "/tmp/file" and
	   ends(region.process.executable, "write_track") then
		return { offset = 6000, size = 8192 }
	end
	if region.length == 128 then
		return false
	end
	return not file
end
