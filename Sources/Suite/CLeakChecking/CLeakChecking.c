// Takes the place of malloc(3) and its like in a test's process, while somebody notes blocks.
//
//  1. Calls between libraries go through tables of addresses, in which those of the allocator's functions are replaced meanwhile, in all
//     libraries that are loaded. So nothing is different at other times, and each allocator is passed on to.
//  2. A block is noted before it is given away, and forgotten before it is freed, by whoever owns it: so slots need no lock.
//  3. What is freed meanwhile is wiped: what was left there would hold what nothing holds.
#define _GNU_SOURCE
#include "CLeakChecking.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
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

#if defined(__x86_64__)
enum { TO_FUNCTION = R_X86_64_JUMP_SLOT, TO_DATA = R_X86_64_GLOB_DAT, TO_ADDRESS = R_X86_64_64 };
#else
enum { TO_FUNCTION = R_AARCH64_JUMP_SLOT, TO_DATA = R_AARCH64_GLOB_DAT, TO_ADDRESS = R_AARCH64_ABS64 };
#endif

/// The last two frames of each stack say since which beginning and in which thread it allocates.
enum { TURN = HAMON_STACK_FRAMES - 2, MAKER = HAMON_STACK_FRAMES - 1 };
enum { REGIONS = 1 << 22, MOST_REGIONS = 1 << 12, MOST_STACKS = 1 << 16, MOST_THREADS = 1 << 12, UNKNOWN_STACK = 1 };

static int noting;
/// How often blocks have begun to be noted.
static uint64_t turn;
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
static __thread pid_t own_number;

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
  while (found.count < TURN && (uintptr_t)frame % 8 == 0 && (uintptr_t)frame + 16 <= end && frame[1] > 4096) {
    found.frames[found.count++] = frame[1];
    found.hash = (found.hash ^ frame[1]) * UINT64_C(0x9e3779b97f4a7c15);
    const uintptr_t *next = (const uintptr_t *)frame[0];
    if (next <= frame || (uintptr_t)next - (uintptr_t)frame > 1 << 20) break;
    frame = next;
  }
  found.frames[TURN] = __atomic_load_n(&turn, __ATOMIC_RELAXED);
  found.frames[MAKER] = (uint64_t)cleakchecking_thread();
  found.hash = (found.hash ^ found.frames[TURN] << 32 ^ found.frames[MAKER]) * UINT64_C(0x9e3779b97f4a7c15);
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
  if (block == NULL) return;
  uint64_t *slot = slot_at((uintptr_t)block, false);
  if (slot != NULL && __atomic_exchange_n(slot, 0, __ATOMIC_RELAXED) != 0) __atomic_fetch_sub(&heap.live_blocks, 1, __ATOMIC_RELAXED);
  memset(block, 0, malloc_usable_size(block));
}

// MARK: - The functions

static struct {
  void *(*malloc)(size_t);
  void *(*calloc)(size_t, size_t);
  void *(*realloc)(void *, size_t);
  void (*free)(void *);
  int (*posix_memalign)(void **, size_t, size_t);
  void *(*aligned_alloc)(size_t, size_t);
  void *(*memalign)(size_t, size_t);
} real;

#define NOTED(call, size)                           \
  do {                                              \
    void *noted = call;                             \
    note(noted, size, __builtin_frame_address(0));  \
    return noted;                                   \
  } while (0)

static void *noted_malloc(size_t size) { NOTED(real.malloc(size), size); }
static void *noted_calloc(size_t count, size_t size) { NOTED(real.calloc(count, size), count * size); }
static void *noted_aligned_alloc(size_t alignment, size_t size) { NOTED(real.aligned_alloc(alignment, size), size); }
static void *noted_memalign(size_t alignment, size_t size) { NOTED(real.memalign(alignment, size), size); }

static int noted_posix_memalign(void **result, size_t alignment, size_t size) {
  const int error = real.posix_memalign(result, alignment, size);
  if (error == 0) note(*result, size, __builtin_frame_address(0));
  return error;
}

static void noted_free(void *block) {
  forget(block);
  real.free(block);
}

static void *noted_realloc(void *block, size_t size) {
  if (block == NULL) NOTED(real.malloc(size), size);
  if (size == 0) {
    forget(block);
    return real.realloc(block, size);
  }
  // A block of its own, so that the old one can be wiped.
  void *moved = real.malloc(size);
  if (moved == NULL) return NULL;
  const size_t before = malloc_usable_size(block);
  memcpy(moved, block, before < size ? before : size);
  noted_free(block);
  note(moved, size, __builtin_frame_address(0));
  return moved;
}

static void *noted_reallocarray(void *block, size_t count, size_t each) {
  size_t size;
  if (__builtin_mul_overflow(count, each, &size)) {
    errno = ENOMEM;
    return NULL;
  }
  return noted_realloc(block, size);
}

// MARK: - Tables

static const struct {
  const char *name;
  void *function;
} replaced[] = {
    {"malloc", noted_malloc},
    {"calloc", noted_calloc},
    {"realloc", noted_realloc},
    {"free", noted_free},
    {"posix_memalign", noted_posix_memalign},
    {"aligned_alloc", noted_aligned_alloc},
    {"memalign", noted_memalign},
    {"reallocarray", noted_reallocarray},
};
enum { MOST_CHANGES = 1 << 13 };

/// A place in a table, and what was there.
static struct {
  void **place;
  void *before;
} changes[MOST_CHANGES];
static size_t change_count;

/// Writes into a table, which may be protected.
static bool write_to(void **place, void *value) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  void *start = (void *)((uintptr_t)place & ~(page - 1));
  if (mprotect(start, page, PROT_READ | PROT_WRITE) != 0) return false;
  __atomic_store_n(place, value, __ATOMIC_RELEASE);
  return true;
}

static void replace_in(uintptr_t base, const ElfW(Rela) *table, size_t size, const ElfW(Sym) *symbols, const char *names) {
  for (const ElfW(Rela) *entry = table; entry < table + size / sizeof *table; entry++) {
    const uint64_t type = ELF64_R_TYPE(entry->r_info);
    if ((type != TO_FUNCTION && type != TO_DATA && type != TO_ADDRESS) || entry->r_addend != 0) continue;
    const char *name = names + symbols[ELF64_R_SYM(entry->r_info)].st_name;
    for (size_t index = 0; index < sizeof replaced / sizeof replaced[0]; index++) {
      if (strcmp(name, replaced[index].name) != 0 || change_count == MOST_CHANGES) continue;
      void **place = (void **)(base + entry->r_offset);
      void *before = *place;
      if (!write_to(place, replaced[index].function)) continue;
      changes[change_count].place = place;
      changes[change_count++].before = before;
    }
  }
}

static int replace_in_library(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  (void)context;
  const ElfW(Dyn) *dynamic = NULL;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    const uintptr_t begin = info->dlpi_addr + segment->p_vaddr;
    if (segment->p_type == PT_DYNAMIC) dynamic = (const ElfW(Dyn) *)begin;
  }
  if (dynamic == NULL) return 0;
  const ElfW(Rela) *table = NULL, *calls = NULL;
  const ElfW(Sym) *symbols = NULL;
  const char *names = NULL;
  size_t table_size = 0, calls_size = 0;
  for (; dynamic->d_tag != DT_NULL; dynamic++) {
    // Those of the kernel's library are offsets.
    const uintptr_t value = dynamic->d_un.d_ptr < info->dlpi_addr ? dynamic->d_un.d_ptr + info->dlpi_addr : dynamic->d_un.d_ptr;
    switch (dynamic->d_tag) {
      case DT_RELA: table = (const ElfW(Rela) *)value; break;
      case DT_RELASZ: table_size = dynamic->d_un.d_val; break;
      case DT_JMPREL: calls = (const ElfW(Rela) *)value; break;
      case DT_PLTRELSZ: calls_size = dynamic->d_un.d_val; break;
      case DT_SYMTAB: symbols = (const ElfW(Sym) *)value; break;
      case DT_STRTAB: names = (const char *)value; break;
      default: break;
    }
  }
  if (symbols == NULL || names == NULL) return 0;
  if (table != NULL) replace_in(info->dlpi_addr, table, table_size, symbols, names);
  if (calls != NULL) replace_in(info->dlpi_addr, calls, calls_size, symbols, names);
  return 0;
}

static void restore(void) {
  // A library may be gone.
  for (size_t index = 0; index < change_count; index++) {
    Dl_info info;
    if (dladdr(changes[index].place, &info) != 0) write_to(changes[index].place, changes[index].before);
  }
  change_count = 0;
}

// MARK: - Checks

bool cleakchecking_is_possible(void) {
  // Sanitizers map more memory than can be read, and have their own leaks.
  const char *const sanitizers[] = {"__asan_init", "__tsan_init", "__msan_init", "__hwasan_init"};
  for (int index = 0; index < 4; index++) {
    if (dlsym(RTLD_DEFAULT, sanitizers[index]) != NULL) return false;
  }
  return dlsym(RTLD_DEFAULT, "malloc") != NULL && dlsym(RTLD_DEFAULT, "free") != NULL;
}

static void find_functions(void) {
#define FIND(name) real.name = (__typeof__(real.name))dlsym(RTLD_DEFAULT, #name)
  FIND(malloc);
  FIND(calloc);
  FIND(realloc);
  FIND(free);
  FIND(posix_memalign);
  FIND(aligned_alloc);
  FIND(memalign);
  own[heap.own_count++] = (struct HamonRange){(uint64_t)slots_of, (uint64_t)slots_of + sizeof slots_of};
  own[heap.own_count++] = (struct HamonRange){(uint64_t)stack_ids, (uint64_t)stack_ids + sizeof stack_ids};
  own[heap.own_count++] = (struct HamonRange){(uint64_t)threads, (uint64_t)threads + sizeof threads};
  for (uint32_t chunk = 0; chunk < MOST_STACKS / 256; chunk++) stack_chunks[chunk] = chunk;
}

/// Wipes blocks that are free, of the sizes that objects have: what lies in them may lead to where the next ones will be.
static void wipe_free_blocks(void) {
  enum { EACH = 256, LARGEST = 1032 };
  void *blocks[EACH];
  for (size_t size = 24; size <= LARGEST; size += 16) {
    int count = 0;
    while (count < EACH && (blocks[count] = real.malloc(size)) != NULL) {
      memset(blocks[count], 0, malloc_usable_size(blocks[count]));
      count++;
    }
    while (count > 0) real.free(blocks[--count]);
  }
}

pid_t cleakchecking_thread(void) {
  if (own_number == 0) own_number = (pid_t)syscall(SYS_gettid);
  return own_number;
}

bool cleakchecking_has_made(uint32_t stack, uint64_t beginning, pid_t thread) {
  if (stacks == NULL || stack <= UNKNOWN_STACK || stack >= MOST_STACKS) return false;
  const struct HamonStack *found = &stacks[stack];
  return found->frames[TURN] >= beginning && (thread == 0 || found->frames[MAKER] == (uint64_t)thread);
}

uint64_t cleakchecking_begin(void) {
  pthread_mutex_lock(&mutex);
  if (noting++ == 0) {
    if (real.malloc == NULL) find_functions();
    wipe_free_blocks();
    dl_iterate_phdr(replace_in_library, NULL);
  }
  const uint64_t beginning = __atomic_add_fetch(&turn, 1, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&mutex);
  return beginning;
}

void cleakchecking_end(void) {
  pthread_mutex_lock(&mutex);
  if (--noting == 0) {
    restore();
    for (uint64_t region = 0; region < heap.region_count; region++) {
      madvise((void *)regions[region].slots, sizeof(uint64_t) * HAMON_REGION_SLOTS, MADV_DONTNEED);
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
uint64_t cleakchecking_begin(void) { return 0; }
pid_t cleakchecking_thread(void) { return 0; }
bool cleakchecking_has_made(uint32_t stack, uint64_t beginning, pid_t thread) {
  (void)stack;
  (void)beginning;
  (void)thread;
  return false;
}
void cleakchecking_end(void) {}
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
