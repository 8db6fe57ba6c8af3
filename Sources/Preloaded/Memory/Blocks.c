// Memory of the library, and the slots of blocks: HeapLayout.h.
#include <sys/mman.h>

#include "Memory.h"

enum { MOST_OWN = 1 << 15 };

uint32_t *directory[REGIONS];
lock region_lock;
static struct HamonRange own[MOST_OWN];
static struct HamonRegion regions[REGIONS / 64];

void note_own(const void *start, size_t size) {
  const uint64_t place = __atomic_fetch_add(&heap.own_count, 1, __ATOMIC_RELAXED);
  if (place < MOST_OWN) {
    own[place] = (struct HamonRange){(uint64_t)start, (uint64_t)start + size};
  } else {
    heap.own_count = MOST_OWN;
  }
}

void drop_own(const void *start, size_t size) {
  for (uint64_t place = 0; place < heap.own_count && place < MOST_OWN; place++) {
    if (own[place].begin == (uint64_t)start) own[place] = (struct HamonRange){0, 0};
  }
  syscall(SYS_munmap, start, size);
}

void *own_memory(size_t size) {
  const long result = syscall(
      SYS_mmap, NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (result == -1) return NULL;
  heap.own = (uint64_t)own;
  note_own((const void *)result, size);
  return (void *)result;
}

void make_region(uintptr_t address) {
  if (address >> 48 != 0) return;
  const uintptr_t number = address >> HAMON_REGION_SHIFT;
  take(&region_lock);
  const uint64_t count = heap.region_count;
  if (directory[number] == NULL && count < sizeof regions / sizeof regions[0]) {
    char *memory = own_memory(HAMON_REGION_SIZE + HAMON_REGION_SLOTS / 8);
    if (memory != NULL) {
      regions[count] =
          (struct HamonRegion){number << HAMON_REGION_SHIFT, (uint64_t)memory, (uint64_t)memory + HAMON_REGION_SIZE};
      heap.regions = (uint64_t)regions;
      __atomic_store_n(&heap.region_count, count + 1, __ATOMIC_RELEASE);
      __atomic_store_n(&directory[number], (uint32_t *)memory, __ATOMIC_RELEASE);
    }
  }
  give(&region_lock);
}

void each_block(void (*body)(struct block_note note, void *context), void *context) {
  for (uint64_t number = 0; number < heap.region_count; number++) {
    const uint32_t *slots = (const uint32_t *)regions[number].slots;
    for (size_t place = 0, end = 0; place < HAMON_REGION_SLOTS;) {
      if (place >= end) {
        // Pages that were never written to are passed over.
        unsigned char is_there[1] = {1};
        end = place / 1024 * 1024 + 1024;
        syscall(SYS_mincore, slots + end - 1024, 4096, is_there);
        if ((is_there[0] & 1) == 0) {
          place = end;
          continue;
        }
      }
      const uint32_t slot = slots[place];
      const bool is_long = (slot & HAMON_SLOT_LONG) != 0, is_left = (slot & HAMON_SLOT_REST) != 0;
      place++;
      if (slot == 0 || is_left || (is_long && (slots[place] & HAMON_SLOT_REST) == 0)) continue;
      body((struct block_note){hamon_slot_size(slot, slots[place]), slot >> HAMON_SLOT_STACK_SHIFT,
                               (slot & HAMON_SLOT_SAMPLED) != 0}, context);
    }
  }
}
