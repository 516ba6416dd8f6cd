-- Selects the mapped memory that `mmtop --save-mmap' captures.  Put this into
-- ~/.config/mmtop/config.lua; see mmtop-config(5).
--
-- If the name of the program ends in write_track, mmtop captures 8192 bytes of
-- /tmp/file, from offset 6000 on.  It captures no mapping made with a length of
-- 128 bytes, no other file, and all other memory as a whole.
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
