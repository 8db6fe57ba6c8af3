// What each thread has done that isn't in the sums yet, and the totals of all.
//
//  1. Only its own thread writes to a `struct thread`, or who has stopped all others. Others read its counters, which may be a moment old.
//  2. Nobody is told of a thread's end. When a new thread comes, those that have ended are looked for, now and then, and their places are given
//     away; what they have done is added first.
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <sys/resource.h>

#include "Memory.h"

enum { THREADS_AT_ONCE = 128, MOST_SEGMENTS = 512 };

__thread struct thread *current __attribute__((tls_model("initial-exec")));
__thread int64_t quiet __attribute__((tls_model("initial-exec")));
lock thread_lock, totals_lock;
static struct thread *segments[MOST_SEGMENTS];
static unsigned thread_count;
/// The count at which the ended ones are looked for.
static unsigned crowd = 64;
/// What threads have done whose places were given away.
static struct totals ended;
static uint64_t last_totals;

static struct thread *thread_at(unsigned place) { return &segments[place / THREADS_AT_ONCE][place % THREADS_AT_ONCE]; }

void each_thread(void (*body)(struct thread *thread, void *context), void *context) {
  const unsigned count = __atomic_load_n(&thread_count, __ATOMIC_ACQUIRE);
  for (unsigned place = 0; place < count; place++) body(thread_at(place), context);
}

// MARK: - Sums

void flush_free(struct recent_free *recent) {
  struct HamonSum *sum = recent->blocks == 0 ? NULL : sum_of(recent->id, HAMON_CHUNK_SUMS);
  if (sum != NULL) {
    __atomic_fetch_add(&sum->freed_blocks, recent->blocks, __ATOMIC_RELAXED);
    __atomic_fetch_add(&sum->freed_bytes, recent->bytes, __ATOMIC_RELAXED);
  }
  recent->blocks = 0;
  recent->bytes = 0;
}

void flush_thread(struct thread *thread) {
  check_fork();
  for (unsigned place = 0; place < RECENT_WALKS; place++) flush_walk(&thread->walks[place]);
  for (unsigned place = 0; place < RECENT_FREES; place++) flush_free(&thread->frees[place]);
}

static void add(struct thread *thread, void *context) {
  struct totals *sum = context;
  sum->allocated_blocks += thread->allocated_blocks;
  sum->allocated_bytes += thread->allocated_bytes;
  sum->freed_blocks += thread->freed_blocks;
  sum->freed_bytes += thread->freed_bytes;
}

struct totals totals(void) {
  struct totals sum = ended;
  each_thread(add, &sum);
  return sum;
}

static uint64_t resident(void) {
  if (is_sandboxed) return 0;
  char text[96];
  const int file = (int)syscall(SYS_openat, -100, "/proc/self/statm", 02000000);
  if (file < 0) return 0;
  const long count = syscall(SYS_read, file, text, sizeof text - 1);
  syscall(SYS_close, file);
  uint64_t pages = 0;
  long place = 0;
  while (place < count && text[place] != ' ') place++;
  for (place++; place < count && text[place] >= '0' && text[place] <= '9'; place++) pages = 10 * pages + (uint64_t)(text[place] - '0');
  return pages * 4096;
}

/// The live bytes at the last copy of the sums.
static uint64_t peak_bytes;

/// Copies the sums where 1 % more is alive than at the last copy: so they are of a moment with at least 99 % of the peak.
static void look_for_peak(const struct HamonTotals *totals) {
  if (totals->live_bytes <= peak_bytes + peak_bytes / 100) return;
  peak_bytes = totals->live_bytes;
  copy_peak(totals->record.time, totals->live_blocks, totals->live_bytes);
}

void account(struct thread *thread, bool anyway) {
  const uint64_t time = now();
  enum { PAUSE = 10000000 };
  if (!anyway && time - thread->flushed < PAUSE) return;
  thread->flushed = time;
  if (notes_all) flush_thread(thread);
  uint64_t last = __atomic_load_n(&last_totals, __ATOMIC_RELAXED);
  if (!anyway && (time - last < PAUSE || last > time)) return;
  if (!__atomic_compare_exchange_n(&last_totals, &last, time, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED) && !anyway) return;
  reap_copies();
  struct HamonTotals record = {.record = {HAMON_RECORD_TOTALS, 0, 0, time}, .resident_bytes = resident()};
  const int64_t mapped = __atomic_load_n(&program_mapped, __ATOMIC_RELAXED);
  record.mapped_bytes = mapped > 0 ? (uint64_t)mapped : 0;
  take(&totals_lock);
  if (notes_all) {
    const struct totals sum = totals();
    record.allocated_blocks = sum.allocated_blocks;
    record.allocated_bytes = sum.allocated_bytes;
    // A counter may be older than another.
    record.live_blocks = sum.allocated_blocks > sum.freed_blocks ? sum.allocated_blocks - sum.freed_blocks : 0;
    record.live_bytes = sum.allocated_bytes > sum.freed_bytes ? sum.allocated_bytes - sum.freed_bytes : 0;
    heap.live_blocks = record.live_blocks;
    heap.live_bytes = record.live_bytes;
    look_for_peak(&record);
  }
  give(&totals_lock);
  put(thread, &record, sizeof record, NULL, 0);
}

// MARK: - Samples

/// The negative natural logarithm of a number between 0 and 1: of 2^-e m, e ln 2 - ln m.
static double negative_logarithm(uint64_t random) {
  const int zeros = random == 0 ? 63 : __builtin_clzll(random);
  const double part = (double)(random << zeros) * 0x1p-64;
  // ln m by the series of the inverse hyperbolic tangent: of m in [1/2, 1) exact to 10^-10.
  const double ratio = (part - 1) / (part + 1), square = ratio * ratio;
  double term = ratio, sum = 0;
  for (int power = 1; power < 22; power += 2) {
    sum += term / power;
    term *= square;
  }
  return (zeros)*0.6931471805599453 - 2 * sum;
}

void draw_sample(struct thread *thread) {
  uint64_t random = thread->random += UINT64_C(0x9e3779b97f4a7c15);
  random = (random ^ random >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  random = (random ^ random >> 27) * UINT64_C(0x94d049bb133111eb);
  const double bytes = negative_logarithm(random ^ random >> 31) * (double)sample_rate;
  thread->until_sample = bytes < 1 ? 1 : bytes > 0x1p60 ? INT64_C(1) << 60 : (int64_t)bytes;
}

void count_down(struct thread *thread) {
  const int64_t left = notes_all ? (int64_t)(thread->next_look - thread->allocated_bytes) : quiet;
  thread->until_sample -= thread->given - left;
  thread->given = left;
}

void give_quiet(struct thread *thread) {
  enum { MOST = 64 << 10 };
  thread->given = thread->until_sample;
  if (notes_all) {
    if (thread->given > MOST) thread->given = MOST;
    thread->next_look = thread->allocated_bytes + (uint64_t)thread->given;
  } else {
    quiet = thread->given;
  }
}

// MARK: - Threads

extern void *__libc_stack_end;

void find_bounds(struct thread *thread) {
  if (thread->tid == process_id) {
    struct rlimit limit = {0, 0};
    syscall(SYS_prlimit64, 0, RLIMIT_STACK, NULL, &limit);
    const uintptr_t most = (uintptr_t)1 << 30;
    thread->high = (uintptr_t)__libc_stack_end + 16;
    thread->low = thread->high - (limit.rlim_cur < most ? limit.rlim_cur : most);
    return;
  }
  pthread_attr_t attributes;
  void *start = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  if (pthread_attr_getstack(&attributes, &start, &size) == 0) {
    thread->low = (uintptr_t)start;
    thread->high = (uintptr_t)start + size;
  }
  pthread_attr_destroy(&attributes);
}

/// Makes a thread's place as if new. The words of its walks mean nothing without these.
static void forget(struct thread *thread) { memset(thread, 0, offsetof(struct thread, words)); }

/// Whether a thread has ended, or was the one that now has its number.
static bool has_ended(const struct thread *thread, int own) {
  return thread->tid == own || (!is_sandboxed && syscall(SYS_tgkill, process_id, thread->tid, 0) != 0 && errno == ESRCH);
}

/// A place for a thread, with the lock; null if there is no memory.
static struct thread *place_for(int tid) {
  struct thread *found = NULL;
  if (thread_count >= crowd) {
    for (unsigned place = 0; place < thread_count; place++) {
      struct thread *thread = thread_at(place);
      // Who ended in the library may hold what it was doing.
      if (thread->tid == 0 || thread->busy || !has_ended(thread, tid)) continue;
      flush_thread(thread);
      add(thread, &ended);
      forget(thread);
      found = thread;
    }
    // Until half as many again have come, all are living.
    unsigned living = 0;
    for (unsigned place = 0; place < thread_count; place++) living += thread_at(place)->tid != 0;
    crowd = found == NULL ? thread_count + thread_count / 2 : living + living / 2 > 64 ? living + living / 2 : 64;
  }
  for (unsigned place = 0; found == NULL && place < thread_count; place++) {
    if (thread_at(place)->tid == 0) found = thread_at(place);
  }
  if (found != NULL) return found;
  const unsigned segment = thread_count / THREADS_AT_ONCE;
  if (segment >= MOST_SEGMENTS) return NULL;
  if (segments[segment] == NULL) segments[segment] = own_memory(THREADS_AT_ONCE * sizeof(struct thread));
  if (segments[segment] == NULL) return NULL;
  __atomic_store_n(&thread_count, thread_count + 1, __ATOMIC_RELEASE);
  return thread_at(thread_count - 1);
}

struct thread *new_thread(void) {
  if (!is_on()) return NULL;
  const int error = errno;
  const int tid = (int)syscall(SYS_gettid);
  sigset_t all, before;
  // A handler that allocates must not wait for the lock that its own thread has.
  memset(&all, 0xff, sizeof all);
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &before, 8);
  take(&thread_lock);
  struct thread *thread = place_for(tid);
  if (thread != NULL) {
    thread->tid = tid;
    thread->busy = 1;
    thread->low = thread->high = UINTPTR_MAX;
    thread->random = now() ^ (uint64_t)tid << 32;
  }
  give(&thread_lock);
  if (thread != NULL) {
    current = thread;
    draw_sample(thread);
    give_quiet(thread);
    thread->busy = 0;
  }
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, NULL, 8);
  errno = error;
  return thread;
}

struct thread *begin_thread(void) {
  struct thread *thread = new_thread();
  if (thread == NULL) return NULL;
  const int error = errno;
  thread->busy = 1;
  find_bounds(thread);
  leave(thread);
  errno = error;
  return thread;
}

void forget_threads(struct thread *own) {
  thread_lock = totals_lock = 0;
  for (unsigned place = 0; place < thread_count; place++) {
    struct thread *thread = thread_at(place);
    if (thread == own) continue;
    forget(thread);
  }
  if (own != NULL) {
    own->tid = (int)syscall(SYS_gettid);
    own->chunk = NULL;
    own->pending = 0;
    own->next_look -= own->allocated_bytes;
    own->allocated_blocks = own->allocated_bytes = own->freed_blocks = own->freed_bytes = 0;
    memset(own->frees, 0, sizeof own->frees);
    for (unsigned place = 0; place < RECENT_WALKS; place++) {
      own->walks[place].blocks = 0;
      own->walks[place].bytes = 0;
    }
  }
  ended = (struct totals){0, 0, 0, 0};
  peak_bytes = last_totals = 0;
}

void begin_totals(struct totals live) { ended = live; }
