// Samples by timers of threads: of this process, and the text of what is loaded into others.
#ifndef CSAMPLING_H
#define CSAMPLING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The source of `libhamon-timers.so`, with a zero after it.
const unsigned char *csampling_timer_source(void);

/// Finds the functions that await the one of an asynchronous context of Swift's: each context has its caller's, and where that resumes.
///
/// The addresses are one byte behind where these functions resume, as a caller's is behind its call, and the last is 0 if there are more
/// than fit.
///
/// Source: include/swift/ABI/Task.h of swiftlang/swift, `AsyncContext`.
///
/// Returns their number; SIZE_MAX if there is no such context.
size_t csampling_awaiting(pid_t process, uint64_t context, uint64_t *addresses, size_t capacity);

/// A thread of this process that is sampled by a timer on its CPU clock.
struct csampling_thread;

/// Samples a thread of this process each time that it has run for a period, in nanoseconds, in records of perf_event_open(2) with an event
/// number; returns NULL if it can't. The handler of SIGPROF stays for the rest of the process, and passes others' signals on.
struct csampling_thread *csampling_begin(pid_t thread, uint64_t period, uint64_t event);

/// Moves its records to a buffer with room for a ring; returns their size in bytes. `lost` is how many had no room since the last time.
size_t csampling_read(struct csampling_thread *sampler, void *buffer, uint64_t *lost);

/// Whether it has ended, also where a new one has its number.
bool csampling_has_ended(struct csampling_thread *sampler);

/// Stops its timer.
void csampling_stop(struct csampling_thread *sampler);

/// Gives it to other threads, once stopped and read.
void csampling_end(struct csampling_thread *sampler);

#endif
