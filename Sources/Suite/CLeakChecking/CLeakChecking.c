// Takes the place of malloc(3) and its like in a test's program, and passes on to the next allocator while nobody notes blocks.
//
//  1. A program's own functions come first for all its libraries, also for those that are loaded later.
//  2. While blocks are noted, each gets an address that no block had before. So nothing that was left over anywhere leads to one of them:
//     what does lead there holds it. Blocks of more than 32 KiB, and those for which there is no room, are the next allocator's.
//  3. A block is noted before it is given away, and forgotten before it is freed, by whoever owns it: so slots need no lock.
//  4. What is freed is wiped: what was left there would hold what nothing holds.
//  5. Addresses that were given to earlier checks are roots of later ones, as all that was allocated before.
#define _GNU_SOURCE
#include "CLeakChecking.h"

// Sanitizers have their own allocators, and map more memory than can be read.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define HAS_SANITIZER
#endif
#endif

#if defined(__GLIBC__) && (defined(__x86_64__) || defined(__aarch64__)) && !defined(HAS_SANITIZER)

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <sched.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "HeapLayout.h"

/// The last frame of each stack is the thread that allocates. The one before is the beginning of the last check, of blocks that aren't
/// fresh: their addresses don't tell how old they are.
enum { BEGINNING = HAMON_STACK_FRAMES - 2, MAKER = HAMON_STACK_FRAMES - 1 };
enum { REGIONS = 1 << 22, MOST_REGIONS = 1 << 12, MOST_STACKS = 1 << 18, MOST_THREADS = 1 << 12, UNKNOWN_STACK = 1 };

/// The checks that go on, and those of them that ask for the blocks of all threads.
static int noting, noting_all;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
/// The first of its own ranges is what may be given to the check that goes on.
static struct HamonHeap heap = {
    .magic = HAMON_HEAP_MAGIC, .version = HAMON_LAYOUT_VERSION, .size = sizeof heap, .mode = HAMON_MODE_ALL, .own_count = 1};
static uint32_t *slots_of[REGIONS];
static struct HamonRegion regions[MOST_REGIONS];
static struct HamonRange own[MOST_REGIONS];
static struct HamonThread threads[MOST_THREADS];
static struct HamonStack *stacks;
/// The numbers of stacks by their hashes.
static uint32_t stack_ids[2 * MOST_STACKS];
static uint32_t stack_count = UNKNOWN_STACK;
static uint32_t stack_chunks[MOST_STACKS / 256];
static int table_lock;

/// Whether the calling thread is in here: what the C library allocates for it meanwhile isn't noted.
#define OF_THREAD static __thread __attribute__((tls_model("initial-exec")))
OF_THREAD int busy;
/// The checks of this thread's blocks that go on.
OF_THREAD int noting_own;
OF_THREAD uintptr_t stack_end;
OF_THREAD pid_t own_number;

static void take(int *lock) {
  while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE)) sched_yield();
}
static void give(int *lock) { __atomic_store_n(lock, 0, __ATOMIC_RELEASE); }

static void *own_memory(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  if (heap.own_count < MOST_REGIONS) own[heap.own_count++] = (struct HamonRange){(uint64_t)memory, (uint64_t)memory + size};
  return memory;
}

// MARK: - Slots

static uint32_t *slot_at(uintptr_t address, bool makes_region) {
  if (address >> 48 != 0) return NULL;
  const uintptr_t number = address >> HAMON_REGION_SHIFT;
  uint32_t *slots = __atomic_load_n(&slots_of[number], __ATOMIC_ACQUIRE);
  if (slots == NULL) {
    if (!makes_region) return NULL;
    take(&table_lock);
    slots = slots_of[number];
    if (slots == NULL && heap.region_count < MOST_REGIONS) {
      slots = own_memory(HAMON_REGION_SIZE);
      if (slots != NULL) {
        regions[heap.region_count++] = (struct HamonRegion){number << HAMON_REGION_SHIFT, (uint64_t)slots, 0};
        __atomic_store_n(&slots_of[number], slots, __ATOMIC_RELEASE);
      }
    }
    give(&table_lock);
    if (slots == NULL) return NULL;
  }
  return &slots[address >> HAMON_GRANULE_SHIFT & (HAMON_REGION_SLOTS - 1)];
}

// MARK: - Stacks

/// Where the C library has put the end of the first thread's stack.
extern void *__libc_stack_end;

static uintptr_t end_of_stack(void) {
  // Those of other threads lie below their control blocks.
  if (stack_end == 0) {
    stack_end = cleakchecking_thread() == getpid() ? (uintptr_t)__libc_stack_end : (uintptr_t)__builtin_thread_pointer();
  }
  return stack_end;
}

/// The number of the stack of whoever called the function with this frame, if a check asks for it: other tests have many.
static uint32_t find_stack(const uintptr_t *frame, uint64_t beginning) {
  if (noting_own == 0 && __atomic_load_n(&noting_all, __ATOMIC_RELAXED) == 0) return UNKNOWN_STACK;
  struct HamonStack found = {0};
  const uintptr_t end = end_of_stack();
  while (found.count < BEGINNING && (uintptr_t)frame % 8 == 0 && (uintptr_t)frame + 16 <= end && frame[1] > 4096) {
    found.frames[found.count++] = frame[1];
    found.hash = (found.hash ^ frame[1]) * UINT64_C(0x9e3779b97f4a7c15);
    const uintptr_t *next = (const uintptr_t *)frame[0];
    if (next <= frame || (uintptr_t)next - (uintptr_t)frame > 1 << 20) break;
    frame = next;
  }
  found.frames[BEGINNING] = beginning;
  found.frames[MAKER] = (uint64_t)cleakchecking_thread();
  found.hash = (found.hash ^ beginning << 32 ^ found.frames[MAKER]) * UINT64_C(0x9e3779b97f4a7c15);
  take(&table_lock);
  if (stacks == NULL) stacks = own_memory(sizeof(struct HamonStack) * MOST_STACKS);
  uint32_t id = UNKNOWN_STACK;
  for (uint64_t place = found.hash >> 32; stacks != NULL; place++) {
    uint32_t *slot = &stack_ids[place % (2 * MOST_STACKS)];
    if (*slot == 0) {
      if (stack_count + 2 >= MOST_STACKS) break;
      // The first of each chunk is its header.
      stack_count += (stack_count + 1) % 256 == 0 ? 2 : 1;
      id = *slot = stack_count;
      found.id = id;
      stacks[id] = found;
      break;
    }
    if (stacks[*slot].hash == found.hash && stacks[*slot].count == found.count) {
      id = *slot;
      break;
    }
  }
  give(&table_lock);
  return id;
}

// MARK: - Addresses that no block had before

enum { HEADER = 16, GROUP_SHIFT = 18, LARGEST = 1 << 15, MOST_GROUPS = 1 << 16 };

static struct {
  uintptr_t begin;
  uintptr_t end;
  uintptr_t next;
  /// That of the last check, an address of its own.
  uintptr_t beginning;
  /// How many blocks are in each 256 KiB.
  uint32_t counts[MOST_GROUPS];
} fresh;

/// Has the table's lock.
static bool reserve_fresh(void) {
  if (fresh.begin != 0) return fresh.end != 0;
  // Less where memory may not be promised.
  for (size_t groups = MOST_GROUPS; groups >= 1 << 10; groups >>= 2) {
    const size_t size = groups << GROUP_SHIFT;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) continue;
    fresh.begin = fresh.next = ((uintptr_t)memory + (1 << GROUP_SHIFT) - 1) >> GROUP_SHIFT << GROUP_SHIFT;
    __atomic_store_n(&fresh.end, ((uintptr_t)memory + size) >> GROUP_SHIFT << GROUP_SHIFT, __ATOMIC_RELEASE);
    return true;
  }
  fresh.begin = UINTPTR_MAX;
  return false;
}

static bool is_fresh(const void *block) {
  // Until there is an end the beginning may not be seen.
  return (uintptr_t)block < __atomic_load_n(&fresh.end, __ATOMIC_ACQUIRE) && (uintptr_t)block >= fresh.begin;
}

static size_t size_of_fresh(const void *block) { return *(const size_t *)((const char *)block - HEADER); }

/// Where the next block may begin; a block is never empty, so that no two have one address.
static uintptr_t end_of_fresh(uintptr_t block, size_t size) { return (block + (size == 0 ? 1 : size) + 15) & ~(uintptr_t)15; }

static uintptr_t group_of(uintptr_t address) { return (address - fresh.begin) >> GROUP_SHIFT; }

/// Memory of zeros; NULL if there is none left.
static void *make_fresh(size_t alignment, size_t size) {
  if (size > LARGEST || alignment > LARGEST || (alignment & (alignment - 1)) != 0) return NULL;
  if (alignment < 16) alignment = 16;
  void *block = NULL;
  take(&table_lock);
  if (reserve_fresh()) {
    const uintptr_t address = (fresh.next + HEADER + alignment - 1) & ~(alignment - 1);
    const uintptr_t end = end_of_fresh(address, size);
    if (end < fresh.end) {
      fresh.next = end;
      const uintptr_t first = group_of(address - HEADER), last = group_of(end - 1);
      fresh.counts[first]++;
      if (last != first) fresh.counts[last]++;
      block = (void *)address;
      *(size_t *)(address - HEADER) = size;
    }
  }
  give(&table_lock);
  return block;
}

/// Gives the memory of 256 KiB back, and that of its slots; the addresses stay used up.
static void leave_group(uintptr_t group) {
  if (--fresh.counts[group] > 0) return;
  const uintptr_t begin = fresh.begin + (group << GROUP_SHIFT);
  if (begin + (1 << GROUP_SHIFT) > fresh.next) return;
  madvise((void *)begin, 1 << GROUP_SHIFT, MADV_DONTNEED);
  uint32_t *slots = __atomic_load_n(&slots_of[begin >> HAMON_REGION_SHIFT], __ATOMIC_ACQUIRE);
  if (slots == NULL) return;
  slots += begin >> HAMON_GRANULE_SHIFT & (HAMON_REGION_SLOTS - 1);
  madvise(slots, sizeof *slots << (GROUP_SHIFT - HAMON_GRANULE_SHIFT), MADV_DONTNEED);
}

static void free_fresh(void *block) {
  const size_t size = size_of_fresh(block);
  // Freed before, as the C library would say.
  if (size > LARGEST) abort();
  const uintptr_t first = group_of((uintptr_t)block - HEADER), last = group_of(end_of_fresh((uintptr_t)block, size) - 1);
  memset(block, 0, size);
  *(size_t *)((char *)block - HEADER) = SIZE_MAX;
  const int error = errno;
  take(&table_lock);
  leave_group(first);
  if (last != first) leave_group(last);
  give(&table_lock);
  errno = error;
}

// MARK: - Blocks

static bool is_noting(void) { return __atomic_load_n(&noting, __ATOMIC_RELAXED) != 0; }

static void *note(void *block, size_t size, const uintptr_t *frame) {
  if (block == NULL) return NULL;
  busy = 1;
  const int error = errno;
  uint32_t *slot = slot_at((uintptr_t)block, true), other;
  if (slot == NULL) {
    __atomic_fetch_add(&heap.untracked, 1, __ATOMIC_RELAXED);
  } else {
    const uint32_t present = __atomic_load_n(slot, __ATOMIC_RELAXED);
    if (present == 0 || (present & HAMON_SLOT_REST) != 0) __atomic_fetch_add(&heap.live_blocks, 1, __ATOMIC_RELAXED);
    const uint64_t beginning = is_fresh(block) ? 0 : __atomic_load_n(&fresh.beginning, __ATOMIC_RELAXED);
    hamon_slot_write(slot, (uintptr_t)block, size < HAMON_MOST_SIZE ? size : HAMON_MOST_SIZE, find_stack(frame, beginning), 0, &other);
  }
  errno = error;
  busy = 0;
  return block;
}

static void forget(void *block) {
  uint32_t *slot = slot_at((uintptr_t)block, false), other;
  const uint32_t first = slot == NULL ? 0 : __atomic_load_n(slot, __ATOMIC_RELAXED);
  if (!hamon_slot_is_of(first, (uintptr_t)block)) return;
  hamon_slot_clear(slot, first, &other);
  __atomic_fetch_sub(&heap.live_blocks, 1, __ATOMIC_RELAXED);
}

// MARK: - The functions

static struct {
  void *(*malloc)(size_t);
  void *(*calloc)(size_t, size_t);
  void *(*realloc)(void *, size_t);
  int (*posix_memalign)(void **, size_t, size_t);
  void *(*aligned_alloc)(size_t, size_t);
  void *(*memalign)(size_t, size_t);
  size_t (*malloc_usable_size)(void *);
  void (*free)(void *);
} next;

/// Whether the next allocator is known. Not while it is looked for, which may allocate: such blocks have fresh addresses too.
static bool has_next(void) {
  OF_THREAD int looks;
  if (__atomic_load_n(&next.free, __ATOMIC_ACQUIRE) != NULL) return true;
  if (looks) return false;
  looks = 1;
#define FIND(name) __atomic_store_n(&next.name, (__typeof__(next.name))dlsym(RTLD_NEXT, #name), __ATOMIC_RELEASE)
  FIND(malloc);
  FIND(calloc);
  FIND(realloc);
  FIND(posix_memalign);
  FIND(aligned_alloc);
  FIND(memalign);
  FIND(malloc_usable_size);
  FIND(free);
  looks = 0;
  return next.free != NULL;
}

/// A block of the next allocator, or a fresh one that is noted.
#define ALLOCATE(alignment, size, otherwise)                        \
  do {                                                              \
    if (!has_next()) return make_fresh(alignment, size);            \
    if (!is_noting() || busy) return otherwise;                     \
    void *block = make_fresh(alignment, size);                      \
    if (block == NULL) block = otherwise;                           \
    return note(block, size, __builtin_frame_address(0));           \
  } while (0)

/// Pages of the system.
static size_t page_size(void) { return (size_t)sysconf(_SC_PAGESIZE); }

void *malloc(size_t size) { ALLOCATE(16, size, next.malloc(size)); }
void *aligned_alloc(size_t alignment, size_t size) { ALLOCATE(alignment, size, next.aligned_alloc(alignment, size)); }
void *memalign(size_t alignment, size_t size) { ALLOCATE(alignment, size, next.memalign(alignment, size)); }

void *valloc(size_t size) { return memalign(page_size(), size); }
void *pvalloc(size_t size) { return memalign(page_size(), (size + page_size() - 1) & ~(page_size() - 1)); }

void *calloc(size_t count, size_t each) {
  size_t size;
  if (__builtin_mul_overflow(count, each, &size)) {
    errno = ENOMEM;
    return NULL;
  }
  ALLOCATE(16, size, next.calloc(count, each));
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  const bool notes = is_noting() && !busy;
  void *block = notes || !has_next() ? make_fresh(alignment, size) : NULL;
  if (block == NULL) {
    const int error = next.posix_memalign(&block, alignment, size);
    if (error != 0) return error;
  }
  *result = notes ? note(block, size, __builtin_frame_address(0)) : block;
  return 0;
}

size_t malloc_usable_size(void *block) {
  if (is_fresh(block)) return size_of_fresh(block);
  return block == NULL || !has_next() ? 0 : next.malloc_usable_size(block);
}

void free(void *block) {
  if (block == NULL) return;
  if (is_noting()) forget(block);
  if (is_fresh(block)) {
    free_fresh(block);
  } else if (has_next()) {
    if (is_noting()) memset(block, 0, next.malloc_usable_size(block));
    next.free(block);
  }
}

void free_sized(void *block, size_t size) {
  (void)size;
  free(block);
}

void free_aligned_sized(void *block, size_t alignment, size_t size) {
  (void)alignment;
  free_sized(block, size);
}

void *realloc(void *block, size_t size) {
  if (block == NULL) ALLOCATE(16, size, next.malloc(size));
  if (has_next() && !is_noting() && !is_fresh(block)) return next.realloc(block, size);
  if (size == 0) {
    free(block);
    return NULL;
  }
  // A block of its own, so that the old one can be wiped.
  const bool notes = is_noting() && !busy;
  void *moved = notes || !has_next() ? make_fresh(16, size) : NULL;
  if (moved == NULL) moved = next.malloc(size);
  if (moved == NULL) return NULL;
  const size_t before = malloc_usable_size(block);
  memcpy(moved, block, before < size ? before : size);
  free(block);
  return notes ? note(moved, size, __builtin_frame_address(0)) : moved;
}

void *reallocarray(void *block, size_t count, size_t each) {
  size_t size;
  if (__builtin_mul_overflow(count, each, &size)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(block, size);
}

// MARK: - Checks

/// By these names they are the ones of this file, whatever was loaded before.
extern void *own_malloc(size_t size) __attribute__((alias("malloc"), visibility("hidden")));
extern void own_free(void *block) __attribute__((alias("free"), visibility("hidden")));

bool cleakchecking_is_possible(void) {
  // Not in a library that was loaded after another allocator.
  return dlsym(RTLD_DEFAULT, "malloc") == (void *)own_malloc && dlsym(RTLD_DEFAULT, "free") == (void *)own_free;
}

/// The child of a fork has one thread, which doesn't have the lock.
static void give_table(void) { give(&table_lock); }
__attribute__((constructor)) static void note_forks(void) { pthread_atfork(NULL, NULL, give_table); }

static void set_up(void) {
  static bool is_set_up;
  if (is_set_up) return;
  is_set_up = true;
  const struct HamonRange tables[] = {
      {(uint64_t)slots_of, (uint64_t)slots_of + sizeof slots_of},
      {(uint64_t)stack_ids, (uint64_t)stack_ids + sizeof stack_ids},
      {(uint64_t)threads, (uint64_t)threads + sizeof threads},
  };
  memcpy(&own[heap.own_count], tables, sizeof tables);
  heap.own_count += sizeof tables / sizeof tables[0];
  for (uint32_t chunk = 0; chunk < MOST_STACKS / 256; chunk++) stack_chunks[chunk] = chunk;
}

pid_t cleakchecking_thread(void) {
  if (own_number == 0) own_number = (pid_t)syscall(SYS_gettid);
  return own_number;
}

bool cleakchecking_has_made(uint64_t block, uint32_t stack, uint64_t beginning, pid_t thread) {
  // Each fresh block has a greater address than those before.
  const bool is_known = stacks != NULL && stack > UNKNOWN_STACK && stack < MOST_STACKS;
  if ((is_fresh((void *)block) ? block : is_known ? stacks[stack].frames[BEGINNING] : 0) < beginning) return false;
  return thread == 0 || (is_known && stacks[stack].frames[MAKER] == (uint64_t)thread);
}

/// Counts a check that begins, or ends.
static void count_check(bool is_of_all_threads, int change) {
  __atomic_add_fetch(&noting, change, __ATOMIC_RELEASE);
  if (is_of_all_threads) __atomic_add_fetch(&noting_all, change, __ATOMIC_RELAXED);
  else noting_own += change;
}

uint64_t cleakchecking_begin(bool is_of_all_threads) {
  pthread_mutex_lock(&mutex);
  set_up();
  take(&table_lock);
  const bool has_fresh = reserve_fresh();
  if (has_fresh && fresh.next < fresh.end - HEADER) fresh.next += HEADER;
  const uint64_t beginning = fresh.next;
  __atomic_store_n(&fresh.beginning, beginning, __ATOMIC_RELAXED);
  if (has_fresh && noting == 0) own[0] = (struct HamonRange){beginning, fresh.end};
  give(&table_lock);
  count_check(is_of_all_threads, 1);
  pthread_mutex_unlock(&mutex);
  return beginning;
}

void cleakchecking_end(bool is_of_all_threads) {
  pthread_mutex_lock(&mutex);
  count_check(is_of_all_threads, -1);
  if (noting == 0) {
    for (uint64_t region = 0; region < heap.region_count; region++) {
      madvise((void *)regions[region].slots, HAMON_REGION_SIZE, MADV_DONTNEED);
    }
    __atomic_store_n(&heap.live_blocks, 0, __ATOMIC_RELAXED);
    take(&table_lock);
    memset(stack_ids, 0, sizeof stack_ids);
    stack_count = UNKNOWN_STACK;
    give(&table_lock);
  }
  pthread_mutex_unlock(&mutex);
}

/// Where the stack of a thread ends that waits in the kernel; 0 for one that runs.
static uint64_t waiting_stack(int tid) {
  char path[64], text[256];
  snprintf(path, sizeof path, "/proc/self/task/%d/syscall", tid);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  text[length > 0 ? length : 0] = 0;
  // "running", or the call and its arguments, the stack pointer and the instruction.
  char *last = strrchr(text, ' ');
  if (last == NULL) return 0;
  *last = 0;
  char *stack = strrchr(text, ' ');
  return stack == NULL ? 0 : strtoull(stack, NULL, 16);
}

static void list_threads(void) {
  heap.thread_count = 0;
  DIR *directory = opendir("/proc/self/task");
  if (directory == NULL) return;
  const int self = (int)syscall(SYS_gettid);
  for (struct dirent *entry; (entry = readdir(directory)) != NULL && heap.thread_count < MOST_THREADS - 1;) {
    const int tid = atoi(entry->d_name);
    if (tid == 0 || tid == self) continue;
    struct HamonThread *thread = &threads[heap.thread_count++];
    memset(thread, 0, sizeof *thread);
    thread->tid = tid;
    thread->stack = thread->interrupted = waiting_stack(tid);
    thread->state = thread->stack == 0 ? HAMON_THREAD_RUNNING : HAMON_THREAD_BLOCKED;
  }
  closedir(directory);
}

__attribute__((noinline)) struct cleakchecking_place cleakchecking_here(void) {
  struct cleakchecking_place place = {.stack = (uint64_t)__builtin_frame_address(0)};
#if defined(__x86_64__)
  __asm__ volatile("mov %%rbx, 0(%0); mov %%r12, 8(%0); mov %%r13, 16(%0); mov %%r14, 24(%0); mov %%r15, 32(%0)"
                   :
                   : "r"(place.registers)
                   : "memory");
#else
  __asm__ volatile(
      "stp x19, x20, [%0]; stp x21, x22, [%0, 16]; stp x23, x24, [%0, 32]; stp x25, x26, [%0, 48]; stp x27, x28, [%0, 64]"
      :
      : "r"(place.registers)
      : "memory");
#endif
  return place;
}

void cleakchecking_note_own(bool notes) { busy += notes ? -1 : 1; }

pid_t cleakchecking_copy(struct cleakchecking_place place, uint64_t *address) {
  busy++;
  pthread_mutex_lock(&mutex);
  list_threads();
  struct HamonThread *thread = &threads[heap.thread_count++];
  memset(thread, 0, sizeof *thread);
  thread->tid = (int)syscall(SYS_gettid);
  thread->state = HAMON_THREAD_STOPPED;
  thread->stack = place.stack;
  thread->register_count = sizeof place.registers / sizeof place.registers[0];
  memcpy(thread->registers, place.registers, sizeof place.registers);
  thread->thread_pointer = (uint64_t)__builtin_thread_pointer();
  heap.pid = getpid();
  heap.regions = (uint64_t)regions;
  heap.file = (uint64_t)stacks;
  heap.stack_chunks = (uint64_t)stack_chunks;
  heap.stack_chunk_count = MOST_STACKS / 256;
  heap.threads = (uint64_t)threads;
  heap.own = (uint64_t)own;
  heap.maker = thread->tid;
  take(&table_lock);
  // Without a signal for its end, and without what others do at a fork.
  const pid_t copy = (pid_t)syscall(SYS_clone, 0, 0, 0, 0, 0);
  if (copy == 0) {
    syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    for (;;) syscall(SYS_ppoll, NULL, 0, NULL, NULL, 0);
  }
  give(&table_lock);
  pthread_mutex_unlock(&mutex);
  busy--;
  *address = (uint64_t)&heap;
  return copy;
}

void cleakchecking_release(pid_t copy) {
  kill(copy, SIGKILL);
  while (waitpid(copy, NULL, __WALL) < 0 && errno == EINTR) {
  }
}

#else

#include <errno.h>

bool cleakchecking_is_possible(void) { return false; }
uint64_t cleakchecking_begin(bool is_of_all_threads) {
  (void)is_of_all_threads;
  return 0;
}
pid_t cleakchecking_thread(void) { return 0; }
bool cleakchecking_has_made(uint64_t block, uint32_t stack, uint64_t beginning, pid_t thread) {
  (void)block;
  (void)stack;
  (void)beginning;
  (void)thread;
  return false;
}
void cleakchecking_end(bool is_of_all_threads) { (void)is_of_all_threads; }
struct cleakchecking_place cleakchecking_here(void) { return (struct cleakchecking_place){0}; }
void cleakchecking_note_own(bool notes) { (void)notes; }
pid_t cleakchecking_copy(struct cleakchecking_place place, uint64_t *heap) {
  (void)place;
  (void)heap;
  errno = ENOSYS;
  return -1;
}
void cleakchecking_release(pid_t copy) { (void)copy; }

#endif
