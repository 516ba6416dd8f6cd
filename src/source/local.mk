# src/source: sources of events: trace, perf, ftrace, sample, output

noinst_LIBRARIES += src/source/libsource.a
src_source_libsource_a_SOURCES = \
	src/preload/heap_fit.c src/preload/heap_fit.h \
	src/source/buffered.c src/source/buffered.h src/source/capture_host.h \
	src/source/captured/bytes.c src/source/captured/captured.c \
	src/source/captured/captured.h src/source/captured/index.c \
	src/source/captured/newest.c src/source/captured/private.h \
	src/source/captured/scan.c \
	src/source/contents/bytes.c src/source/contents/capture.c \
	src/source/contents/capture.h src/source/contents/choose.c \
	src/source/contents/contents.c src/source/contents/contents.h \
	src/source/contents/hashes.c src/source/contents/hashes.h \
	src/source/contents/kinds.c src/source/contents/kinds.h \
	src/source/contents/layout.c src/source/contents/listen.c \
	src/source/contents/look.c \
	src/source/contents/look.h src/source/contents/pages.c \
	src/source/contents/peek.c src/source/contents/procs.c \
	src/source/contents/procs.h \
	src/source/contents/contention.c \
	src/source/contents/contention.h src/source/contents/stops.c \
	src/source/contents/written.c \
	src/source/everybody.c src/source/everybody.h src/source/fact.h \
	src/source/ftrace/available.c src/source/ftrace/calls.c \
	src/source/ftrace/compat.c src/source/ftrace/counters.c \
	src/source/ftrace/formats.c src/source/ftrace/ftrace.c \
	src/source/ftrace/ftrace.h src/source/ftrace/instance.c \
	src/source/ftrace/instance.h \
	src/source/ftrace/names.c src/source/ftrace/records.c \
	src/source/ftrace/rings.c src/source/ftrace/state.h \
	src/source/ftrace/tasks.c src/source/ftrace/emit.c \
	src/source/heap/apply.c src/source/heap/areas.c \
	src/source/heap/areas.h src/source/heap/chunk.c \
	src/source/heap/chunk.h src/source/heap/clock.c \
	src/source/heap/clock.h src/source/heap/heap.c \
	src/source/heap/heap_private.h src/source/heap/info.c \
	src/source/heap/live.c src/source/heap/live.h \
	src/source/heap/modules.c src/source/heap/modules.h \
	src/source/heap/order.c \
	src/source/heap/order.h src/source/heap/pool.c src/source/heap/pool.h \
	src/source/heap/process.h src/source/heap/procs.c \
	src/source/heap/readable.c src/source/heap/readable.h \
	src/source/heap/resident.c \
	src/source/heap/report.c src/source/heap/unwatched.c \
	src/source/list/list.c src/source/list/list.h \
	src/source/list/list_more.c src/source/list/list_private.h \
	src/source/output/emulator.c src/source/output/emulator.h \
	src/source/output/escapes.c src/source/output/escapes.h \
	src/source/output/output.c \
	src/source/perf/attributes.c src/source/perf/datafile.c \
	src/source/perf/datafile.h src/source/perf/datafile_private.h \
	src/source/perf/datafile_tell.c src/source/perf/events.c \
	src/source/perf/perf.c src/source/perf/perf.h \
	src/source/perf/records.c src/source/perf/state.h \
	src/source/perf/sums.c src/source/perf/sums.h src/source/perf/emit.c \
	src/source/places.c src/source/places.h src/source/region_name.c \
	src/source/region_name.h \
	src/source/sample/core/cgroup.c src/source/sample/core/cgroup.h \
	src/source/sample/core/group.c src/source/sample/core/group.h \
	src/source/sample/core/listen.c src/source/sample/core/listen_calls.c \
	src/source/sample/core/oom.c src/source/sample/core/oom.h \
	src/source/sample/core/procs.c src/source/sample/core/procs.h \
	src/source/sample/core/region.h \
	src/source/sample/core/round.c src/source/sample/core/sample.c \
	src/source/sample/core/sample.h src/source/sample/core/state.h \
	src/source/sample/core/system.c src/source/sample/core/task.h \
	src/source/sample/core/totals.c src/source/sample/core/totals.h \
	src/source/sample/core/usage.c src/source/sample/core/usage.h \
	src/source/sample/files/disk.c src/source/sample/files/disk.h \
	src/source/sample/files/files.c src/source/sample/files/files.h \
	src/source/sample/files/leaving.c src/source/sample/files/leaving.h \
	src/source/sample/maps/map_check.c src/source/sample/maps/map_check.h \
	src/source/sample/maps/classify.c src/source/sample/maps/classify.h \
	src/source/sample/maps/details.c src/source/sample/maps/diff.c \
	src/source/sample/maps/diff.h src/source/sample/maps/edits.c \
	src/source/sample/maps/edits.h src/source/sample/maps/identity.c \
	src/source/sample/maps/identity.h src/source/sample/maps/job.h \
	src/source/sample/maps/parse.c src/source/sample/maps/patch.c \
	src/source/sample/maps/quiet.c src/source/sample/maps/quiet.h \
	src/source/sample/maps/read.c src/source/sample/maps/regions.c \
	src/source/sample/maps/space.c src/source/sample/maps/space.h \
	src/source/sample/maps/space_private.h \
	src/source/sample/maps/vmflags.c src/source/sample/maps/vmflags.h \
	src/source/sample/owner/origin.c src/source/sample/owner/origin.h \
	src/source/sample/owner/origin_job.c \
	src/source/sample/owner/origin_private.h \
	src/source/sample/owner/memscan.c src/source/sample/owner/memscan.h \
	src/source/sample/owner/memscan_job.c \
	src/source/sample/owner/memscan_job.h src/source/sample/owner/job.h \
	src/source/sample/owner/owners.c \
	src/source/sample/owner/owners.h \
	src/source/sample/owner/symbol.c src/source/sample/owner/symbol.h \
	src/source/sample/pages/binner.c src/source/sample/pages/binner.h \
	src/source/sample/pages/detail.c src/source/sample/pages/extents.c \
	src/source/sample/pages/family.c src/source/sample/pages/hugetlb.c \
	src/source/sample/pages/hugetlb.h src/source/sample/pages/job.h \
	src/source/sample/pages/pages.h src/source/sample/pages/picture.c \
	src/source/sample/pages/strip.c \
	src/source/sample/pages/strip.h src/source/sample/pages/strip_cache.c \
	src/source/sample/pages/strip_pages.c \
	src/source/sample/pages/strip_private.h \
	src/source/sample/pages/strip_tell.c src/source/sample/pages/tally.c \
	src/source/sample/pages/tally.h \
	src/source/sample/writes/softlook.c \
	src/source/sample/writes/softlook.h \
	src/source/sample/writes/unregister.c \
	src/source/sample/writes/unregister.h \
	src/source/sample/writes/writecall.c \
	src/source/sample/writes/writecall.h \
	src/source/sample/writes/writelook.c \
	src/source/sample/writes/writelook.h \
	src/source/sample/writes/writes.c src/source/sample/writes/writes.h \
	src/source/source.c src/source/source.h \
	src/source/stack/restrict.c src/source/stack/restrict.h \
	src/source/stack/caller.c src/source/stack/caller.h \
	src/source/stack/frames.c src/source/stack/image.c \
	src/source/stack/lines.c src/source/stack/modules.c \
	src/source/stack/names.c src/source/stack/names.h \
	src/source/stack/names_job.c src/source/stack/nowhere.c \
	src/source/stack/private.h src/source/stack/stack.c \
	src/source/stack/stack.h src/source/stack/symbol.c \
	src/source/stack/symbol.h \
	src/source/target.h \
	src/source/trace/attach/alarm.c src/source/trace/attach/may_attach.h \
	src/source/trace/attach/attach.c src/source/trace/attach/attach.h \
	src/source/trace/attach/creator.c src/source/trace/attach/detach.c \
	src/source/trace/attach/launch.c src/source/trace/attach/new_tasks.c \
	src/source/trace/attach/pending.c src/source/trace/attach/refuse.c \
	src/source/trace/attach/signal.c \
	src/source/trace/attach/roots.c src/source/trace/attach/new_leader.c \
	src/source/trace/attach/untraced.c \
	src/source/trace/calls/backtrace.c src/source/trace/calls/callers.c \
	src/source/trace/calls/calls.c src/source/trace/calls/calls.h \
	src/source/trace/calls/catch.c src/source/trace/calls/catches.h \
	src/source/trace/calls/debugger.c \
	src/source/trace/calls/filter.c src/source/trace/calls/filter.h \
	src/source/trace/calls/init_fault.c src/source/trace/calls/limits.c \
	src/source/trace/calls/limits.h src/source/trace/calls/needed.c \
	src/source/trace/calls/needed.h src/source/trace/calls/repair.c \
	src/source/trace/calls/seccomp.c src/source/trace/calls/signals.c \
	src/source/trace/calls/step.c \
	src/source/trace/core/snapshot.c src/source/trace/core/announce.c \
	src/source/trace/core/arch-aarch64.c src/source/trace/core/arch-x86.c \
	src/source/trace/core/arch.h src/source/trace/core/drain.c \
	src/source/trace/core/share.c src/source/trace/core/status.c \
	src/source/trace/core/stop.c src/source/trace/core/stop.h \
	src/source/trace/core/stops.c src/source/trace/core/tick.c \
	src/source/trace/core/trace.c src/source/trace/core/trace.h \
	src/source/trace/core/tracee.c src/source/trace/core/tracee.h \
	src/source/trace/core/tracer.c src/source/trace/core/tracer.h \
	src/source/trace/core/tracer_state.h src/source/trace/core/wave.c \
	src/source/trace/keep/emergency.c src/source/trace/keep/guard.c \
	src/source/trace/keep/guard.h src/source/trace/keep/keep.c \
	src/source/trace/keep/keep.h \
	src/source/trace/memory/alone.c src/source/trace/memory/leaving.c \
	src/source/trace/memory/memory.h src/source/trace/memory/present.c \
	src/source/trace/memory/remote.c src/source/trace/memory/vector.c \
	src/source/trace/track/inject.c src/source/trace/track/inject.h \
	src/source/trace/track/place.c src/source/trace/track/track.c \
	src/source/trace/track/track.h \
	src/source/wants.h
