// Samples threads of this process by timers on their CPU clocks: for a program that nobody started to be sampled.
//
// 1. A timer signals only its thread, and only while that runs. The signal is SIGPROF: libdispatch's threads block all others that could do.
// 2. The handler is safe at any point: it calls nothing but the clock and the kernel, takes no lock, and lets the kernel copy what it reads
//    of the stack, whose end it doesn't know.
// 3. Samples have the form of perf_event_open(2), in rings of its form.
// 4. No address that a handler may use is ever given back: a signal may be late. What is in the rings is.
#define _GNU_SOURCE
#include "CMachine.h"
#include <errno.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

enum { most_threads = 4096, depth = 127 };

struct cmachine_thread_sampler {
  void *ring;
  /// The sampled thread; 0 while none is.
  pid_t thread;
  /// How many handlers use it.
  int users;
  int timer;
  uint64_t period;
  uint64_t event;
  /// Its running time when it was armed, plus the time that its samples stand for since, in nanoseconds.
  uint64_t told;
  uint64_t lost;
};

static struct cmachine_thread_sampler samplers[most_threads];
static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;
static struct sigaction chained;
static bool has_handler;

pid_t cmachine_thread(void) { return (pid_t)syscall(SYS_gettid); }

static uint64_t clock_time(clockid_t clock) {
  struct timespec time;
  if (clock_gettime(clock, &time) != 0) return 0;
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/// The CPU clock of any thread of this process, as the kernel numbers it: CPUCLOCK_PERTHREAD_MASK | CPUCLOCK_SCHED.
static clockid_t clock_of(pid_t thread) { return (clockid_t)(~(unsigned)thread << 3 | 6); }

static size_t page_bytes(void) { return (size_t)sysconf(_SC_PAGESIZE); }

/// Copies own memory, which may be gone, to one or two places; returns how much of it was there.
static size_t copy(pid_t process, uintptr_t address, const struct iovec *local, unsigned long count) {
  size_t size = 0;
  for (unsigned long place = 0; place < count; place++) size += local[place].iov_len;
  const struct iovec remote = {(void *)address, size};
  const long copied = syscall(SYS_process_vm_readv, process, local, count, &remote, 1, 0ul);
  return copied > 0 ? (size_t)copied : 0;
}

/// A part of a ring, which may go on at its beginning.
struct part {
  struct iovec pieces[2];
};

static struct part part_of(struct cmachine_thread_sampler *sampler, uint64_t position, size_t size) {
  char *data = (char *)sampler->ring + page_bytes();
  const size_t capacity = cmachine_ring_size() - page_bytes(), start = (size_t)(position % capacity);
  const size_t first = size < capacity - start ? size : capacity - start;
  return (struct part){{{data + start, first}, {data, size - first}}};
}

static void write_part(struct part part, const void *bytes) {
  memcpy(part.pieces[0].iov_base, bytes, part.pieces[0].iov_len);
  memcpy(part.pieces[1].iov_base, (const char *)bytes + part.pieces[0].iov_len, part.pieces[1].iov_len);
}

/// Adds a record, and so many bytes of the stack and how many there were, or counts that there was no room.
static void put(
    struct cmachine_thread_sampler *sampler, struct perf_event_header *record, size_t size, pid_t process, uintptr_t stack,
    size_t copied) {
  struct perf_event_mmap_page *page = sampler->ring;
  const size_t whole = size + (copied > 0 ? copied + sizeof(uint64_t) : 0);
  record->size = (uint16_t)whole;
  const uint64_t head = page->data_head;
  const uint64_t tail = __atomic_load_n(&page->data_tail, __ATOMIC_ACQUIRE);
  if (whole > cmachine_ring_size() - page_bytes() - (head - tail)) {
    __atomic_fetch_add(&sampler->lost, 1, __ATOMIC_RELAXED);
    return;
  }
  write_part(part_of(sampler, head, size), record);
  if (copied > 0) {
    const uint64_t found = copy(process, stack, part_of(sampler, head + size, copied).pieces, 2);
    write_part(part_of(sampler, head + size + copied, sizeof found), &found);
  }
  __atomic_store_n(&page->data_head, head + whole, __ATOMIC_RELEASE);
}

/// Where the C library has put the end of the first thread's stack.
extern void *__libc_stack_end;

/// How much of a stack is copied: no more than there is, where it is the thread's own.
static size_t copied_size(pid_t process, pid_t thread, uintptr_t stack) {
  const size_t most = cmachine_sampled_stack();
  // Those of other threads lie below their control blocks.
  const uintptr_t end = thread == process ? (uintptr_t)__libc_stack_end : (uintptr_t)__builtin_thread_pointer();
  return end > stack && end - stack < most ? (end - stack) & ~(size_t)7 : most;
}

static uintptr_t stripped(uintptr_t address) {
#if defined(__aarch64__)
  // Without the bits of pointer authentication.
  return address & 0x0000ffffffffffff;
#else
  return address;
#endif
}

/// In the form of `follow_frames` in ThreadTimers.c, which tells why.
static unsigned follow_frames(pid_t process, uintptr_t code, uintptr_t frame, uintptr_t stack, uint64_t *addresses) {
  // A mark of Swift's, for a frame with an asynchronous context.
  const uintptr_t asynchronous = (uintptr_t)1 << 60;
  const uint64_t task_mark = UINT64_MAX, same_task = 1;
  unsigned count = 0, frames = 1, room = depth;
  addresses[count++] = code;
  uintptr_t inner = stack, tried = 0, followed = 0;
  while (frames < depth && frame % sizeof(uintptr_t) == 0 && frame >= inner) {
    // What is below the record, and the record.
    uintptr_t words[3];
    if (copy(process, frame - sizeof *words, &(struct iovec){words, sizeof words}, 1) != sizeof words) break;
    const uintptr_t caller = stripped(words[2]);
    if (caller < 4096) break;
    const uintptr_t context = frame > stack ? words[0] : 0;
    if (context != 0 && room > 4 && (context == followed || (followed == 0 && context != tried))) {
      uint64_t *awaiting = addresses + count + 1;
      size_t found = 1;
      if (context == followed) {
        *awaiting = same_task;
      } else {
        found = cmachine_awaiting(process, context, awaiting, room - 2);
        if (found == SIZE_MAX) tried = context;
      }
      if (found != SIZE_MAX) {
        addresses[count] = awaiting[found] = task_mark;
        count += (unsigned)found + 2;
        room -= (unsigned)found + 2;
        // One without callers is a weak proof.
        if (found > 0) followed = context;
      }
    }
    addresses[count++] = caller;
    frames++;
    inner = frame + 2 * sizeof *words;
    frame = words[1] & ~asynchronous;
  }
  return count;
}

static void take_sample(struct cmachine_thread_sampler *sampler, const ucontext_t *context) {
  // Timers are looked at when the kernel ticks, so a sample stands for the time since the last one.
  const uint64_t used = clock_time(CLOCK_THREAD_CPUTIME_ID);
  if (used < sampler->told + sampler->period / 2) return;
  const uint64_t periods = (used - sampler->told + sampler->period / 2) / sampler->period;
  sampler->told += periods * sampler->period;
#if defined(__x86_64__)
  const uintptr_t code = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
  const uintptr_t frame = (uintptr_t)context->uc_mcontext.gregs[REG_RBP];
  const uintptr_t stack = (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
  const uintptr_t code = context->uc_mcontext.pc;
  const uintptr_t frame = context->uc_mcontext.regs[29];
  const uintptr_t stack = context->uc_mcontext.sp;
#else
  // Never called: no thread of such a machine has a timer.
  const uintptr_t code = 0, frame = 0, stack = 0;
  (void)context;
#endif
  const pid_t process = getpid();
  struct {
    struct perf_event_header header;
    uint64_t event, code;
    uint32_t process, thread;
    uint64_t time, processor, period, count;
    uint64_t rest[2 * depth + 9];
  } record;
  const unsigned count = follow_frames(process, code, frame, stack, record.rest);
  size_t words = count;
  const size_t copied = copied_size(process, sampler->thread, stack);
#if defined(__x86_64__)
  // As in the kernel's samples: the registers that functions keep for their callers, and the size of the copied part of the stack.
  static const int kept[] = {REG_RBX, REG_RBP, REG_RSP, REG_R12, REG_R13, REG_R14, REG_R15};
  record.rest[words++] = PERF_SAMPLE_REGS_ABI_64;
  for (size_t index = 0; index < sizeof kept / sizeof kept[0]; index++) {
    record.rest[words++] = (uint64_t)context->uc_mcontext.gregs[kept[index]];
  }
  record.rest[words++] = copied;
#endif
  const size_t size = offsetof(__typeof__(record), rest) + 8 * words;
  record.header = (struct perf_event_header){.type = PERF_RECORD_SAMPLE, .misc = PERF_RECORD_MISC_USER};
  record.event = sampler->event;
  record.code = code;
  record.process = (uint32_t)process;
  record.thread = (uint32_t)sampler->thread;
  record.time = clock_time(CLOCK_MONOTONIC);
  record.processor = (uint64_t)(unsigned)sched_getcpu();
  record.period = sampler->period * periods;
  record.count = count;
  put(sampler, &record.header, size, process, stack, copied);
}

/// Passes a signal of others to their handler; without one it is ignored, as a late signal of a timer must not end the program.
static void pass_on(int number, siginfo_t *info, void *context) {
  if (chained.sa_flags & SA_SIGINFO) {
    chained.sa_sigaction(number, info, context);
  } else if (chained.sa_handler != SIG_DFL && chained.sa_handler != SIG_IGN) {
    chained.sa_handler(number);
  }
}

static void take_signal(int number, siginfo_t *info, void *context) {
  struct cmachine_thread_sampler *sampler = info->si_value.sival_ptr;
  if (info->si_code != SI_TIMER || sampler < samplers || sampler >= samplers + most_threads) {
    pass_on(number, info, context);
    return;
  }
  const int error = errno;
  // In one order with `thread`: whoever gives the sampler away sees this, or this handler sees that it is away.
  __atomic_fetch_add(&sampler->users, 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&sampler->thread, __ATOMIC_SEQ_CST) == cmachine_thread()) {
    take_sample(sampler, context);
  }
  __atomic_fetch_sub(&sampler->users, 1, __ATOMIC_ACQ_REL);
  errno = error;
}

static bool set_handler(void) {
  if (has_handler) return true;
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK, .sa_sigaction = take_signal};
  sigfillset(&action.sa_mask);
  has_handler = sigaction(SIGPROF, &action, &chained) == 0;
  return has_handler;
}

/// A sampler that no thread and no handler uses.
static struct cmachine_thread_sampler *free_sampler(void) {
  for (struct cmachine_thread_sampler *sampler = samplers; sampler < samplers + most_threads; sampler++) {
    if (__atomic_load_n(&sampler->thread, __ATOMIC_ACQUIRE) != 0 ||
        __atomic_load_n(&sampler->users, __ATOMIC_SEQ_CST) != 0) {
      continue;
    }
    if (sampler->ring == NULL) {
      void *ring =
          mmap(NULL, cmachine_ring_size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (ring == MAP_FAILED) return NULL;
      sampler->ring = ring;
    }
    return sampler;
  }
  return NULL;
}

struct cmachine_thread_sampler *cmachine_sample_thread(pid_t thread, uint64_t period, uint64_t event) {
#if !defined(__x86_64__) && !defined(__aarch64__)
  return NULL;
#endif
  pthread_mutex_lock(&changing);
  struct cmachine_thread_sampler *sampler = set_handler() ? free_sampler() : NULL;
  if (sampler != NULL) {
    struct perf_event_mmap_page *page = sampler->ring;
    page->data_head = page->data_tail = 0;
    sampler->period = period;
    sampler->event = event;
    sampler->lost = 0;
    sampler->told = clock_time(clock_of(thread));
    struct sigevent notice = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGPROF};
    notice.sigev_value.sival_ptr = sampler;
    notice.sigev_notify_thread_id = thread;
    if (syscall(SYS_timer_create, clock_of(thread), &notice, &sampler->timer) != 0) {
      sampler = NULL;
    } else {
      __atomic_store_n(&sampler->thread, thread, __ATOMIC_RELEASE);
      // The kernel looks at its ticks: one that is due at each comes before or after one by chance.
      struct timespec tick = {0, 1};
      clock_getres(CLOCK_MONOTONIC_COARSE, &tick);
      const uint64_t pause = period > (uint64_t)tick.tv_nsec ? period : (uint64_t)tick.tv_nsec / 2;
      const struct timespec every = {(time_t)(pause / 1000000000u), (long)(pause % 1000000000u)};
      const struct itimerspec times = {every, every};
      syscall(SYS_timer_settime, sampler->timer, 0, &times, NULL);
    }
  }
  pthread_mutex_unlock(&changing);
  return sampler;
}

size_t cmachine_read_thread_sampler(struct cmachine_thread_sampler *sampler, void *buffer, uint64_t *lost) {
  *lost = __atomic_exchange_n(&sampler->lost, 0, __ATOMIC_RELAXED);
  return cmachine_read_ring(sampler->ring, cmachine_ring_size(), buffer);
}

void cmachine_stop_thread_sampler(struct cmachine_thread_sampler *sampler) {
  syscall(SYS_timer_delete, sampler->timer);
}

void cmachine_end_thread_sampler(struct cmachine_thread_sampler *sampler) {
  madvise(sampler->ring, cmachine_ring_size(), MADV_DONTNEED);
  __atomic_store_n(&sampler->thread, 0, __ATOMIC_SEQ_CST);
}
