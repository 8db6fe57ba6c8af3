// malloc(3) and its like, as programs call them. Each function gets its block from the next of its name: the C library's, or that of an
// allocator that is loaded beside.
//
//  1. Each block begins in a granule of its own. The C library's have 32 bytes at least; of another allocator so many are requested in mode
//     "all". In mode "sampled" at least 16, so that each has an address that is a multiple of it, and the later of two in a granule isn't noted.
//  2. A block's slot is cleared before the block is given back, for another thread may have it a moment later (realloc too, which puts it back
//     where it fails).
#define _GNU_SOURCE
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "Memory.h"

size_t least_size = 16;
static inline size_t requested(size_t size) { return size < least_size ? least_size : size; }

// MARK: - Before the real functions are found

/// dlsym(3) may allocate itself: a piece of memory, which is never given back.
static _Alignas(16) char early[1 << 16];
static size_t early_used;

static bool is_early(const void *block) { return (uintptr_t)block - (uintptr_t)early < sizeof early; }

COLD static void *early_block(size_t size) {
  const size_t needed = (size + 31) / 16 * 16;
  if (size > sizeof early || early_used + needed > sizeof early) {
    errno = ENOMEM;
    return NULL;
  }
  char *block = early + early_used + 16;
  early_used += needed;
  memcpy(block - 16, &size, sizeof size);
  return block;
}

/// Whether the real functions can be called.
static inline bool is_ready(void) {
  if (LIKELY(state >= STATE_OFF)) return true;
  begin();
  return state >= STATE_OFF;
}

// MARK: - Notes

/// A sampled block gets a record.
COLD static void sample(struct thread *thread, uintptr_t address, uint64_t size, uint32_t stack) {
  struct HamonAllocation record = {{HAMON_RECORD_ALLOCATION, 0, stack, now()}, address, size};
  put(thread, &record, sizeof record, NULL, 0);
}

/// The same in mode "sampled", with its slot and bit.
COLD static void note_sampled(struct thread *thread, uintptr_t address, uint64_t size, uint32_t stack) {
  uint64_t bit;
  if (slot_at(address) == NULL) make_region(address);
  uint32_t *slot = slot_at(address);
  uint64_t *word = bit_at(address, &bit);
  // Its neighbour may begin in the same granule.
  if (slot == NULL || (__atomic_fetch_or(word, bit, __ATOMIC_RELAXED) & bit) != 0) {
    count_untracked();
    return;
  }
  sample(thread, address, size, stack);
  hamon_slot_write(slot, address, size, stack, HAMON_SLOT_SAMPLED, &thread->no_slot);
}

/// The thread has allocated as many bytes as it was given: a sample or the totals are due. Returns the flags of the block's slot.
COLD static uint32_t look_up(struct thread *thread, uintptr_t address, uint64_t size, const uintptr_t *frame) {
  const int error = errno;
  uint32_t flags = 0;
  check_fork();
  if (UNLIKELY(thread->low == UINTPTR_MAX)) find_bounds(thread);
  count_down(thread);
  if (thread->until_sample <= 0 && size > 0) {
    const uint32_t stack = stack_of(thread, frame)->id;
    if (notes_all) {
      sample(thread, address, size, stack);
      flags = HAMON_SLOT_SAMPLED;
    } else {
      note_sampled(thread, address, size, stack);
    }
    draw_sample(thread);
  }
  account(thread, false);
  give_quiet(thread);
  errno = error;
  return flags;
}

/// A block has been given to the caller of the function that `frame` is of.
__attribute__((always_inline)) static inline void note(struct thread *thread, void *block, uint64_t size, const uintptr_t *frame) {
  const uintptr_t address = (uintptr_t)block;
  if (UNLIKELY(size > HAMON_MOST_SIZE)) size = HAMON_MOST_SIZE;
  if (!notes_all) {
    quiet -= (int64_t)size;
    if (UNLIKELY(quiet <= 0)) look_up(thread, address, size, frame);
    return;
  }
  struct walk *walk = stack_of(thread, frame);
  walk->blocks++;
  walk->bytes += size;
  const uint32_t stack = walk->id;
  uint32_t flags = 0;
  thread->allocated_blocks++;
  thread->allocated_bytes += size;
  if (UNLIKELY(thread->allocated_bytes >= thread->next_look)) flags = look_up(thread, address, size, frame);
  uint32_t *slot = slot_at(address);
  if (UNLIKELY(slot == NULL)) {
    make_region(address);
    slot = slot_at(address);
  }
  if (UNLIKELY(slot == NULL)) {
    count_untracked();
    return;
  }
  hamon_slot_write(slot, address, size, stack, flags, &thread->no_slot);
}

COLD static void note_sampled_free(struct thread *thread, uintptr_t address, struct block_note note) {
  const int error = errno;
  check_fork();
  struct HamonFree record = {{HAMON_RECORD_FREE, 0, note.stack, now()}, address, note.size, {0, 0}};
  memcpy(record.words, (const void *)address, note.size < sizeof record.words ? note.size : sizeof record.words);
  put(thread, &record, sizeof record, NULL, 0);
  errno = error;
}

/// Counts a freed block where no thread can be found for it.
COLD static void count_free(struct block_note note) {
  struct recent_free freed = {note.stack, 1, note.size};
  flush_free(&freed);
}

/// Takes the note of a block away, before it is given back. `thread` may be null.
__attribute__((always_inline)) static inline struct block_note take_note(struct thread *thread, uintptr_t address) {
  const struct block_note none = {0, 0, false};
  static uint32_t no_slot;
  if (!notes_all && LIKELY(!is_sampled(address))) return none;
  uint32_t *slot = slot_at(address);
  if (UNLIKELY(slot == NULL)) return none;
  const uint32_t first = __atomic_load_n(slot, __ATOMIC_RELAXED);
  if (UNLIKELY(!hamon_slot_is_of(first, address))) return none;
  const uint64_t size = hamon_slot_clear(slot, first, LIKELY(thread != NULL) ? &thread->no_slot : &no_slot);
  if (!notes_all) {
    uint64_t bit;
    uint64_t *word = bit_at(address, &bit);
    __atomic_fetch_and(word, ~bit, __ATOMIC_RELEASE);
  }
  return (struct block_note){size, first >> HAMON_SLOT_STACK_SHIFT, (first & HAMON_SLOT_SAMPLED) != 0};
}

/// Puts the note of a block back that stays where it is.
COLD static void put_back(struct thread *thread, uintptr_t address, struct block_note note) {
  static uint32_t no_slot;
  uint64_t bit;
  if (!notes_all && (__atomic_fetch_or(bit_at(address, &bit), bit, __ATOMIC_RELAXED) & bit) != 0) return;
  hamon_slot_write(slot_at(address), address, note.size, note.stack, note.is_sampled ? HAMON_SLOT_SAMPLED : 0,
                   thread != NULL ? &thread->no_slot : &no_slot);
}

COLD static void replace_free(struct recent_free *recent, uint32_t stack) {
  check_fork();
  flush_free(recent);
  recent->id = stack;
}

/// A block whose note was taken is given back.
__attribute__((always_inline)) static inline void note_free(struct thread *thread, uintptr_t address, struct block_note note) {
  if (UNLIKELY(thread == NULL)) {
    count_free(note);
    return;
  }
  if (UNLIKELY(note.is_sampled)) note_sampled_free(thread, address, note);
  if (!notes_all) return;
  struct recent_free *recent = &thread->frees[note.stack % RECENT_FREES];
  if (UNLIKELY(recent->id != note.stack)) replace_free(recent, note.stack);
  recent->blocks++;
  recent->bytes += note.size;
  thread->freed_bytes += note.size;
  if (UNLIKELY((++thread->freed_blocks & 1023) == 0)) {
    const int error = errno;
    account(thread, false);
    errno = error;
  }
}

// MARK: - The functions

/// A function that does what another one leaves to it at its end: so its frame is in the place of that one's, with the same caller.
#define REST __attribute__((noinline, hot)) static

/// Calls the real function for a block of `size` bytes, and notes the block.
#define NOTED(call, size)                                                                  \
  do {                                                                                     \
    struct thread *thread = enter();                                                       \
    if (UNLIKELY(thread == NULL)) return call;                                             \
    void *noted = call;                                                                    \
    if (LIKELY(noted != NULL)) note(thread, noted, size, FRAME);                           \
    leave(thread);                                                                         \
    return noted;                                                                          \
  } while (0)

/// Whether the thread has bytes left that it may allocate unseen: then there is nothing to note.
static inline bool has_quiet(size_t size) {
  if (UNLIKELY((uint64_t)quiet <= size)) return false;
  quiet -= (int64_t)size;
  return true;
}

REST void *noted_malloc(size_t size) {
  if (UNLIKELY(!is_ready())) return early_block(size);
  NOTED(real.malloc(requested(size)), size);
}

EXPORTED void *malloc(size_t size) {
  if (has_quiet(size)) return real.malloc(requested(size));
  return noted_malloc(size);
}

REST void *noted_calloc(size_t count, size_t each, size_t size) {
  if (UNLIKELY(!is_ready())) return early_block(size);
  NOTED(real.calloc(count, each), size);
}

EXPORTED void *calloc(size_t count, size_t each) {
  size_t size;
  if (UNLIKELY(__builtin_mul_overflow(count, each, &size))) size = SIZE_MAX;
  if (size < least_size) {
    count = 1;
    each = least_size;
  }
  if (has_quiet(size)) return real.calloc(count, each);
  return noted_calloc(count, each, size);
}

void *noted_block(size_t alignment, size_t size, const uintptr_t *frame) {
  if (UNLIKELY(!is_ready())) return NULL;
  struct thread *thread = has_quiet(size) ? NULL : enter();
  void *block = alignment == 0 ? real.malloc(requested(size)) : real.aligned_alloc(alignment, requested(size));
  if (LIKELY(thread == NULL)) return block;
  if (LIKELY(block != NULL)) note(thread, block, size, frame);
  leave(thread);
  return block;
}

/// Gives a block back that may be noted.
REST void release(void *block) {
  if (UNLIKELY(block == NULL) || UNLIKELY(!is_ready()) || UNLIKELY(is_early(block))) return;
  const uintptr_t address = (uintptr_t)block;
  struct thread *thread = enter();
  const struct block_note note = take_note(thread, address);
  if (LIKELY(note.stack != 0)) note_free(thread, address, note);
  real.free(block);
  if (LIKELY(thread != NULL)) leave(thread);
}

/// Whether nobody has noted a block, which may be null.
static inline bool is_unnoted(const void *block) {
  return LIKELY(state == STATE_SAMPLED) && LIKELY(!is_sampled((uintptr_t)block)) && LIKELY(!is_early(block));
}

EXPORTED void free(void *block) {
  if (is_unnoted(block)) return real.free(block);
  release(block);
}

void give_back(void *block) {
  if (is_unnoted(block)) return real.free(block);
  release(block);
}

REST void *noted_realloc(void *block, size_t size) {
  if (UNLIKELY(!is_ready()) || UNLIKELY(is_early(block))) {
    void *moved = is_ready() ? malloc(size) : early_block(size);
    size_t before;
    if (block != NULL && moved != NULL) {
      memcpy(&before, (const char *)block - 16, sizeof before);
      memcpy(moved, block, before < size ? before : size);
    }
    return moved;
  }
  // A size of 0 frees, or not, as the allocator has it.
  const size_t wanted = block != NULL && size == 0 ? 0 : requested(size);
  struct thread *thread = enter();
  struct block_note taken = {0, 0, false};
  if (block != NULL) taken = take_note(thread, (uintptr_t)block);
  struct HamonFree freed = {{HAMON_RECORD_FREE, 0, taken.stack, 0}, (uintptr_t)block, taken.size, {0, 0}};
  if (UNLIKELY(taken.is_sampled)) {
    freed.record.time = now();
    memcpy(freed.words, block, freed.size < sizeof freed.words ? freed.size : sizeof freed.words);
  }
  void *moved = real.realloc(block, wanted);
  if (UNLIKELY(moved == NULL && wanted != 0)) {
    if (taken.stack != 0) put_back(thread, (uintptr_t)block, taken);
  } else {
    if (taken.stack != 0) {
      if (UNLIKELY(taken.is_sampled && thread != NULL)) {
        check_fork();
        put(thread, &freed, sizeof freed, NULL, 0);
        taken.is_sampled = false;
      }
      note_free(thread, (uintptr_t)block, taken);
    }
    if (LIKELY(thread != NULL && moved != NULL)) note(thread, moved, size, FRAME);
  }
  if (LIKELY(thread != NULL)) leave(thread);
  return moved;
}

EXPORTED void *realloc(void *block, size_t size) {
  if (is_unnoted(block) && has_quiet(size)) return real.realloc(block, block != NULL && size == 0 ? 0 : requested(size));
  return noted_realloc(block, size);
}

EXPORTED void *reallocarray(void *block, size_t count, size_t each) {
  size_t size;
  if (__builtin_mul_overflow(count, each, &size)) {
    errno = ENOMEM;
    return NULL;
  }
  return noted_realloc(block, size);
}

REST int noted_memalign(void **result, size_t alignment, size_t size) {
  if (UNLIKELY(!is_ready())) return ENOMEM;
  struct thread *thread = enter();
  const int error = real.posix_memalign(result, alignment, requested(size));
  if (UNLIKELY(thread == NULL)) return error;
  if (LIKELY(error == 0)) note(thread, *result, size, FRAME);
  leave(thread);
  return error;
}

EXPORTED int posix_memalign(void **result, size_t alignment, size_t size) {
  if (has_quiet(size)) return real.posix_memalign(result, alignment, requested(size));
  return noted_memalign(result, alignment, size);
}

EXPORTED void *aligned_alloc(size_t alignment, size_t size) {
  if (UNLIKELY(!is_ready())) return NULL;
  NOTED(real.aligned_alloc(alignment, requested(size)), size);
}

EXPORTED void *memalign(size_t alignment, size_t size) {
  if (UNLIKELY(!is_ready())) return NULL;
  NOTED(real.memalign(alignment, requested(size)), size);
}

EXPORTED void *valloc(size_t size) {
  if (UNLIKELY(!is_ready())) return NULL;
  NOTED(real.valloc(requested(size)), size);
}

EXPORTED void *pvalloc(size_t size) {
  if (UNLIKELY(!is_ready())) return NULL;
  NOTED(real.pvalloc(requested(size)), size);
}

// Of C23: the C library's call its own free(3).
EXPORTED void free_sized(void *block, size_t size) {
  (void)size;
  free(block);
}

EXPORTED void free_aligned_sized(void *block, size_t alignment, size_t size) {
  (void)alignment;
  (void)size;
  free(block);
}

// MARK: - mmap(2), of the program itself

int64_t program_mapped;

/// By the system call: the C library's own functions may not be found yet.
static void *map(void *address, size_t size, int protection, int flags, int file, off_t offset) {
  const long result = syscall(SYS_mmap, address, size, protection, flags, file, offset);
  if (result != -1 && (flags & MAP_FIXED) == 0) __atomic_fetch_add(&program_mapped, (int64_t)size, __ATOMIC_RELAXED);
  return (void *)result;
}

EXPORTED void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
  return map(address, size, protection, flags, file, offset);
}

EXPORTED void *mmap64(void *address, size_t size, int protection, int flags, int file, off_t offset) {
  return map(address, size, protection, flags, file, offset);
}

EXPORTED int munmap(void *address, size_t size) {
  const int result = (int)syscall(SYS_munmap, address, size);
  if (result == 0) __atomic_fetch_sub(&program_mapped, (int64_t)size, __ATOMIC_RELAXED);
  return result;
}
