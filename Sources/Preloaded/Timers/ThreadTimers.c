// The library that hamon loads into programs to sample them if the kernel forbids perf events: docs/samples.md, S8 to S11.
//
// 1. Each thread has a kernel timer on its own CPU clock, which signals only that thread. So only running threads are sampled, and none is
//    woken.
// 2. The handler is safe at any point: it calls nothing but the clock and the kernel, takes no lock, uses no memory but its stack and a
//    ring that only its thread writes to, and reads no word outside its thread's stack.
// 3. A ring is memory of a file whose room on the disk was reserved before: a full disk can't end the program.
// 4. The signal is a real-time signal that the program hasn't used. The program can't block it or take it away; its own handler of the same
//    number still gets the signals that aren't from these timers.
//
// Hamon compiles it into a library of its own, without Swift and without hamon's other modules.
#ifndef TIMED_SAMPLES_H  // In hamon's text it stands before this.
#include "BuildID.h"
#include "TimedSamples.h"
#endif
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <threads.h>

#if !defined(__x86_64__) && !defined(__aarch64__)
#error "hamon samples programs of x86_64 and aarch64"
#endif
#define INTERPOSED __attribute__((visibility("default")))
#ifndef PERF_RECORD_MISC_MMAP_BUILD_ID
#define PERF_RECORD_MISC_MMAP_BUILD_ID (1 << 14)
#endif

enum {
  /// Maximum of threads of a process at a time; more aren't sampled, but counted.
  most_threads = 4096,
  most_objects = 4096,
  /// Maximum of the copied part of a stack.
  copied_bytes = 8192,
  /// Not a record of perf_event_open(2): the kernel's counted times of a thread.
  statistics_record = 1000,
  /// The offset of the numbers below in a ring's first page, after those of perf_event_open(2).
  extra_offset = 2048,
};
static const uint64_t sampler_event = (uint64_t)1 << 61;

struct extra {
  /// Samples without room.
  uint64_t lost;
  /// In the first ring: threads that could not be sampled.
  uint64_t refused;
  /// Set from outside: nobody reads any more.
  uint32_t stopped;
};

/// A sampled thread, with the ring that it writes to. The ring of a thread that has ended goes to another.
struct thread {
  char *ring;
  /// The kernel's number of the thread; 0 while nobody has the ring.
  uint32_t id;
  int timer;
  /// Its stack.
  uintptr_t low, high;
  /// As for `periods_to_tell`.
  uint64_t told;
};

static struct thread threads[most_threads];
static unsigned thread_count;
static pthread_mutex_t growing = PTHREAD_MUTEX_INITIALIZER;
static char directory[PATH_MAX];
static char path[PATH_MAX + 64];
static uint64_t period;
static int expiry;
static struct sigaction chained;
static pid_t process;
static pthread_key_t ending;
static int phase;
static bool is_on;
static uintptr_t objects[most_objects];
static unsigned object_count;

// MARK: - The functions that stand behind those of the same names here

static void *find(void **place, const char *name) {
  void *found = __atomic_load_n(place, __ATOMIC_ACQUIRE);
  if (found == NULL) {
    found = dlsym(RTLD_NEXT, name);
    __atomic_store_n(place, found, __ATOMIC_RELEASE);
  }
  return found;
}
#define REAL(name) ((__typeof__(&name))find(&real_##name, #name))
static void *real_pthread_create, *real_thrd_create, *real_sigaction, *real_signal, *real_pthread_sigmask,
    *real_sigprocmask;

// MARK: - Rings

static struct extra *extra(const struct thread *thread) { return (struct extra *)(thread->ring + extra_offset); }
static uint32_t own_id(void) { return (uint32_t)syscall(SYS_gettid); }

static uint64_t now(void) { return clock_time(CLOCK_MONOTONIC); }

/// Adds a record. Called only by the thread of the ring, while its handler can't run.
static void put(struct thread *thread, void *record, size_t size) {
  const struct iovec piece = {record, size};
  put_pieces(thread->ring, &piece, 1, &extra(thread)->lost);
}

/// Reserves room on the disk for a piece of a file.
static bool reserve(int file, off_t offset, size_t size) {
  int result;
  do {
    result = (int)syscall(SYS_fallocate, file, 0, offset, (off_t)size);
  } while (result != 0 && errno == EINTR);
  if (result == 0) return true;
  if (errno != EOPNOTSUPP) return false;
  static const char zeros[4096];
  for (size_t done = 0; done < size;) {
    const size_t piece = size - done < sizeof zeros ? size - done : sizeof zeros;
    const ssize_t count = pwrite(file, zeros, piece, offset + (off_t)done);
    if (count <= 0) return false;
    done += (size_t)count;
  }
  return true;
}

static bool add_ring(unsigned index) {
  const off_t offset = (off_t)(index * ring_size());
  struct rlimit limit;
  // Beyond its limit a signal of the kernel ends the program.
  const bool is_allowed = getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur >= (rlim_t)offset + ring_size();
  // No descriptor is kept: programs close those that they don't know.
  const int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | (index == 0 ? O_CREAT | O_EXCL : 0);
  const int file = (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0600);
  if (file < 0) return false;
  void *ring = MAP_FAILED;
  if (is_allowed && reserve(file, offset, ring_size())) {
    ring = mmap(NULL, ring_size(), PROT_READ | PROT_WRITE, MAP_SHARED, file, offset);
  }
  syscall(SYS_close, file);
  if (ring == MAP_FAILED) return false;
  threads[index].ring = ring;
  return true;
}

/// Gives the calling thread a ring; NULL, which is counted, if there is none.
static struct thread *take_ring(void) {
  const uint32_t self = own_id();
  const unsigned count = __atomic_load_n(&thread_count, __ATOMIC_ACQUIRE);
  for (unsigned index = 0; index < count; index++) {
    uint32_t nobody = 0;
    if (__atomic_compare_exchange_n(
            &threads[index].id, &nobody, self, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
      return &threads[index];
    }
  }
  struct thread *taken = NULL;
  pthread_mutex_lock(&growing);
  if (thread_count < most_threads && add_ring(thread_count)) {
    taken = &threads[thread_count];
    taken->id = self;
    __atomic_store_n(&thread_count, thread_count + 1, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&growing);
  if (taken == NULL && count > 0) __atomic_fetch_add(&extra(&threads[0])->refused, 1, __ATOMIC_RELAXED);
  return taken;
}

// MARK: - Records

struct trailer {
  uint32_t process, thread;
  uint64_t time, processor, event;
};

static struct trailer trailer(const struct thread *thread) {
  return (struct trailer){(uint32_t)process, thread->id, now(), 0, sampler_event};
}

/// A thread begins or ends.
static void put_task(struct thread *thread, uint32_t type, uint32_t parent, uint32_t creator) {
  struct {
    struct perf_event_header header;
    uint32_t process, parent, thread, creator;
    uint64_t time;
    struct trailer trailer;
  } record = {
      {type, 0, sizeof record}, (uint32_t)process, parent, thread->id, creator, now(), trailer(thread),
  };
  put(thread, &record, sizeof record);
}

/// A thread gets a name; for an execution, the name of the program.
static void put_name(struct thread *thread, bool is_execution) {
  struct {
    struct perf_event_header header;
    uint32_t process, thread;
    char name[16];
    struct trailer trailer;
  } record = {
      {PERF_RECORD_COMM, is_execution ? PERF_RECORD_MISC_COMM_EXEC : 0, sizeof record},
      (uint32_t)process, thread->id, "", trailer(thread),
  };
  prctl(PR_GET_NAME, record.name);
  put(thread, &record, sizeof record);
}

/// The kernel's counts of the calling thread: how long it ran and was ready, and how often it went on (schedstat).
static void put_statistics(struct thread *thread) {
  struct {
    struct perf_event_header header;
    uint64_t running, ready, slices;
    struct trailer trailer;
  } record = {{statistics_record, 0, sizeof record}, 0, 0, 0, trailer(thread)};
  const int file = (int)syscall(SYS_openat, AT_FDCWD, "/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  char text[96];
  const ssize_t count = syscall(SYS_read, file, text, sizeof text - 1);
  syscall(SYS_close, file);
  if (count <= 0) return;
  text[count] = 0;
  char *rest = text;
  record.running = strtoull(rest, &rest, 10);
  // For a running thread the kernel's number is as old as the last tick, and this one isn't.
  const uint64_t used = clock_time(CLOCK_THREAD_CPUTIME_ID);
  if (used != 0) record.running = used;
  record.ready = strtoull(rest, &rest, 10);
  record.slices = strtoull(rest, &rest, 10);
  put(thread, &record, sizeof record);
}

static void put_segment(
    struct thread *thread, const struct dl_phdr_info *info, const ElfW(Phdr) *segment, const char *name) {
  struct {
    struct perf_event_header header;
    uint32_t process, thread;
    uint64_t address, length, offset;
    uint8_t id_size, none[3], id[20];
    uint32_t protection, flags;
    char rest[PATH_MAX + 8 + sizeof(struct trailer)];
  } record = {
      .header = {PERF_RECORD_MMAP2, PERF_RECORD_MISC_USER, 0},
      .process = (uint32_t)process,
      .thread = thread->id,
      .protection = PROT_READ | PROT_EXEC,
      .flags = MAP_PRIVATE,
  };
  const uintptr_t begin = info->dlpi_addr + segment->p_vaddr;
  const uintptr_t page = begin & ~(uintptr_t)(page_size() - 1);
  record.address = page;
  record.length = begin + segment->p_memsz - page;
  record.offset = segment->p_offset & ~(uint64_t)(page_size() - 1);
  record.id_size = (uint8_t)build_id(info, record.id, sizeof record.id);
  if (record.id_size > 0) record.header.misc |= PERF_RECORD_MISC_MMAP_BUILD_ID;
  const size_t length = strnlen(name, PATH_MAX - 1);
  memcpy(record.rest, name, length);
  const size_t padded = (length + 8) / 8 * 8;
  const struct trailer end = trailer(thread);
  memcpy(record.rest + padded, &end, sizeof end);
  record.header.size = (uint16_t)(offsetof(__typeof__(record), rest) + padded + sizeof end);
  put(thread, &record, record.header.size);
}

static int put_object(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  struct thread *thread = context;
  char name[PATH_MAX] = "";
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_X) == 0) continue;
    const uintptr_t begin = info->dlpi_addr + segment->p_vaddr;
    bool is_known = false;
    for (unsigned place = 0; place < object_count; place++) is_known |= objects[place] == begin;
    if (is_known) continue;
    if (object_count < most_objects) objects[object_count++] = begin;
    if (name[0] == 0) {
      // In the kernel's form: without symbolic links.
      if (info->dlpi_name == NULL || info->dlpi_name[0] == 0) {
        const ssize_t length = readlink("/proc/self/exe", name, sizeof name - 1);
        name[length > 0 ? length : 0] = 0;
      } else if (strncmp(info->dlpi_name, "linux-vdso", 10) == 0) {
        memcpy(name, "[vdso]", 7);
      } else if (realpath(info->dlpi_name, name) == NULL) {
        strncpy(name, info->dlpi_name, sizeof name - 1);
      }
    }
    put_segment(thread, info, segment, name);
  }
  return 0;
}

// MARK: - Samples

// Functions in which threads begin here, whose frames are left out.
#define BEGINS_THREADS __attribute__((section("hamon_beginnings"), noinline, used))
extern const char __start_hamon_beginnings[] __attribute__((visibility("hidden")));
extern const char __stop_hamon_beginnings[] __attribute__((visibility("hidden")));

static void take_sample(struct thread *thread, const ucontext_t *context) {
  if (__atomic_load_n(&extra(thread)->stopped, __ATOMIC_RELAXED) != 0) {
    const struct itimerspec never = {{0, 0}, {0, 0}};
    syscall(SYS_timer_settime, thread->timer, 0, &never, NULL);
    return;
  }
  const uint64_t periods = periods_to_tell(&thread->told, period);
  if (periods == 0) return;
  const struct known_stack known = {
      process, thread->low, thread->high, __start_hamon_beginnings, __stop_hamon_beginnings};
  uint64_t copied = 0;
#if defined(__x86_64__)
  const uintptr_t stack = place_of(context).stack;
  if (stack >= thread->low && stack < thread->high) {
    copied = (thread->high - stack) & ~(uint64_t)7;
    if (copied > copied_bytes) copied = copied_bytes;
  }
#else
  const uintptr_t stack = 0;
#endif
  struct timed_sample sample = {.event = sampler_event, .thread = thread->id, .period = period * periods};
  const size_t size = fill_sample(&sample, &known, context, copied);
  put_sample(thread->ring, &sample, size, (void *)stack, copied, copied, &extra(thread)->lost);
}

/// Passes a signal that isn't from our timers to the program's own handler.
static void pass_on(int number, siginfo_t *info, void *context) {
  const struct sigaction action = chained;
  if (action.sa_flags & SA_SIGINFO) {
    action.sa_sigaction(number, info, context);
  } else if (action.sa_handler == SIG_DFL) {
    const struct sigaction standard = {.sa_handler = SIG_DFL};
    REAL(sigaction)(number, &standard, NULL);
    syscall(SYS_tgkill, process, own_id(), number);
  } else if (action.sa_handler != SIG_IGN) {
    action.sa_handler(number);
  }
}

static void take_signal(int number, siginfo_t *info, void *context) {
  struct thread *thread = info->si_value.sival_ptr;
  if (info->si_code != SI_TIMER || thread < threads || thread >= threads + most_threads) {
    pass_on(number, info, context);
    return;
  }
  const int error = errno;
  take_sample(thread, context);
  errno = error;
}

// MARK: - Threads

static void mask_expiry(int how) {
  const uint64_t set = (uint64_t)1 << (expiry - 1);
  syscall(SYS_rt_sigprocmask, how, &set, NULL, sizeof set);
}

static void find_stack(struct thread *thread) {
  pthread_attr_t attributes;
  void *start = NULL;
  size_t size = 0;
  thread->low = thread->high = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  if (pthread_attr_getstack(&attributes, &start, &size) == 0) {
    thread->low = (uintptr_t)start;
    thread->high = (uintptr_t)start + size;
  }
  pthread_attr_destroy(&attributes);
}

/// Samples the calling thread from now on.
static void arm(struct thread *thread) {
  thread->told = clock_time(CLOCK_THREAD_CPUTIME_ID);
  mask_expiry(SIG_UNBLOCK);
  if (start_timer(&thread->timer, (pid_t)thread->id, expiry, thread, period)) return;
  thread->timer = -1;
  __atomic_fetch_add(&extra(&threads[0])->refused, 1, __ATOMIC_RELAXED);
}

static void begin_thread(uint32_t creator) {
  struct thread *thread = take_ring();
  if (thread == NULL) return;
  find_stack(thread);
  put_task(thread, PERF_RECORD_FORK, (uint32_t)process, creator);
  pthread_setspecific(ending, thread);
  arm(thread);
}

/// The calling thread ends; its ring becomes another's.
static void end_thread(void *value) {
  struct thread *thread = value;
  if (getpid() != process) return;
  mask_expiry(SIG_BLOCK);
  if (thread->timer >= 0) {
    syscall(SYS_timer_delete, thread->timer);
    // Signals that came meanwhile must not be handled when the ring is another's.
    const uint64_t set = (uint64_t)1 << (expiry - 1);
    const struct timespec none = {0, 0};
    while (syscall(SYS_rt_sigtimedwait, &set, NULL, &none, sizeof set) > 0) {
    }
  }
  put_name(thread, false);
  put_statistics(thread);
  put_task(thread, PERF_RECORD_EXIT, (uint32_t)process, thread->id);
  __atomic_store_n(&thread->id, 0, __ATOMIC_RELEASE);
}

struct beginning {
  void *(*body)(void *);
  thrd_start_t other_body;
  void *argument;
  uint32_t creator;
};

BEGINS_THREADS static void *begin(void *value) {
  const struct beginning beginning = *(struct beginning *)value;
  free(value);
  begin_thread(beginning.creator);
  return beginning.body(beginning.argument);
}

BEGINS_THREADS static int begin_other(void *value) {
  const struct beginning beginning = *(struct beginning *)value;
  free(value);
  begin_thread(beginning.creator);
  return beginning.other_body(beginning.argument);
}

// MARK: - Processes

static void begin_file(void) {
  process = getpid();
  snprintf(path, sizeof path, "%s/%d-%llu", directory, (int)process, (unsigned long long)now());
}

/// A forked process has its own file; what it has from its parent stays the parent's.
static void begin_child(void) {
  if (!is_on || getpid() == process) return;
  const pid_t parent = process;
  const struct thread *forking = pthread_getspecific(ending);
  const struct thread before = forking == NULL ? (struct thread){.id = (uint32_t)parent} : *forking;
  for (unsigned index = 0; index < thread_count; index++) munmap(threads[index].ring, ring_size());
  memset(threads, 0, sizeof(struct thread) * thread_count);
  thread_count = 0;
  growing = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  begin_file();
  struct thread *thread = take_ring();
  pthread_setspecific(ending, thread);
  if (thread == NULL) {
    is_on = false;
    return;
  }
  thread->low = before.low;
  thread->high = before.high;
  put_task(thread, PERF_RECORD_FORK, (uint32_t)parent, before.id);
  put_name(thread, false);
  put_statistics(thread);
  arm(thread);
}

static bool choose_signal(void) {
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK, .sa_sigaction = take_signal};
  sigfillset(&action.sa_mask);
  // From the last one down, because programs begin with the first.
  for (int number = SIGRTMAX - 1; number > SIGRTMIN; number--) {
    struct sigaction present;
    if (REAL(sigaction)(number, NULL, &present) != 0) continue;
    if ((present.sa_flags & SA_SIGINFO) != 0 || present.sa_handler != SIG_DFL) continue;
    expiry = number;
    chained = present;
    return REAL(sigaction)(number, &action, NULL) == 0;
  }
  return false;
}

static void begin_process(void) {
  int fresh = 0;
  if (!__atomic_compare_exchange_n(&phase, &fresh, 1, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return;
  const char *where = getenv("HAMON_TIMERS_DIRECTORY");
  const char *time = getenv("HAMON_TIMERS_PERIOD");
  if (where == NULL || time == NULL || strlen(where) >= sizeof directory) return;
  period = strtoull(time, NULL, 10);
  if (period == 0) return;
  strcpy(directory, where);
  begin_file();
  struct thread *thread = take_ring();
  if (thread == NULL) return;
  if (pthread_key_create(&ending, end_thread) != 0 || pthread_atfork(NULL, NULL, begin_child) != 0 ||
      !choose_signal()) {
    extra(thread)->refused++;
    return;
  }
  find_stack(thread);
  pthread_setspecific(ending, thread);
  put_name(thread, true);
  put_statistics(thread);
  dl_iterate_phdr(put_object, thread);
  is_on = true;
  arm(thread);
}

__attribute__((constructor)) static void load(void) { begin_process(); }

/// The process ends in order: reports what it has loaded meanwhile, and the end of this thread.
__attribute__((destructor)) static void unload(void) {
  if (!is_on || getpid() != process) return;
  struct thread *thread = pthread_getspecific(ending);
  if (thread == NULL) return;
  mask_expiry(SIG_BLOCK);
  dl_iterate_phdr(put_object, thread);
  pthread_setspecific(ending, NULL);
  end_thread(thread);
}

// MARK: - What programs call

/// How a thread is to begin; NULL if it isn't to be sampled.
static struct beginning *new_beginning(void *(*body)(void *), thrd_start_t other_body, void *argument) {
  begin_process();
  if (is_on && getpid() != process) begin_child();
  struct beginning *beginning = is_on ? malloc(sizeof *beginning) : NULL;
  if (beginning != NULL) *beginning = (struct beginning){body, other_body, argument, own_id()};
  return beginning;
}

INTERPOSED int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  struct beginning *beginning = new_beginning(body, NULL, argument);
  if (beginning == NULL) return REAL(pthread_create)(thread, attributes, body, argument);
  const int error = REAL(pthread_create)(thread, attributes, begin, beginning);
  if (error != 0) free(beginning);
  return error;
}

INTERPOSED int thrd_create(thrd_t *thread, thrd_start_t body, void *argument) {
  struct beginning *beginning = new_beginning(NULL, body, argument);
  if (beginning == NULL) return REAL(thrd_create)(thread, body, argument);
  const int result = REAL(thrd_create)(thread, begin_other, beginning);
  if (result != thrd_success) free(beginning);
  return result;
}

INTERPOSED int sigaction(int number, const struct sigaction *action, struct sigaction *previous) {
  if (!is_on || number != expiry) return REAL(sigaction)(number, action, previous);
  const struct sigaction before = chained;
  if (action != NULL) chained = *action;
  if (previous != NULL) *previous = before;
  return 0;
}

INTERPOSED __sighandler_t signal(int number, __sighandler_t handler) {
  if (!is_on || number != expiry) return REAL(signal)(number, handler);
  const struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  struct sigaction previous;
  sigaction(number, &action, &previous);
  return previous.sa_handler;
}

/// A set of signals to block, without the timers' signal.
static const sigset_t *blocked(int how, const sigset_t *set, sigset_t *copy) {
  if (!is_on || set == NULL || how == SIG_UNBLOCK) return set;
  *copy = *set;
  sigdelset(copy, expiry);
  return copy;
}

INTERPOSED int pthread_sigmask(int how, const sigset_t *set, sigset_t *previous) {
  sigset_t copy;
  return REAL(pthread_sigmask)(how, blocked(how, set, &copy), previous);
}

INTERPOSED int sigprocmask(int how, const sigset_t *set, sigset_t *previous) {
  sigset_t copy;
  return REAL(sigprocmask)(how, blocked(how, set, &copy), previous);
}
