// The stacks of allocations, each noted once, and the code that their frames are in.
//
//  1. A thread keeps the last walks, so that a loop walks its stack once, with what is to be added to the sums of their stacks.
//  2. The table is read without a lock: an entry's number is written before its hash. A larger table is complete before it takes the place of
//     another, which stays, for somebody may be reading it.
//  3. The dynamic linker is asked without a lock of the library: it may be calling malloc with its own locked. A fork must not wait for that
//     lock, which a thread that is only in its parent may have. So it is asked by what takes none, of glibc 2.35; with an older one, forks
//     know what code their parent knew.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "BuildID.h"
#include "Memory.h"

// MARK: - Code

struct code {
  uintptr_t begin, end;
  /// PT_GNU_EH_FRAME.
  const uint8_t *table;
  /// What was recorded of it, with its path; null where there was no room.
  const struct HamonImage *image;
};

enum { MOST_CODE = 4096, MOST_IMAGES = MOST_CODE << 8 };
static struct code known_code[MOST_CODE];
static unsigned known_count;
/// The images of the known code, in memory for MOST_IMAGES bytes.
static char *images;
static size_t images_used;
lock image_lock;
uint64_t image_turn = 1;

static const struct code *code_at(uintptr_t address) {
  const unsigned count = __atomic_load_n(&known_count, __ATOMIC_ACQUIRE);
  for (unsigned place = 0; place < count; place++) {
    if (address >= known_code[place].begin && address < known_code[place].end) return &known_code[place];
  }
  return NULL;
}

void forget_images(void) {
  take(&image_lock);
  __atomic_store_n(&known_count, 0, __ATOMIC_RELEASE);
  images_used = 0;
  // Odd, as it is where it begins: each stack gets another hash.
  __atomic_fetch_add(&image_turn, UINT64_C(0x9e3779b97f4a7c16), __ATOMIC_RELAXED);
  give(&image_lock);
  forget_rules();
}

struct search {
  uintptr_t address;
  bool is_found;
  const uint8_t *table;
  struct HamonImage image;
  char path[PATH_MAX];
};

static int look_in(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  struct search *search = context;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    const uintptr_t begin = info->dlpi_addr + segment->p_vaddr;
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_X) == 0) continue;
    if (search->address < begin || search->address >= begin + segment->p_memsz) continue;
    search->is_found = true;
    for (int other = 0; other < info->dlpi_phnum; other++) {
      if (info->dlpi_phdr[other].p_type != PT_GNU_EH_FRAME) continue;
      search->table = (const uint8_t *)(info->dlpi_addr + info->dlpi_phdr[other].p_vaddr);
    }
    const uintptr_t page = begin & ~(uintptr_t)4095;
    search->image = (struct HamonImage){
        {HAMON_RECORD_IMAGE, 0, 0, now()}, page, begin + segment->p_memsz, segment->p_offset - (begin - page), 0, {0}};
    search->image.build_id_size = (uint32_t)build_id(info, search->image.build_id, sizeof search->image.build_id);
    if (info->dlpi_name == NULL || info->dlpi_name[0] == 0) {
      const long length = syscall(SYS_readlinkat, -100, "/proc/self/exe", search->path, sizeof search->path - 1);
      search->path[length > 0 ? length : 0] = 0;
    } else {
      strncpy(search->path, info->dlpi_name, sizeof search->path - 1);
    }
    return 1;
  }
  return 0;
}

#ifdef DLFO_EH_SEGMENT_TYPE
#pragma weak _dl_find_object
#endif

static void look(struct search *search) {
#ifdef DLFO_EH_SEGMENT_TYPE
  struct dl_find_object found;
  if (_dl_find_object != NULL) {
    if (_dl_find_object((void *)search->address, &found) != 0) return;
    const ElfW(Ehdr) *file = found.dlfo_map_start;
    struct dl_phdr_info info = {
        .dlpi_addr = found.dlfo_link_map->l_addr,
        .dlpi_name = found.dlfo_link_map->l_name,
        .dlpi_phdr = (const ElfW(Phdr) *)((const char *)file + file->e_phoff),
        .dlpi_phnum = file->e_phnum,
    };
    if (memcmp(file->e_ident, ELFMAG, SELFMAG) == 0) look_in(&info, sizeof info, search);
    return;
  }
#endif
  if (!is_fork) dl_iterate_phdr(look_in, search);
}

/// Keeps an image and its path, with the lock.
static const struct HamonImage *kept(const struct search *search) {
  const size_t length = strlen(search->path), size = (sizeof search->image + length + 8) / 8 * 8;
  if (images == NULL) images = own_memory(MOST_IMAGES);
  if (images == NULL || size > MOST_IMAGES - images_used) return NULL;
  char *place = images + images_used;
  images_used += size;
  memcpy(place, &search->image, sizeof search->image);
  memcpy(place + sizeof search->image, search->path, length + 1);
  return (const struct HamonImage *)place;
}

bool is_code(struct thread *thread, uintptr_t address, const uint8_t **table) {
  const struct code *known = code_at(address);
  if (known != NULL) {
    *table = known->table;
    return true;
  }
  struct search search = {.address = address};
  look(&search);
  if (!search.is_found) return false;
  *table = search.table;
  take(&image_lock);
  if (code_at(address) == NULL) {
    if (known_count < MOST_CODE) {
      known_code[known_count] = (struct code){search.image.begin, search.image.end, search.table, kept(&search)};
      __atomic_store_n(&known_count, known_count + 1, __ATOMIC_RELEASE);
    }
    put(thread, &search.image, sizeof search.image, search.path, strlen(search.path));
  }
  give(&image_lock);
  return true;
}

void put_images(struct thread *thread) {
  for (unsigned place = 0; place < known_count; place++) {
    const struct HamonImage *known = known_code[place].image;
    if (known == NULL) continue;
    struct HamonImage image = *known;
    image.record.time = now();
    const char *path = (const char *)(known + 1);
    put(thread, &image, sizeof image, path, strlen(path));
  }
}

// MARK: - Stacks

struct entry {
  uint64_t hash;
  uint32_t id;
};

struct table {
  size_t capacity;
  struct entry entries[];
};

static struct table *table;
/// The number of the last stack.
static uint32_t last_stack;
lock stack_lock;

static struct entry *entry_of(struct table *table, uint64_t hash) {
  for (size_t place = hash >> 20;; place++) {
    struct entry *entry = &table->entries[place & (table->capacity - 1)];
    const uint64_t present = __atomic_load_n(&entry->hash, __ATOMIC_ACQUIRE);
    if (present == hash || present == 0) return entry;
  }
}

/// A table with room for one more; null if there is none.
static struct table *table_with_room(void) {
  struct table *old = table;
  if (old != NULL && last_stack < old->capacity / 2) return old;
  const size_t capacity = old == NULL ? 1 << 13 : 4 * old->capacity;
  struct table *new = own_memory(sizeof *new + capacity * sizeof(struct entry));
  if (new == NULL) return NULL;
  new->capacity = capacity;
  for (size_t place = 0; old != NULL && place < old->capacity; place++) {
    if (old->entries[place].hash != 0) *entry_of(new, old->entries[place].hash) = old->entries[place];
  }
  __atomic_store_n(&table, new, __ATOMIC_RELEASE);
  return new;
}

/// The number of a stack that may be new.
static uint32_t intern(const uint64_t *frames, unsigned count, uint64_t hash) {
  struct table *seen = __atomic_load_n(&table, __ATOMIC_ACQUIRE);
  if (seen != NULL) {
    const struct entry *entry = entry_of(seen, hash);
    if (__atomic_load_n(&entry->hash, __ATOMIC_ACQUIRE) == hash) return entry->id;
  }
  uint32_t id = UNKNOWN_STACK;
  take(&stack_lock);
  struct table *table = table_with_room();
  struct entry *entry = table == NULL ? NULL : entry_of(table, hash);
  if (entry != NULL && entry->hash == hash) {
    id = entry->id;
  } else if (entry != NULL && last_stack + 2 < HAMON_MOST_STACKS) {
    // Element 0 of each chunk is its header, and stack 1 the unknown one.
    uint32_t next = last_stack + 1;
    if (next % 256 == 0) next++;
    if (next == UNKNOWN_STACK) {
      struct HamonStack *unknown = stack_room(next);
      if (unknown != NULL && make_sums(next)) unknown->id = next++;
    }
    struct HamonStack *stack = next == UNKNOWN_STACK ? NULL : stack_room(next);
    if (stack != NULL && make_sums(next)) {
      stack->hash = hash;
      stack->count = count;
      memcpy(stack->frames, frames, count * sizeof *frames);
      __atomic_store_n(&stack->id, next, __ATOMIC_RELEASE);
      last_stack = id = next;
      entry->id = id;
      __atomic_store_n(&entry->hash, hash, __ATOMIC_RELEASE);
    }
  }
  give(&stack_lock);
  return id;
}

void flush_walk(struct walk *walk) {
  struct HamonSum *sum = walk->blocks == 0 ? NULL : sum_of(walk->id, HAMON_CHUNK_SUMS);
  if (sum != NULL) {
    __atomic_fetch_add(&sum->allocated_blocks, walk->blocks, __ATOMIC_RELAXED);
    __atomic_fetch_add(&sum->allocated_bytes, walk->bytes, __ATOMIC_RELAXED);
  }
  walk->blocks = 0;
  walk->bytes = 0;
}

/// A walk in place of the oldest one of a set.
COLD static struct walk *new_walk(struct thread *thread, const uintptr_t *frame, unsigned set) {
  const int error = errno;
  check_fork();
  const unsigned place = set * WALK_WAYS + thread->oldest[set];
  thread->oldest[set] = (uint8_t)((thread->oldest[set] + 1) % WALK_WAYS);
  struct walk *walk = &thread->walks[place];
  flush_walk(walk);
  uint64_t frames[HAMON_STACK_FRAMES];
  const uint64_t turn = image_turn;
  const unsigned length = unwind(thread, frame, frames, &thread->words[place], &walk->count);
  walk->words = &thread->words[place];
  uint64_t hash = turn;
  for (unsigned index = 0; index < length; index++) hash = mixed(hash, frames[index]);
  walk->id = intern(frames, length, hash | UINT64_C(1) << 63);
  // One that would be too long is no one's.
  walk->frame = walk->count <= WALK_WORDS ? frame : NULL;
  walk->caller = frame[1];
  walk->turn = turn;
  errno = error;
  return walk;
}

__attribute__((noinline)) struct walk *find_stack(struct thread *thread, const uintptr_t *frame) {
  const unsigned set = mixed(frame[1], (uintptr_t)frame) % WALK_SETS;
  struct walk *walk = &thread->walks[set * WALK_WAYS], *end = walk + WALK_WAYS;
  while (walk < end && !is_same(walk, frame)) walk++;
  return LIKELY(walk < end) ? walk : new_walk(thread, frame, set);
}
