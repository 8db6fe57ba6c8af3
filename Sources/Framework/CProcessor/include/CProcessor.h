// What Swift can't express: three instructions, two clocks that need no system call, the futex, and a number per thread.
#ifndef CPROCESSOR_H
#define CPROCESSOR_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/// A number unique among living threads, never 0 and always even. One register read, where pthread_self() is a call.
static inline __attribute__((always_inline)) uintptr_t cprocessor_thread_identity(void) {
  return (uintptr_t)__builtin_thread_pointer();
}

/// Tells the processor that this is a spin loop: it yields to its sibling thread for 10 to 50 ns.
static inline __attribute__((always_inline)) void cprocessor_relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  __asm__ volatile("yield");
#endif
}

/// Prefetches the memory at an address for writing. Any address will do; nothing is read.
static inline __attribute__((always_inline)) void cprocessor_prefetch(const void *_Nullable address) {
  __builtin_prefetch(address, 1);
}

/// The time since some moment in nanoseconds, as of the kernel's last tick (every 1 to 10 ms). Takes 3 ns, an eighth of the exact time.
static inline uint64_t cprocessor_coarse_time(void) {
  struct timespec time;
#if defined(CLOCK_MONOTONIC_COARSE)
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
#else
  clock_gettime(CLOCK_MONOTONIC, &time);
#endif
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/// The time since some moment in nanoseconds. Takes about 25 ns.
static inline uint64_t cprocessor_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/// Sleeps until another thread wakes the sleepers at this address, or the nanoseconds have passed; doesn't sleep if the number there isn't
/// the expected one. May wake spuriously.
void cprocessor_futex_wait(const void *_Nonnull address, uint32_t expected, uint64_t nanoseconds);

/// Wakes the thread that has slept longest at this address.
void cprocessor_futex_wake_one(const void *_Nonnull address);

/// How many stores are calling foreign code on this thread: listeners and interceptors.
extern __thread int cprocessor_callout_depth;

/// Records that a store begins to call foreign code on this thread.
static inline void cprocessor_begin_callout(void) { cprocessor_callout_depth++; }

/// Records that it has ended.
static inline void cprocessor_end_callout(void) { cprocessor_callout_depth--; }

/// Whether a store calls foreign code further up the stack of this thread.
static inline bool cprocessor_is_in_callout(void) { return cprocessor_callout_depth != 0; }

#endif
