// malloc(3) and its like, as programs call them. Each function gets its block from the next of its name: the C library's, or that of an
// allocator that is loaded beside.
//
//  1. A block of less than 16 bytes is requested as one of 16: so each begins in a granule of its own, with any allocator.
//  2. A block's slot is cleared before the block is given back, for another thread may have it a moment later (realloc too, which puts it back
//     where it fails).
#define _GNU_SOURCE
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "Memory.h"

static inline size_t requested(size_t size) { return size < 16 ? 16 : size; }

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

/// A sampled block gets a record, and in mode "sampled" its slot and bit.
COLD static uint64_t sample(struct thread *thread, uintptr_t address, uint64_t size, uint32_t stack) {
  struct HamonAllocation record = {{HAMON_RECORD_ALLOCATION, 0, stack, now()}, address, size};
  put(thread, &record, sizeof record, NULL, 0);
  draw_sample(thread);
  return HAMON_SLOT_SAMPLED;
}

/// The thread has allocated as many bytes as it was given: a sample or the totals are due.
COLD static uint64_t look_up(struct thread *thread, uintptr_t address, uint64_t size, const uintptr_t *frame) {
  const int error = errno;
  uint64_t mark = 0;
  check_fork();
  if (UNLIKELY(thread->low == UINTPTR_MAX)) find_bounds(thread);
  thread->until_sample -= thread->budget_given - thread->budget;
  thread->budget_given = thread->budget;
  if (thread->until_sample <= 0 && size > 0) {
    const uint32_t stack = stack_of(thread, frame)->id;
    if (notes_all) {
      mark = sample(thread, address, size, stack);
    } else {
      uint64_t bit;
      if (slot_at(address) == NULL) make_region(address);
      uint64_t *slot = slot_at(address), *word = bit_at(address, &bit);
      if (slot != NULL) {
        __atomic_store_n(
            slot, size | sample(thread, address, size, stack) | (uint64_t)stack << HAMON_SLOT_STACK_SHIFT, __ATOMIC_RELAXED);
        __atomic_fetch_or(word, bit, __ATOMIC_RELAXED);
      } else {
        draw_sample(thread);
        count_untracked();
      }
    }
  }
  account(thread, false);
  give_budget(thread);
  errno = error;
  return mark;
}

/// A block has been given to the caller of the function that `frame` is of.
__attribute__((always_inline)) static inline void note(struct thread *thread, void *block, uint64_t size, const uintptr_t *frame) {
  const uintptr_t address = (uintptr_t)block;
  if (size > HAMON_SLOT_SIZE_MASK) size = HAMON_SLOT_SIZE_MASK;
  uint64_t mark = 0;
  thread->budget -= (int64_t)size;
  if (!notes_all) {
    if (UNLIKELY(thread->budget <= 0)) look_up(thread, address, size, frame);
    return;
  }
  struct recent_stack *stack = stack_of(thread, frame);
  stack->blocks++;
  stack->bytes += size;
  const uint32_t id = stack->id;
  thread->allocated_blocks++;
  thread->allocated_bytes += size;
  if (UNLIKELY(thread->budget <= 0)) mark = look_up(thread, address, size, frame);
  uint64_t *slot = slot_at(address);
  if (UNLIKELY(slot == NULL)) {
    make_region(address);
    slot = slot_at(address);
  }
  if (UNLIKELY(slot == NULL)) {
    count_untracked();
    return;
  }
  __atomic_store_n(slot, size | mark | (uint64_t)id << HAMON_SLOT_STACK_SHIFT, __ATOMIC_RELAXED);
}

COLD static void note_sampled_free(struct thread *thread, uintptr_t address, uint64_t slot) {
  const int error = errno;
  check_fork();
  struct HamonFree record = {{HAMON_RECORD_FREE, 0, slot_stack(slot), now()}, address, slot_size(slot), {0, 0}};
  const size_t size = slot_size(slot) < sizeof record.words ? slot_size(slot) : sizeof record.words;
  memcpy(record.words, (const void *)address, size);
  put(thread, &record, sizeof record, NULL, 0);
  errno = error;
}

/// Counts a freed block where no thread can be found for it.
COLD static void count_free(uint64_t slot) {
  struct HamonSum *sum = sum_of(slot_stack(slot), HAMON_CHUNK_SUMS);
  if (sum == NULL) return;
  __atomic_fetch_add(&sum->freed_blocks, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&sum->freed_bytes, slot_size(slot), __ATOMIC_RELAXED);
}

/// Takes the note of a block away, before it is given back; returns it, 0 if there was none.
static inline uint64_t take_note(uintptr_t address) {
  if (!notes_all && LIKELY(!is_sampled(address))) return 0;
  uint64_t *place = slot_at(address);
  if (UNLIKELY(place == NULL)) return 0;
  const uint64_t slot = __atomic_load_n(place, __ATOMIC_RELAXED);
  if (UNLIKELY(slot == 0)) return 0;
  __atomic_store_n(place, 0, __ATOMIC_RELAXED);
  if (!notes_all) {
    uint64_t bit;
    uint64_t *word = bit_at(address, &bit);
    __atomic_fetch_and(word, ~bit, __ATOMIC_RELAXED);
  }
  return slot;
}

/// A block whose note was taken is given back.
static inline void note_free(struct thread *thread, uintptr_t address, uint64_t slot) {
  if (UNLIKELY(thread == NULL)) {
    count_free(slot);
    return;
  }
  if (UNLIKELY(slot & HAMON_SLOT_SAMPLED)) note_sampled_free(thread, address, slot);
  if (!notes_all) return;
  const uint32_t id = slot_stack(slot);
  struct recent_free *recent = &thread->frees[id % RECENT_FREES];
  if (UNLIKELY(recent->id != id)) {
    check_fork();
    struct HamonSum *sum = recent->blocks > 0 ? sum_of(recent->id, HAMON_CHUNK_SUMS) : NULL;
    if (sum != NULL) {
      __atomic_fetch_add(&sum->freed_blocks, recent->blocks, __ATOMIC_RELAXED);
      __atomic_fetch_add(&sum->freed_bytes, recent->bytes, __ATOMIC_RELAXED);
    }
    *recent = (struct recent_free){id, 0, 0};
  }
  recent->blocks++;
  recent->bytes += slot_size(slot);
  thread->freed_bytes += slot_size(slot);
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

/// Whether a sampled thread has bytes left until it has to look up: then there is nothing to note.
static inline bool has_budget(size_t size) {
  if (state != STATE_SAMPLED) return false;
  struct thread *thread = current;
  if (UNLIKELY(thread == NULL) || UNLIKELY((uint64_t)thread->budget <= size)) return false;
  thread->budget -= (int64_t)size;
  return true;
}

REST void *noted_malloc(size_t size) {
  if (UNLIKELY(!is_ready())) return early_block(size);
  NOTED(real.malloc(requested(size)), size);
}

EXPORTED void *malloc(size_t size) {
  if (has_budget(size)) return real.malloc(requested(size));
  return noted_malloc(size);
}

REST void *noted_calloc(size_t count, size_t each, size_t size) {
  if (UNLIKELY(!is_ready())) return early_block(size);
  NOTED(real.calloc(count, each), size);
}

EXPORTED void *calloc(size_t count, size_t each) {
  size_t size;
  if (UNLIKELY(__builtin_mul_overflow(count, each, &size))) size = SIZE_MAX;
  if (size < 16) {
    count = 1;
    each = 16;
  }
  if (has_budget(size)) return real.calloc(count, each);
  return noted_calloc(count, each, size);
}

void *noted_block(size_t alignment, size_t size, const uintptr_t *frame) {
  if (UNLIKELY(!is_ready())) return NULL;
  struct thread *thread = has_budget(size) ? NULL : enter();
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
  const uint64_t slot = take_note(address);
  if (LIKELY(slot != 0)) note_free(thread, address, slot);
  real.free(block);
  if (LIKELY(thread != NULL)) leave(thread);
}

/// Whether nobody has noted a block, which may be null.
static inline bool is_unnoted(const void *block) {
  return state == STATE_SAMPLED && !is_sampled((uintptr_t)block) && LIKELY(!is_early(block));
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
  uint64_t slot = block == NULL ? 0 : take_note((uintptr_t)block);
  struct HamonFree freed = {{HAMON_RECORD_FREE, 0, slot_stack(slot), 0}, (uintptr_t)block, slot_size(slot), {0, 0}};
  if (UNLIKELY(slot & HAMON_SLOT_SAMPLED)) {
    freed.record.time = now();
    memcpy(freed.words, block, freed.size < sizeof freed.words ? freed.size : sizeof freed.words);
  }
  void *moved = real.realloc(block, wanted);
  if (UNLIKELY(moved == NULL && wanted != 0)) {
    // It stays where it is.
    if (slot != 0) {
      uint64_t bit;
      __atomic_store_n(slot_at((uintptr_t)block), slot, __ATOMIC_RELAXED);
      if (!notes_all) __atomic_fetch_or(bit_at((uintptr_t)block, &bit), bit, __ATOMIC_RELAXED);
    }
  } else {
    if (slot != 0) {
      if (UNLIKELY((slot & HAMON_SLOT_SAMPLED) && thread != NULL)) {
        check_fork();
        put(thread, &freed, sizeof freed, NULL, 0);
        slot &= ~HAMON_SLOT_SAMPLED;
      }
      note_free(thread, (uintptr_t)block, slot);
    }
    if (LIKELY(thread != NULL && moved != NULL)) note(thread, moved, size, FRAME);
  }
  if (LIKELY(thread != NULL)) leave(thread);
  return moved;
}

EXPORTED void *realloc(void *block, size_t size) {
  if (is_unnoted(block) && has_budget(size)) return real.realloc(block, block != NULL && size == 0 ? 0 : requested(size));
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
  if (has_budget(size)) return real.posix_memalign(result, alignment, requested(size));
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
