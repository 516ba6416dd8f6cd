# src/source: where events come from: trace, perf, ftrace, sample, output

noinst_LIBRARIES += src/source/libsource.a
src_source_libsource_a_SOURCES = \
	src/source/buffered.c src/source/buffered.h \
	src/source/contents/bytes.c \
	src/source/contents/capture.c src/source/contents/capture.h \
	src/source/contents/choose.c \
	src/source/contents/contents.c src/source/contents/contents.h \
	src/source/contents/hashes.c src/source/contents/hashes.h \
	src/source/contents/kinds.c src/source/contents/kinds.h \
	src/source/contents/layout.c src/source/contents/listen.c \
	src/source/contents/look.c \
	src/source/contents/pages.c src/source/contents/peek.c \
	src/source/contents/procs.c src/source/contents/rivals.c \
	src/source/contents/stops.c \
	src/source/contents/written.c \
	src/source/ftrace/state.h \
	src/preload/heap_fit.c src/preload/heap_fit.h \
	src/source/heap/apply.c \
	src/source/heap/areas.c src/source/heap/areas.h \
	src/source/heap/chunk.c src/source/heap/chunk.h \
	src/source/heap/clock.c src/source/heap/clock.h \
	src/source/heap/heap.c src/source/heap/heap_private.h \
	src/source/heap/info.c \
	src/source/heap/live.c src/source/heap/live.h \
	src/source/heap/modules.c src/source/heap/modules.h \
	src/source/heap/order.c \
	src/source/heap/pool.c src/source/heap/pool.h \
	src/source/heap/resident.c src/source/heap/state.h \
	src/source/heap/readable.c src/source/heap/readable.h \
	src/source/heap/tell.c src/source/heap/unwatched.c \
	src/source/list/list.c src/source/list/list.h \
	src/source/list/list_more.c src/source/list/list_private.h \
	src/source/output/emulator.c src/source/output/emulator.h \
	src/source/output/escapes.c src/source/output/escapes.h \
	src/source/output/output.c \
	src/source/perf/asked.c \
	src/source/perf/datafile.c src/source/perf/datafile.h \
	src/source/perf/datafile_private.h src/source/perf/datafile_tell.c \
	src/source/perf/events.c \
	src/source/perf/perf.c src/source/perf/perf.h \
	src/source/perf/records.c src/source/perf/tell.c \
	src/source/perf/state.h \
	src/source/perf/sums.c src/source/perf/sums.h \
	src/source/sample/binner.c src/source/sample/binner.h \
	src/source/sample/cgroup.c src/source/sample/cgroup.h \
	src/source/sample/oom.c src/source/sample/oom.h \
	src/source/sample/claims.c src/source/sample/claims.h \
	src/source/sample/asked.c src/source/sample/asked.h \
	src/source/sample/asked_job.c src/source/sample/asked_private.h \
	src/source/sample/classify.c src/source/sample/classify.h \
	src/source/sample/detail.c src/source/sample/picture.c \
	src/source/sample/family.c \
	src/source/sample/details.c \
	src/source/sample/disk.c src/source/sample/disk.h \
	src/source/sample/diff.c src/source/sample/diff.h \
	src/source/sample/holds.c src/source/sample/holds.h \
	src/source/sample/holds_job.c src/source/sample/holds_job.h \
	src/source/sample/owners.c src/source/sample/owners.h \
	src/source/sample/extents.c \
	src/source/sample/files.c src/source/sample/files.h \
	src/source/sample/hugetlb.c src/source/sample/hugetlb.h \
	src/source/sample/identity.c src/source/sample/identity.h \
	src/source/sample/leaving.c src/source/sample/leaving.h \
	src/source/sample/listen.c src/source/sample/listen_calls.c \
	src/source/sample/procs.c \
	src/source/sample/quiet.c src/source/sample/quiet.h \
	src/source/sample/round.c \
	src/source/sample/sample.c src/source/sample/sample.h \
	src/source/sample/sample_state.h \
	src/source/sample/edits.c src/source/sample/edits.h \
	src/source/sample/patch.c \
	src/source/sample/regions.c \
	src/source/sample/softlook.c src/source/sample/softlook.h \
	src/source/sample/space.c src/source/sample/space_private.h \
	src/source/sample/space_parse.c src/source/sample/space_read.c \
	src/source/sample/strip.c src/source/sample/strip.h \
	src/source/sample/strip_cache.c src/source/sample/strip_pages.c \
	src/source/sample/strip_private.h src/source/sample/strip_tell.c \
	src/source/sample/system.c \
	src/source/sample/unregister.c src/source/sample/unregister.h \
	src/source/sample/usage.c \
	src/source/sample/tally.c src/source/sample/tally.h \
	src/source/sample/totals.c src/source/sample/totals.h \
	src/source/sample/vmflags.c src/source/sample/vmflags.h \
	src/source/sample/writecall.c src/source/sample/writecall.h \
	src/source/sample/writelook.c src/source/sample/writelook.h \
	src/source/sample/writes.c src/source/sample/writes.h \
	src/source/places.c src/source/places.h \
	src/source/region_name.c src/source/region_name.h \
	src/source/everybody.c src/source/everybody.h \
	src/source/capture_host.h src/source/fact.h \
	src/source/source.c src/source/source.h \
	src/source/wants.h \
	src/source/target.h \
	src/source/stack/caller.c src/source/stack/caller.h \
	src/source/stack/names.c src/source/stack/names.h \
	src/source/stack/names_job.c \
	src/source/stack/symbol.c src/source/stack/symbol.h \
	src/source/stack/stack.c src/source/stack/stack.h \
	src/source/trace/again.c \
	src/source/trace/alarm.c \
	src/source/trace/alone.c \
	src/source/trace/announce.c \
	src/source/trace/arch-aarch64.c \
	src/source/trace/arch-x86.c \
	src/source/trace/arch.h \
	src/source/trace/ask.h \
	src/source/trace/attach.c \
	src/source/trace/backtrace.c \
	src/source/trace/callers.c src/source/trace/calls.c \
	src/source/trace/catch.c \
	src/source/trace/debugger.c \
	src/source/trace/detach.c \
	src/source/trace/drain.c \
	src/source/trace/tick.c \
	src/source/trace/emergency.c \
	src/source/trace/filter.c src/source/trace/filter.h \
	src/source/trace/guard.c src/source/trace/guard.h \
	src/source/trace/init_fault.c \
	src/source/trace/inject.c src/source/trace/inject.h \
	src/source/trace/keep.c \
	src/source/trace/needed.c src/source/trace/needed.h \
	src/source/trace/creator.c \
	src/source/trace/newcomers.c \
	src/source/trace/launch.c \
	src/source/trace/leaving.c src/source/trace/vector.c \
	src/source/trace/pending.c \
	src/source/trace/present.c \
	src/source/trace/refuse.c \
	src/source/trace/remote.c \
	src/source/trace/limits.c src/source/trace/limits.h \
	src/source/trace/repair.c \
	src/source/trace/roots.c \
	src/source/trace/seccomp.c \
	src/source/trace/share.c \
	src/source/trace/signals.c \
	src/source/trace/status.c \
	src/source/trace/step.c \
	src/source/trace/stop.c src/source/trace/stop.h \
	src/source/trace/stops.c \
	src/source/trace/succeed.c \
	src/source/trace/trace.c src/source/trace/trace.h \
	src/source/trace/tracee.c src/source/trace/tracee.h \
	src/source/trace/tracer.c src/source/trace/tracer.h \
	src/source/trace/tracer_state.h \
	src/source/trace/track.c src/source/trace/track.h \
	src/source/trace/track_place.c \
	src/source/trace/untraced.c \
	src/source/trace/wave.c \
	src/source/stack/apart.c src/source/stack/apart.h \
	src/source/stack/frames.c \
	src/source/stack/image.c \
	src/source/stack/lines.c \
	src/source/stack/modules.c \
	src/source/stack/nowhere.c \
	src/source/stack/private.h \
	src/source/ftrace/asked.c \
	src/source/ftrace/calls.c \
	src/source/ftrace/compat.c \
	src/source/ftrace/counters.c \
	src/source/ftrace/formats.c \
	src/source/ftrace/ftrace.c src/source/ftrace/ftrace.h \
	src/source/ftrace/instance.c \
	src/source/ftrace/names.c \
	src/source/ftrace/records.c \
	src/source/ftrace/rings.c \
	src/source/ftrace/tasks.c \
	src/source/ftrace/tell.c \
	src/source/captured/bytes.c \
	src/source/captured/captured.c src/source/captured/captured.h \
	src/source/captured/index.c \
	src/source/captured/newest.c \
	src/source/captured/private.h \
	src/source/captured/scan.c
