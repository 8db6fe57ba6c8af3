// Frozen copies of the process: all threads stop, the process is copied, all go on. The copy lends its memory to the recorder, and ends.
//
//  1. A thread stops in the handler of a real-time signal, which the program can't block or take away; one that is busy stops when it leaves the
//     library. Who stops the others takes no lock and calls only the kernel meanwhile, for they may hold any lock.
//  2. The copy is made by clone(2) without a signal for its end, so that no wait(2) of the program sees it. It closes all that it inherited.
//  3. A program that installs a filter of system calls might be killed for one of these: there are no copies of it.
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <dlfcn.h>
#include <time.h>
#include <ucontext.h>

#include "Memory.h"
#include "Settings.h"

int snapshot_signal;
static struct sigaction chained;
bool is_sandboxed;

/// Odd while threads are to stop.
static int phase;
static int stopped;
static struct HamonThread *stops;
static int stop_count;
static size_t stop_capacity;
static lock snapshot_lock;
static uint64_t last_number;
volatile int requested_reason;

/// Shared with a copy: whether the recorder heard of it.
struct connection {
  int state;
};
enum { CONNECTING, CONNECTED, REFUSED };
static struct connection *connection;

// MARK: - Stopping

static void fill(struct HamonThread *stop, const ucontext_t *context) {
#if defined(__x86_64__)
  stop->register_count = 17;
  for (int place = 0; place < 17; place++) stop->registers[place] = (uint64_t)context->uc_mcontext.gregs[place];
  stop->interrupted = (uint64_t)context->uc_mcontext.gregs[REG_RSP];
  stop->instruction = (uint64_t)context->uc_mcontext.gregs[REG_RIP];
#else
  stop->register_count = 31;
  for (int place = 0; place < 31; place++) stop->registers[place] = context->uc_mcontext.regs[place];
  stop->interrupted = context->uc_mcontext.sp;
  stop->instruction = context->uc_mcontext.pc;
#endif
}

/// The registers that a function keeps for its caller. The others of a thread that stops by itself are on its stack.
__attribute__((always_inline)) static inline void fill_here(struct HamonThread *stop) {
#if defined(__x86_64__)
  stop->register_count = 6;
  __asm__ volatile(
      "mov %%rbx, 0(%0); mov %%rbp, 8(%0); mov %%r12, 16(%0); mov %%r13, 24(%0); mov %%r14, 32(%0); mov %%r15, 40(%0)"
      :
      : "r"(stop->registers)
      : "memory");
#else
  stop->register_count = 12;
  __asm__ volatile(
      "stp x19, x20, [%0]; stp x21, x22, [%0, 16]; stp x23, x24, [%0, 32]; stp x25, x26, [%0, 48]; stp x27, x28, [%0, 64];"
      "stp x29, x30, [%0, 80]"
      :
      : "r"(stop->registers)
      : "memory");
#endif
  stop->interrupted = (uint64_t)__builtin_frame_address(0) - 256;
  stop->instruction = 0;
}

static struct HamonThread *own_stop(void) {
  const int tid = (int)syscall(SYS_gettid);
  for (int place = 0; place < __atomic_load_n(&stop_count, __ATOMIC_ACQUIRE); place++) {
    if (stops[place].tid == tid) return &stops[place];
  }
  return NULL;
}

static void wait_for_end(struct HamonThread *stop, int turn) {
  stop->stack = (uint64_t)__builtin_frame_address(0) - 64;
  stop->thread_pointer = (uint64_t)__builtin_thread_pointer();
  __atomic_store_n(&stop->state, HAMON_THREAD_STOPPED, __ATOMIC_RELEASE);
  __atomic_fetch_add(&stopped, 1, __ATOMIC_RELEASE);
  while (__atomic_load_n(&phase, __ATOMIC_ACQUIRE) == turn) syscall(SYS_futex, &phase, FUTEX_WAIT_PRIVATE, turn, NULL, NULL, 0);
  __atomic_fetch_sub(&stopped, 1, __ATOMIC_RELEASE);
}

__attribute__((noinline)) void stop_here(struct thread *thread) {
  (void)thread;
  const int turn = __atomic_load_n(&phase, __ATOMIC_ACQUIRE);
  struct HamonThread *stop = turn % 2 == 1 ? own_stop() : NULL;
  if (stop == NULL || stop->state != 0) return;
  const int error = errno;
  fill_here(stop);
  wait_for_end(stop, turn);
  errno = error;
}

static void request(int reason) {
  struct thread *thread = current;
  if (thread == NULL) thread = new_thread();
  if (thread == NULL) return;
  if (thread->busy) {
    requested_reason = reason;
    thread->pending |= PENDING_SNAPSHOT;
    return;
  }
  thread->busy = 1;
  take_snapshot(thread, (uint32_t)reason, "");
  leave(thread);
}

void do_pending(struct thread *thread) {
  while (thread->pending != 0) {
    const int pending = __atomic_exchange_n(&thread->pending, 0, __ATOMIC_ACQ_REL);
    if (pending & PENDING_STOP) stop_here(thread);
    if (pending & PENDING_SNAPSHOT) {
      const int error = errno;
      thread->busy = 1;
      take_snapshot(thread, (uint32_t)requested_reason, "");
      thread->busy = 0;
      errno = error;
    }
  }
}

static void take_signal(int number, siginfo_t *info, void *context) {
  const int error = errno;
  const int turn = __atomic_load_n(&phase, __ATOMIC_ACQUIRE);
  if (info->si_code == SI_TKILL && info->si_pid == process_id) {
    struct HamonThread *stop = turn % 2 == 1 ? own_stop() : NULL;
    if (stop != NULL && stop->state == 0) {
      struct thread *thread = current;
      if (thread != NULL && thread->busy) {
        thread->pending |= PENDING_STOP;
      } else {
        fill(stop, context);
        wait_for_end(stop, turn);
      }
    }
  } else if (info->si_code == SI_QUEUE && info->si_value.sival_int == HAMON_SNAPSHOT_PERIOD) {
    request(HAMON_SNAPSHOT_PERIOD);
  } else if (chained.sa_flags & SA_SIGINFO) {
    chained.sa_sigaction(number, info, context);
  } else if (chained.sa_handler != SIG_DFL && chained.sa_handler != SIG_IGN) {
    chained.sa_handler(number);
  } else {
    request(HAMON_SNAPSHOT_SIGNAL);
  }
  errno = error;
}

static uint64_t digits(const char *text) {
  uint64_t number = 0;
  for (; *text >= '0' && *text <= '9'; text++) number = 10 * number + (uint64_t)(*text - '0');
  return number;
}

/// Sends the signal to each thread that hasn't got it yet; returns how many did, -1 where they can't be listed.
static int signal_threads(int own) {
  struct entry {
    uint64_t number;
    int64_t next;
    uint16_t size;
    uint8_t type;
    char name[];
  };
  char entries[2048];
  int found = 0;
  const int directory = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return -1;
  for (long size; (size = syscall(SYS_getdents64, directory, entries, sizeof entries)) > 0;) {
    for (const char *place = entries; place < entries + size; place += ((const struct entry *)place)->size) {
      const int tid = (int)digits(((const struct entry *)place)->name);
      bool is_known = tid == 0 || tid == own;
      for (int index = 0; index < stop_count && !is_known; index++) is_known = stops[index].tid == tid;
      if (is_known || (size_t)stop_count == stop_capacity) continue;
      memset(&stops[stop_count], 0, sizeof stops[0]);
      stops[stop_count].tid = tid;
      __atomic_store_n(&stop_count, stop_count + 1, __ATOMIC_RELEASE);
      syscall(SYS_tgkill, process_id, tid, snapshot_signal);
      found++;
    }
  }
  syscall(SYS_close, directory);
  return found;
}

/// Reads a file of /proc about a thread; returns its length, which is 0 if there is none.
static long read_of(int tid, const char *name, char *text, size_t capacity) {
  char path[64] = "/proc/self/task/", digits[12];
  size_t length = strlen(path);
  int count = 0;
  for (int number = tid; number > 0; number /= 10) digits[count++] = (char)('0' + number % 10);
  while (count > 0) path[length++] = digits[--count];
  strcpy(path + length, name);
  const int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const long size = syscall(SYS_read, file, text, capacity - 1);
  syscall(SYS_close, file);
  text[size > 0 ? size : 0] = 0;
  return size > 0 ? size : 0;
}

/// Whether a thread blocks the signal, as those of the C library do.
static bool blocks_signal(int tid) {
  char text[4096];
  read_of(tid, "/status", text, sizeof text);
  const char *place = strstr(text, "SigBlk:\t");
  if (place == NULL) return false;
  uint64_t mask = 0;
  for (place += 8; (*place >= '0' && *place <= '9') || (*place >= 'a' && *place <= 'f'); place++) {
    mask = 16 * mask + (uint64_t)(*place <= '9' ? *place - '0' : *place - 'a' + 10);
  }
  return (mask >> (snapshot_signal - 1) & 1) != 0;
}

/// The stack of a thread that waits in the kernel.
static void look_at(struct HamonThread *stop) {
  char text[256];
  stop->state = HAMON_THREAD_RUNNING;
  // "running", or the call, its six arguments, the stack pointer and the instruction.
  if (read_of(stop->tid, "/syscall", text, sizeof text) == 0) return;
  const char *words[16];
  int word_count = 0;
  for (char *place = text; *place != 0 && word_count < 16; place++) {
    if (place == text || place[-1] == ' ') words[word_count++] = place;
  }
  if (word_count < 3) return;
  uint64_t values[2] = {0, 0};
  for (int index = 0; index < 2; index++) {
    const char *place = words[word_count - 2 + index] + 2;
    for (; (*place >= '0' && *place <= '9') || (*place >= 'a' && *place <= 'f'); place++) {
      values[index] = 16 * values[index] + (uint64_t)(*place <= '9' ? *place - '0' : *place - 'a' + 10);
    }
  }
  stop->stack = stop->interrupted = values[0];
  stop->instruction = values[1];
  stop->state = HAMON_THREAD_BLOCKED;
}

static void rest(long nanoseconds) {
  const struct timespec time = {0, nanoseconds};
  syscall(SYS_nanosleep, &time, NULL);
}

/// Stops all other threads, as far as they can be; whether they could be listed.
static bool stop_others(int own) {
  enum { PATIENCE = 500000000, FIRST_PATIENCE = 10000000 };
  stop_count = 0;
  __atomic_store_n(&phase, phase + 1, __ATOMIC_RELEASE);
  const uint64_t start = now();
  for (;;) {
    const int found = signal_threads(own);
    if (found < 0) return false;
    if (found == 0) break;
    int waiting;
    bool has_asked = false;
    do {
      const bool asks = !has_asked && now() - start > FIRST_PATIENCE;
      has_asked = has_asked || asks;
      waiting = 0;
      for (int place = 0; place < stop_count; place++) {
        if (__atomic_load_n(&stops[place].state, __ATOMIC_ACQUIRE) == 0) {
          // It may have ended meanwhile.
          if (syscall(SYS_tgkill, process_id, stops[place].tid, 0) != 0) {
            stops[place].state = -1;
          } else if (asks && blocks_signal(stops[place].tid)) {
            look_at(&stops[place]);
          } else {
            waiting++;
          }
        }
      }
      if (waiting > 0) rest(50000);
    } while (waiting > 0 && now() - start < PATIENCE);
    for (int place = 0; place < stop_count && waiting > 0; place++) {
      int expected = 0;
      if (__atomic_compare_exchange_n(&stops[place].state, &expected, HAMON_THREAD_RUNNING, false, __ATOMIC_ACQ_REL,
                                      __ATOMIC_RELAXED)) {
        look_at(&stops[place]);
      }
    }
  }
  return true;
}

static void release(void) {
  __atomic_store_n(&phase, phase + 1, __ATOMIC_RELEASE);
  syscall(SYS_futex, &phase, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
  while (__atomic_load_n(&stopped, __ATOMIC_ACQUIRE) > 0) rest(20000);
}

// MARK: - The copy

_Noreturn static void be_copy(struct HamonReport *report) {
  syscall(SYS_prctl, PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  syscall(SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0);
  syscall(SYS_prctl, PR_SET_NAME, "hamon-copy", 0, 0, 0);
#ifdef SYS_close_range
  if (syscall(SYS_close_range, 0, ~0U, 0) != 0)
#endif
    for (int file = 0; file < 65536; file++) syscall(SYS_close, file);
  report->copy = (int32_t)syscall(SYS_getpid);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  const int file = (int)syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0);
  const bool is_told = file >= 0 && find_socket(address.sun_path, sizeof address.sun_path) &&
                       syscall(SYS_connect, file, &address, sizeof address) == 0 &&
                       syscall(SYS_write, file, report, sizeof *report) == (long)sizeof *report;
  __atomic_store_n(&connection->state, is_told ? CONNECTED : REFUSED, __ATOMIC_RELEASE);
  syscall(SYS_futex, &connection->state, FUTEX_WAKE, 1, NULL, NULL, 0);
  char byte;
  if (is_told) {
    while (syscall(SYS_read, file, &byte, 1) < 0 && errno == EINTR) {
    }
  }
  for (;;) syscall(SYS_exit_group, 0);
}

static int outstanding;

void reap_copies(void) {
  while (!is_sandboxed && __atomic_load_n(&outstanding, __ATOMIC_RELAXED) > 0) {
    // Those that were cloned without a signal, and nothing of the program's own.
    if (syscall(SYS_wait4, -1, NULL, __WCLONE | WNOHANG | __WNOTHREAD, NULL) <= 0) return;
    __atomic_fetch_sub(&outstanding, 1, __ATOMIC_RELAXED);
  }
}

void forget_copies(void) {
  outstanding = 0;
  last_number = 0;
  snapshot_lock = 0;
  phase = stopped = 0;
  connection = NULL;
}

/// Waits until the recorder has heard of a copy; whether it has.
static bool is_received(void) {
  const uint64_t deadline = now() + 2000000000;
  const struct timespec pause = {0, 100000000};
  while (__atomic_load_n(&connection->state, __ATOMIC_ACQUIRE) == CONNECTING && now() < deadline) {
    syscall(SYS_futex, &connection->state, FUTEX_WAIT, CONNECTING, &pause, NULL, 0);
  }
  return connection->state == CONNECTED;
}

static void flush(struct thread *thread, void *context) {
  (void)context;
  flush_thread(thread);
}

/// Why there is no copy; null if there is one.
static const char *stop_and_copy(struct thread *thread, struct HamonReport *report, uint32_t *unstopped, bool wants_copy) {
  const char *failure = NULL;
  bool has_copy = false;
  // Room for the threads there may be.
  const size_t capacity = 4096;
  if (stops == NULL) stops = own_memory(capacity * sizeof *stops);
  if (connection == NULL) {
    const long place = syscall(SYS_mmap, NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (place != -1) {
      connection = (struct connection *)place;
      note_own(connection, 4096);
    }
  }
  if (stops == NULL || connection == NULL) return "there is no memory for it";
  stop_capacity = capacity - 1;
  const uint64_t start = now();
  if (!stop_others(thread->tid)) {
    failure = "its threads can't be listed: it has no /proc";
  } else {
    report->time = now();
    each_thread(flush, NULL);
    // Those that ended meanwhile; the others don't look at theirs again.
    int count = 0;
    for (int place = 0; place < stop_count; place++) {
      if (stops[place].state > 0) stops[count++] = stops[place];
    }
    stop_count = count;
    for (int place = 0; place < stop_count; place++) *unstopped += stops[place].state > HAMON_THREAD_STOPPED;
    heap.threads = (uint64_t)stops;
    heap.thread_count = (uint64_t)stop_count + 1;
    heap.maker = thread->tid;
    struct HamonThread *own = &stops[stop_count];
    memset(own, 0, sizeof *own);
    own->tid = thread->tid;
    own->state = HAMON_THREAD_STOPPED;
    own->stack = (uint64_t)__builtin_frame_address(0) - 256;
    own->thread_pointer = (uint64_t)__builtin_thread_pointer();
    fill_here(own);
    const struct totals sum = totals();
    heap.live_blocks = sum.allocated_blocks > sum.freed_blocks ? sum.allocated_blocks - sum.freed_blocks : 0;
    heap.live_bytes = sum.allocated_bytes > sum.freed_bytes ? sum.allocated_bytes - sum.freed_bytes : 0;
    if (wants_copy) {
      connection->state = CONNECTING;
      report->pause = now() - start;
      const long copy = syscall(SYS_clone, 0, NULL, NULL, NULL, NULL);
      if (copy == 0) be_copy(report);
      if (copy < 0) {
        failure = "it can't be copied: the system refuses another process";
      } else {
        has_copy = true;
        __atomic_fetch_add(&outstanding, 1, __ATOMIC_RELAXED);
      }
    }
  }
  release();
  report->pause = now() - start;
  if (has_copy && !is_received()) return "the recorder can't be reached from it, or has ended";
  return failure;
}

void take_snapshot(struct thread *thread, uint32_t reason, const char *label) {
  const bool is_end = reason == HAMON_SNAPSHOT_END;
  char socket[sizeof settings.socket];
  const bool wants_copy = (!is_end || settings.copies_at_end) && find_socket(socket, sizeof socket);
  sigset_t all, before;
  while (__atomic_exchange_n(&snapshot_lock, 1, __ATOMIC_ACQUIRE)) {
    // The other one is of now too.
    if (!is_end) return;
    thread->busy = 0;
    if (thread->pending) do_pending(thread);
    rest(100000);
    thread->busy = 1;
  }
  memset(&all, 0xff, sizeof all);
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &before, 8);
  reap_copies();
  if (is_sandboxed || snapshot_signal == 0 || (is_end && !notes_all && !wants_copy)) {
    if (!is_end || wants_copy) {
      put_failure(thread, is_sandboxed ? "it filters its system calls (seccomp): there are no snapshots from then on"
                                       : "no real-time signal was left for snapshots");
    }
    each_thread(flush, NULL);
    account(thread, true);
  } else {
    struct HamonReport report = {
        .magic = HAMON_HEAP_MAGIC, .version = HAMON_LAYOUT_VERSION, .reason = reason, .pid = process_id,
        .heap = (uint64_t)&heap, .number = last_number + 1};
    strncpy(report.label, label, sizeof report.label - 1);
    uint32_t unstopped = 0;
    const char *failure = stop_and_copy(thread, &report, &unstopped, wants_copy);
    account(thread, true);
    if (failure != NULL) {
      put_failure(thread, failure);
    } else if (wants_copy) {
      last_number++;
      struct HamonSnapshot record = {
          {HAMON_RECORD_SNAPSHOT, 0, 0, report.time}, report.number, reason, unstopped, report.pause, heap.live_blocks,
          heap.live_bytes};
      put(thread, &record, sizeof record, report.label, strlen(report.label));
    }
  }
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, NULL, 8);
  give(&snapshot_lock);
}

void note_sandbox(void) {
  if (is_sandboxed) return;
  reserve_file();
  is_sandboxed = true;
}

/// For programs: takes a snapshot of the memory now, with a name. Does nothing where no recorder waits for it.
EXPORTED void hamon_memory_snapshot(const char *label) {
  if (!is_on()) return;
  struct thread *thread = enter();
  if (thread == NULL) return;
  const int error = errno;
  take_snapshot(thread, HAMON_SNAPSHOT_EVENT, label);
  leave(thread);
  errno = error;
}

// MARK: - The signal

static int (*real_sigaction)(int, const struct sigaction *, struct sigaction *);

static void *real_of(void **place, const char *name) {
  void *found = __atomic_load_n(place, __ATOMIC_ACQUIRE);
  if (found == NULL) {
    found = dlsym(RTLD_NEXT, name);
    __atomic_store_n(place, found, __ATOMIC_RELEASE);
  }
  return found;
}
#define REAL(name) ((__typeof__(&name))real_of(&of_##name, #name))
static void *of_sigaction, *of_signal, *of_pthread_sigmask, *of_sigprocmask, *of_sigwait, *of_sigwaitinfo, *of_sigtimedwait,
    *of_signalfd;

void begin_snapshots(void) {
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESTART, .sa_sigaction = take_signal};
  memset(&action.sa_mask, 0xff, sizeof action.sa_mask);
  real_sigaction = REAL(sigaction);
  // From the last one down, because programs begin with the first.
  for (int number = SIGRTMAX - 1; number > SIGRTMIN; number--) {
    struct sigaction present;
    if (real_sigaction(number, NULL, &present) != 0) continue;
    if ((present.sa_flags & SA_SIGINFO) != 0 || present.sa_handler != SIG_DFL) continue;
    if (real_sigaction(number, &action, NULL) != 0) continue;
    chained = present;
    snapshot_signal = number;
    const uint64_t set = (uint64_t)1 << (number - 1);
    syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, &set, NULL, sizeof set);
    return;
  }
}

EXPORTED int sigaction(int number, const struct sigaction *action, struct sigaction *previous) {
  if (number != snapshot_signal || number == 0) return REAL(sigaction)(number, action, previous);
  const struct sigaction before = chained;
  if (action != NULL) chained = *action;
  if (previous != NULL) *previous = before;
  return 0;
}

EXPORTED __sighandler_t signal(int number, __sighandler_t handler) {
  if (number != snapshot_signal || number == 0) return REAL(signal)(number, handler);
  const struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  struct sigaction previous;
  sigaction(number, &action, &previous);
  return previous.sa_handler;
}

/// A set of signals to block or to wait for, without this one.
static const sigset_t *without(const sigset_t *set, sigset_t *copy) {
  if (snapshot_signal == 0 || set == NULL) return set;
  *copy = *set;
  sigdelset(copy, snapshot_signal);
  return copy;
}

EXPORTED int pthread_sigmask(int how, const sigset_t *set, sigset_t *previous) {
  sigset_t copy;
  return REAL(pthread_sigmask)(how, how == SIG_UNBLOCK ? set : without(set, &copy), previous);
}

EXPORTED int sigprocmask(int how, const sigset_t *set, sigset_t *previous) {
  sigset_t copy;
  return REAL(sigprocmask)(how, how == SIG_UNBLOCK ? set : without(set, &copy), previous);
}

EXPORTED int sigwait(const sigset_t *set, int *number) {
  sigset_t copy;
  return REAL(sigwait)(without(set, &copy), number);
}

EXPORTED int sigwaitinfo(const sigset_t *set, siginfo_t *info) {
  sigset_t copy;
  return REAL(sigwaitinfo)(without(set, &copy), info);
}

EXPORTED int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *time) {
  sigset_t copy;
  return REAL(sigtimedwait)(without(set, &copy), info, time);
}

int signalfd(int file, const sigset_t *set, int flags);
EXPORTED int signalfd(int file, const sigset_t *set, int flags) {
  sigset_t copy;
  return REAL(signalfd)(file, without(set, &copy), flags);
}
