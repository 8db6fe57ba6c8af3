// Stands before malloc(3) and its like in a test's process. While nobody notes anything, it does nothing but pass calls on.
//
//  1. The functions are weak: an allocator that a program is linked with takes their place, and no blocks are noted.
//  2. A block is noted before it is given away, and forgotten before it is freed, by whoever owns it: so slots need no lock.
//  3. What is freed meanwhile is wiped: what was left there would hold what nothing holds.
#define _GNU_SOURCE
#include "CLeakChecking.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#if defined(__linux__) && defined(__GLIBC__) && (defined(__x86_64__) || defined(__aarch64__)) && !defined(HAS_SANITIZER)

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
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

#define WEAK __attribute__((weak, visibility("default")))

// The C library's own, which it has exported since its first version for 64 bits.
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void *__libc_valloc(size_t);
void *__libc_pvalloc(size_t);
void __libc_free(void *);

enum { REGIONS = 1 << 22, MOST_REGIONS = 1 << 12, MOST_STACKS = 1 << 16, MOST_THREADS = 1 << 12, UNKNOWN_STACK = 1 };

static int noting;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct HamonHeap heap = {.magic = HAMON_HEAP_MAGIC, .version = HAMON_LAYOUT_VERSION, .size = sizeof heap, .mode = HAMON_MODE_ALL};
static uint64_t *slots_of[REGIONS];
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
static __thread int busy;
static __thread uintptr_t stack_end;

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

static uint64_t *slot_at(uintptr_t address, bool makes_region) {
  if (address >> 48 != 0) return NULL;
  const uintptr_t number = address >> HAMON_REGION_SHIFT;
  uint64_t *slots = __atomic_load_n(&slots_of[number], __ATOMIC_ACQUIRE);
  if (slots == NULL) {
    if (!makes_region) return NULL;
    take(&table_lock);
    slots = slots_of[number];
    if (slots == NULL && heap.region_count < MOST_REGIONS) {
      slots = own_memory(sizeof(uint64_t) * HAMON_REGION_SLOTS);
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

static uintptr_t end_of_stack(void) {
  if (stack_end == 0) {
    pthread_attr_t attributes;
    void *low = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
      pthread_attr_getstack(&attributes, &low, &size);
      pthread_attr_destroy(&attributes);
    }
    stack_end = low == NULL ? 1 : (uintptr_t)low + size;
  }
  return stack_end;
}

/// The number of the stack of whoever called the function with this frame.
static uint32_t find_stack(const uintptr_t *frame) {
  struct HamonStack found = {0};
  const uintptr_t end = end_of_stack();
  while (found.count < HAMON_STACK_FRAMES && (uintptr_t)frame % 8 == 0 && (uintptr_t)frame + 16 <= end && frame[1] > 4096) {
    found.frames[found.count++] = frame[1];
    found.hash = (found.hash ^ frame[1]) * UINT64_C(0x9e3779b97f4a7c15);
    const uintptr_t *next = (const uintptr_t *)frame[0];
    if (next <= frame || (uintptr_t)next - (uintptr_t)frame > 1 << 20) break;
    frame = next;
  }
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

// MARK: - Blocks

static void note(void *block, size_t size, const uintptr_t *frame) {
  if (block == NULL || busy) return;
  busy = 1;
  const int error = errno;
  uint64_t *slot = slot_at((uintptr_t)block, true);
  if (slot == NULL) {
    __atomic_fetch_add(&heap.untracked, 1, __ATOMIC_RELAXED);
  } else if (__atomic_exchange_n(
                 slot, (size & HAMON_SLOT_SIZE_MASK) | (uint64_t)find_stack(frame) << HAMON_SLOT_STACK_SHIFT, __ATOMIC_RELAXED) == 0) {
    __atomic_fetch_add(&heap.live_blocks, 1, __ATOMIC_RELAXED);
  }
  errno = error;
  busy = 0;
}

static void forget(void *block) {
  if (block == NULL || busy) return;
  uint64_t *slot = slot_at((uintptr_t)block, false);
  if (slot != NULL && __atomic_exchange_n(slot, 0, __ATOMIC_RELAXED) != 0) __atomic_fetch_sub(&heap.live_blocks, 1, __ATOMIC_RELAXED);
  memset(block, 0, malloc_usable_size(block));
}

#define IS_NOTING (__builtin_expect(__atomic_load_n(&noting, __ATOMIC_RELAXED), 0) != 0)
#define NOTED(call, size)                                              \
  do {                                                                 \
    void *noted = call;                                                \
    if (IS_NOTING) note(noted, size, __builtin_frame_address(0));      \
    return noted;                                                      \
  } while (0)

WEAK void *malloc(size_t size) { NOTED(__libc_malloc(size), size); }
WEAK void *calloc(size_t count, size_t size) { NOTED(__libc_calloc(count, size), count * size); }
WEAK void *memalign(size_t alignment, size_t size) { NOTED(__libc_memalign(alignment, size), size); }
WEAK void *aligned_alloc(size_t alignment, size_t size) { NOTED(__libc_memalign(alignment, size), size); }
WEAK void *valloc(size_t size) { NOTED(__libc_valloc(size), size); }
WEAK void *pvalloc(size_t size) { NOTED(__libc_pvalloc(size), size); }

WEAK int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *block = __libc_memalign(alignment, size);
  if (block == NULL) return ENOMEM;
  if (IS_NOTING) note(block, size, __builtin_frame_address(0));
  *result = block;
  return 0;
}

WEAK void free(void *block) {
  if (IS_NOTING) forget(block);
  __libc_free(block);
}

WEAK void *realloc(void *block, size_t size) {
  if (!IS_NOTING || block == NULL || size == 0) {
    if (IS_NOTING && block != NULL) forget(block);
    NOTED(__libc_realloc(block, size), size);
  }
  // A block of its own, so that the old one can be wiped.
  void *moved = __libc_malloc(size);
  if (moved == NULL) return NULL;
  const size_t before = malloc_usable_size(block);
  memcpy(moved, block, before < size ? before : size);
  forget(block);
  __libc_free(block);
  note(moved, size, __builtin_frame_address(0));
  return moved;
}

WEAK void *reallocarray(void *block, size_t count, size_t each) {
  size_t size;
  if (__builtin_mul_overflow(count, each, &size)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(block, size);
}

// MARK: - Checks

bool cleakchecking_is_possible(void) {
  // Whether the C library's own calls come here is seen by what they leave.
  static int is_here = -1;
  if (is_here >= 0) return is_here;
  cleakchecking_begin();
  char *text = strdup("hamon");
  const uint64_t *slot = text == NULL ? NULL : slot_at((uintptr_t)text, false);
  is_here = slot != NULL && *slot != 0;
  free(text);
  cleakchecking_end();
  return is_here;
}

void cleakchecking_begin(void) {
  pthread_mutex_lock(&mutex);
  if (heap.own_count == 0) {
    own[heap.own_count++] = (struct HamonRange){(uint64_t)slots_of, (uint64_t)slots_of + sizeof slots_of};
    own[heap.own_count++] = (struct HamonRange){(uint64_t)stack_ids, (uint64_t)stack_ids + sizeof stack_ids};
    own[heap.own_count++] = (struct HamonRange){(uint64_t)threads, (uint64_t)threads + sizeof threads};
  }
  for (uint32_t chunk = 0; chunk < MOST_STACKS / 256; chunk++) stack_chunks[chunk] = chunk;
  __atomic_fetch_add(&noting, 1, __ATOMIC_SEQ_CST);
  pthread_mutex_unlock(&mutex);
}

void cleakchecking_end(void) {
  pthread_mutex_lock(&mutex);
  if (__atomic_sub_fetch(&noting, 1, __ATOMIC_SEQ_CST) == 0) {
    for (uint64_t region = 0; region < heap.region_count; region++) {
      madvise((void *)regions[region].slots, sizeof(uint64_t) * HAMON_REGION_SLOTS, MADV_DONTNEED);
    }
    __atomic_store_n(&heap.live_blocks, 0, __ATOMIC_RELAXED);
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

__attribute__((noinline)) pid_t cleakchecking_copy(uint64_t *address) {
  // What the caller keeps in registers is in this frame from now on.
  __builtin_unwind_init();
  busy++;
  pthread_mutex_lock(&mutex);
  list_threads();
  struct HamonThread *thread = &threads[heap.thread_count++];
  memset(thread, 0, sizeof *thread);
  thread->tid = (int)syscall(SYS_gettid);
  thread->state = HAMON_THREAD_STOPPED;
  thread->stack = (uint64_t)__builtin_frame_address(0) - 128;
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
void cleakchecking_begin(void) {}
void cleakchecking_end(void) {}
pid_t cleakchecking_copy(uint64_t *heap) {
  (void)heap;
  errno = ENOSYS;
  return -1;
}
void cleakchecking_release(pid_t copy) { (void)copy; }

#endif
