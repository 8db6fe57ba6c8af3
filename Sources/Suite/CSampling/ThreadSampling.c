// Samples threads of this process by timers on their CPU clocks: for a program that nobody started to be sampled.
//
// 1. A timer signals only its thread, and only while that runs. The signal is SIGPROF: libdispatch's threads block all others that could do.
// 2. The handler is safe at any point: it calls nothing but the clock and the kernel, takes no lock, and lets the kernel copy what it reads
//    of the stack, whose end it doesn't know.
// 3. Samples have the form of perf_event_open(2), in rings of its form.
// 4. No address that a handler may use is ever given back: a signal may be late. What is in the rings is.
#include "TimedSamples.h"

#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>

#include "CMachine.h"
#include "CSampling.h"

enum { most_threads = 4096 };

/// The text that hamon compiles: the headers are before what includes them.
static const unsigned char source[] = {
#pragma clang diagnostic ignored "-Wc23-extensions"
#embed "TimedSamples.h" suffix(, )
#embed "../../Preloaded/Shared/BuildID.h" suffix(, )
#embed "../../Preloaded/Timers/ThreadTimers.c" suffix(, 0)
};

const unsigned char *csampling_timer_source(void) { return source; }

size_t csampling_awaiting(pid_t process, uint64_t context, uint64_t *addresses, size_t capacity) {
  return find_awaiting(process, (uintptr_t)context, addresses, capacity);
}

struct csampling_thread {
  char *ring;
  /// The sampled thread; 0 while none is.
  pid_t thread;
  /// How many handlers use it.
  int users;
  int timer;
  uint64_t period;
  uint64_t event;
  /// As for `periods_to_tell`.
  uint64_t told;
  uint64_t lost;
};

static struct csampling_thread samplers[most_threads];
static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;
static struct sigaction chained;
static bool has_handler;

/// Where the C library has put the end of the first thread's stack.
extern void *__libc_stack_end;

/// How much of a stack is copied: no more than there is, where it is the thread's own.
static size_t copied_size(pid_t process, pid_t thread, uintptr_t stack) {
  const size_t most = cmachine_sampled_stack();
  // Those of other threads lie below their control blocks.
  const uintptr_t end = thread == process ? (uintptr_t)__libc_stack_end : (uintptr_t)__builtin_thread_pointer();
  return end > stack && end - stack < most ? (end - stack) & ~(size_t)7 : most;
}

static void take_sample(struct csampling_thread *sampler, const ucontext_t *context) {
  // Timers are looked at when the kernel ticks, so a sample stands for the time since the last one.
  const uint64_t periods = periods_to_tell(&sampler->told, sampler->period);
  if (periods == 0) return;
  const struct known_stack known = {.process = getpid()};
  const uintptr_t stack = place_of(context).stack;
  const size_t copied = copied_size(known.process, sampler->thread, stack);
  struct timed_sample sample = {.event = sampler->event, .period = sampler->period * periods};
  sample.thread = (uint32_t)sampler->thread;
  const size_t size = fill_sample(&sample, &known, context, copied);
  // Behind the ring: the handler's own stack may be small.
  const struct iovec copy = {sampler->ring + ring_size(), copied}, remote = {(void *)stack, copied};
  const long found = syscall(SYS_process_vm_readv, known.process, &copy, 1ul, &remote, 1ul, 0ul);
  put_sample(sampler->ring, &sample, size, copy.iov_base, copied, found > 0 ? (uint64_t)found : 0, &sampler->lost);
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
  struct csampling_thread *sampler = info->si_value.sival_ptr;
  if (info->si_code != SI_TIMER || sampler < samplers || sampler >= samplers + most_threads) {
    pass_on(number, info, context);
    return;
  }
  const int error = errno;
  // In one order with `thread`: whoever gives the sampler away sees this, or this handler sees that it is away.
  __atomic_fetch_add(&sampler->users, 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&sampler->thread, __ATOMIC_SEQ_CST) == (pid_t)syscall(SYS_gettid)) {
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
static struct csampling_thread *free_sampler(void) {
  for (struct csampling_thread *sampler = samplers; sampler < samplers + most_threads; sampler++) {
    if (__atomic_load_n(&sampler->thread, __ATOMIC_ACQUIRE) != 0 ||
        __atomic_load_n(&sampler->users, __ATOMIC_SEQ_CST) != 0) {
      continue;
    }
    if (sampler->ring == NULL) {
      const size_t size = ring_size() + cmachine_sampled_stack();
      void *ring = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (ring == MAP_FAILED) return NULL;
      sampler->ring = ring;
    }
    return sampler;
  }
  return NULL;
}

struct csampling_thread *csampling_begin(pid_t thread, uint64_t period, uint64_t event) {
#if !defined(__x86_64__) && !defined(__aarch64__)
  return NULL;
#endif
  pthread_mutex_lock(&changing);
  struct csampling_thread *sampler = set_handler() ? free_sampler() : NULL;
  if (sampler != NULL) {
    struct perf_event_mmap_page *page = (struct perf_event_mmap_page *)sampler->ring;
    page->data_head = page->data_tail = 0;
    sampler->period = period;
    sampler->event = event;
    sampler->lost = 0;
    sampler->told = clock_time(clock_of(thread));
    __atomic_store_n(&sampler->thread, thread, __ATOMIC_RELEASE);
    if (!start_timer(&sampler->timer, thread, SIGPROF, sampler, period)) {
      __atomic_store_n(&sampler->thread, 0, __ATOMIC_RELEASE);
      sampler = NULL;
    }
  }
  pthread_mutex_unlock(&changing);
  return sampler;
}

size_t csampling_read(struct csampling_thread *sampler, void *buffer, uint64_t *lost) {
  *lost = __atomic_exchange_n(&sampler->lost, 0, __ATOMIC_RELAXED);
  return cmachine_read_ring(sampler->ring, ring_size(), buffer);
}

bool csampling_has_ended(struct csampling_thread *sampler) {
  // The kernel knows the thread itself, and stops the timer with it.
  struct itimerspec rest;
  return syscall(SYS_timer_gettime, sampler->timer, &rest) == 0 && rest.it_value.tv_sec == 0 && rest.it_value.tv_nsec == 0;
}

void csampling_stop(struct csampling_thread *sampler) {
  syscall(SYS_timer_delete, sampler->timer);
}

void csampling_end(struct csampling_thread *sampler) {
  madvise(sampler->ring, ring_size(), MADV_DONTNEED);
  __atomic_store_n(&sampler->thread, 0, __ATOMIC_SEQ_CST);
}
