// Samples of a thread by a timer on its CPU clock: in programs that load ThreadTimers.c, and in this process (ThreadSampling.c).
//
// It is safe in a handler of signals: it calls nothing but the clock and the kernel, takes no lock, and uses no memory but its stack.
#ifndef TIMED_SAMPLES_H
#define TIMED_SAMPLES_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <linux/perf_event.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

enum {
  ring_pages = 64,
  /// Maximum of addresses in a stack, as in the kernel's.
  stack_depth = 127,
  /// Maximum of words in a stack that are tried as contexts, each by a call of the kernel, which takes a microsecond or two.
  most_tries = 24,
};
/// Before and behind the functions that await a task; between the two if they are those of the frame before.
static const uint64_t task_mark = UINT64_MAX, same_task = 1;

// MARK: - Stacks

/// An address without the bits of ARM's pointer authentication.
static inline uintptr_t stripped(uintptr_t address) {
#if defined(__aarch64__)
  return address & 0x0000ffffffffffff;
#else
  return address;
#endif
}

/// Copies memory of a process, which may be gone; whether it was there.
static inline bool copies(pid_t process, uintptr_t address, void *words, size_t size) {
  const struct iovec local = {words, size}, remote = {(void *)address, size};
  return syscall(SYS_process_vm_readv, process, &local, 1ul, &remote, 1ul, 0ul) == (long)size;
}

/// Whether a number can be the address of an asynchronous context.
static inline bool may_be_context(uintptr_t address) {
  return address % 16 == 0 && address >= 4096 && (uint64_t)address >> 56 == 0;
}

/// What `csampling_awaiting` says.
static inline size_t find_awaiting(pid_t process, uintptr_t context, uint64_t *addresses, size_t capacity) {
  size_t count = 0;
  while (count + 1 < capacity) {
    uintptr_t words[2];
    // Contexts are on no stack, and this may be none: so the kernel copies them.
    if (!may_be_context(context) || !copies(process, context, words, sizeof words)) return SIZE_MAX;
    const uintptr_t resuming = stripped(words[1]);
    if (resuming < 4096 || words[0] == context) return SIZE_MAX;
    // The first one of its task goes on in the runtime.
    if (words[0] == 0) return count;
    // A function resumes at its beginning, and readers look one byte before an address.
    addresses[count++] = resuming + 1;
    context = words[0];
  }
  addresses[count++] = 0;
  return count;
}

/// What is known of a stack.
struct known_stack {
  pid_t process;
  /// Where it is; 0 if that is unknown: then the kernel copies what is read of it.
  uintptr_t low, high;
  /// Functions whose frames are left out.
  const char *hidden, *hidden_end;
};

/// Where a thread is.
struct place {
  uintptr_t code, frame, stack;
};

static inline struct place place_of(const ucontext_t *context) {
#if defined(__x86_64__)
  const greg_t *registers = context->uc_mcontext.gregs;
  return (struct place){(uintptr_t)registers[REG_RIP], (uintptr_t)registers[REG_RBP], (uintptr_t)registers[REG_RSP]};
#elif defined(__aarch64__)
  return (struct place){context->uc_mcontext.pc, context->uc_mcontext.regs[29], context->uc_mcontext.sp};
#else
  (void)context;
  return (struct place){0, 0, 0};
#endif
}

/// Asynchronous functions have their context below their frame record, and nothing tells which functions these are: so each such word is
/// tried, and who reads the samples knows of which functions it counts.
static inline unsigned follow_frames(const struct known_stack *known, struct place place, uint64_t *addresses) {
  // Frame pointers may have a mark of that.
  const uintptr_t asynchronous = (uintptr_t)1 << 60;
  unsigned count = 0, frames = 1, room = stack_depth, tries = 0;
  addresses[count++] = place.code;
  // The end of another stack than the thread's own, a signal's or a coroutine's, is unknown.
  if (known->high > 0 && (place.stack < known->low || place.stack >= known->high)) return count;
  uintptr_t frame = place.frame, inner = place.stack, tried = 0, followed = 0;
  while (frames < stack_depth && frame % sizeof(uintptr_t) == 0 && frame >= inner) {
    // What is below the record, if that is of the frame, and the record.
    uintptr_t words[3] = {0};
    const size_t first = frame > place.stack ? 0 : 1, size = sizeof words - first * sizeof *words;
    const uintptr_t begin = frame + 2 * sizeof *words - size;
    if (known->high == 0) {
      if (!copies(known->process, begin, words + first, size)) break;
    } else {
      if (frame > known->high - 2 * sizeof *words) break;
      memcpy(words + first, (const void *)begin, size);
    }
    const uintptr_t context = words[0], caller = stripped(words[2]);
    if (caller < 4096) break;
    // Registers that several functions save may be the same in all of them. Two tasks on one stack are too rare to look further.
    const bool is_same = context != 0 && context == followed;
    const bool is_new = followed == 0 && tries < most_tries && context != tried && may_be_context(context) &&
                        (context < known->low || context >= known->high);
    if ((is_same || is_new) && room > 4) {
      uint64_t *awaiting = addresses + count + 1;
      size_t found = 1;
      if (is_same) {
        *awaiting = same_task;
      } else {
        tries++;
        found = find_awaiting(known->process, context, awaiting, room - 2);
      }
      if (found == SIZE_MAX) {
        tried = context;
      } else {
        addresses[count] = awaiting[found] = task_mark;
        count += (unsigned)found + 2;
        room -= (unsigned)found + 2;
        // One without callers is a weak proof.
        if (found > 0) followed = context;
      }
    }
    if (caller < (uintptr_t)known->hidden || caller >= (uintptr_t)known->hidden_end) {
      addresses[count++] = caller;
      frames++;
    }
    inner = frame + 2 * sizeof *words;
    frame = words[1] & ~asynchronous;
  }
  return count;
}

// MARK: - Samples

/// In the form of perf_event_open(2), up to the copy of the stack.
struct timed_sample {
  struct perf_event_header header;
  uint64_t event, code;
  uint32_t process, thread;
  uint64_t time, processor, period, count;
  uint64_t rest[2 * stack_depth + 9];
};

static inline uint64_t clock_time(clockid_t clock) {
  struct timespec time;
  if (clock_gettime(clock, &time) != 0) return 0;
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static inline size_t page_size(void) { return (size_t)sysconf(_SC_PAGESIZE); }
static inline size_t ring_size(void) { return (ring_pages + 1) * page_size(); }

/// Adds a record of several pieces to a ring, or counts that there was no room. Called only by the thread of the ring, while no other can be
/// added.
static inline void put_pieces(char *ring, const struct iovec *pieces, unsigned piece_count, uint64_t *lost) {
  struct perf_event_mmap_page *page = (struct perf_event_mmap_page *)ring;
  char *data = ring + page_size();
  const size_t capacity = ring_pages * page_size();
  size_t size = 0;
  for (unsigned index = 0; index < piece_count; index++) size += pieces[index].iov_len;
  const uint64_t head = page->data_head;
  const uint64_t tail = __atomic_load_n(&page->data_tail, __ATOMIC_ACQUIRE);
  if (head - tail > capacity || size > capacity - (head - tail)) {
    __atomic_fetch_add(lost, 1, __ATOMIC_RELAXED);
    return;
  }
  size_t start = (size_t)(head % capacity);
  for (unsigned index = 0; index < piece_count; index++) {
    const char *piece = pieces[index].iov_base;
    const size_t length = pieces[index].iov_len;
    const size_t first = length < capacity - start ? length : capacity - start;
    memcpy(data + start, piece, first);
    memcpy(data, piece + first, length - first);
    start = (start + length) % capacity;
  }
  __atomic_store_n(&page->data_head, head + size, __ATOMIC_RELEASE);
}

/// Adds a filled sample of so many bytes, and the copy of the stack with how much of that there was.
static inline void put_sample(
    char *ring, struct timed_sample *sample, size_t size, void *copy, size_t copied, uint64_t found, uint64_t *lost) {
  const struct iovec pieces[] = {{sample, size}, {copy, copied}, {&found, copied > 0 ? sizeof found : 0}};
  sample->header.size = (uint16_t)(size + copied + pieces[2].iov_len);
  put_pieces(ring, pieces, 3, lost);
}

/// Fills a sample of the calling thread but for its size, thread, event and period.
///
/// Returns its size without the copy of the stack, of which it says that so many bytes follow.
static inline size_t fill_sample(
    struct timed_sample *sample, const struct known_stack *known, const ucontext_t *context, size_t copied) {
  const struct place place = place_of(context);
  sample->header = (struct perf_event_header){PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER, 0};
  sample->code = place.code;
  sample->process = (uint32_t)known->process;
  sample->time = clock_time(CLOCK_MONOTONIC);
  sample->processor = (uint64_t)(unsigned)sched_getcpu();
  size_t words = sample->count = follow_frames(known, place, sample->rest);
#if defined(__x86_64__)
  // As in the kernel's samples: the registers that functions keep for their callers, and the size of the copied part of the stack.
  static const int kept[] = {REG_RBX, REG_RBP, REG_RSP, REG_R12, REG_R13, REG_R14, REG_R15};
  sample->rest[words++] = PERF_SAMPLE_REGS_ABI_64;
  for (size_t index = 0; index < sizeof kept / sizeof kept[0]; index++) {
    sample->rest[words++] = (uint64_t)context->uc_mcontext.gregs[kept[index]];
  }
  sample->rest[words++] = copied;
#else
  (void)copied;
#endif
  return offsetof(struct timed_sample, rest) + 8 * words;
}

/// How many periods a sample of the calling thread stands for, so that all of them together give its running time, up to a period.
///
/// `told` is its running time when the timer was started, plus the time that its samples have accounted for since, in nanoseconds. The first
/// stands for one; a thread shorter than a period has it with a probability of its time divided by the period. A thread that a tick takes
/// off its processor is also seen at its last moment each time, so that not every sample counts; and a missed tick is made up for.
static inline uint64_t periods_to_tell(uint64_t *told, uint64_t period) {
  const uint64_t due = clock_time(CLOCK_THREAD_CPUTIME_ID) + period;
  const uint64_t untold = due > *told ? due - *told : 0;
  uint64_t periods = 1;
  if (untold < period / 2) periods = 0;
  if (untold >= 2 * period + period / 2) periods = (untold - period / 2) / period;
  *told += periods * period;
  return periods;
}

// MARK: - Timers

/// The CPU clock of any thread of this process, as the kernel numbers it: CPUCLOCK_PERTHREAD_MASK | CPUCLOCK_SCHED.
static inline clockid_t clock_of(pid_t thread) { return (clockid_t)(~(unsigned)thread << 3 | 6); }

static inline struct timespec timespec_of(uint64_t nanoseconds) {
  return (struct timespec){(time_t)(nanoseconds / 1000000000u), (long)(nanoseconds % 1000000000u)};
}

/// Signals a thread, from now on, each time that it has run for a period; whether there was a timer for that.
static inline bool start_timer(int *timer, pid_t thread, int signal, void *value, uint64_t period) {
  struct sigevent notice = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = signal};
  notice.sigev_value.sival_ptr = value;
  notice.sigev_notify_thread_id = thread;
  if (syscall(SYS_timer_create, clock_of(thread), &notice, timer) != 0) return false;
  struct timespec resolution = {0, 1};
  clock_getres(CLOCK_MONOTONIC_COARSE, &resolution);
  const uint64_t tick = (uint64_t)resolution.tv_nsec;
  // The first comes at a random time of a period, so that even a short thread has its due number of samples: one shorter than a tick is
  // seen if it runs at one.
  uint64_t mixed = (clock_time(CLOCK_MONOTONIC) ^ (uint64_t)thread) * 0x9e3779b97f4a7c15u;
  mixed ^= mixed >> 32;
  const uint64_t first = period > tick ? 1 + mixed % (period - tick + 1) : 1;
  // The kernel checks the clock at its ticks. With a period of one tick, a timer would be due just before or just after a tick, by chance,
  // and miss every other one: so it is due at each.
  const struct itimerspec times = {timespec_of(period > tick ? period : tick / 2), timespec_of(first)};
  syscall(SYS_timer_settime, *timer, 0, &times, NULL);
  return true;
}

#endif
