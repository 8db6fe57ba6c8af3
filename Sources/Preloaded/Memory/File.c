// The file of the process: HeapLayout.h.
//
//  1. It is mapped in one piece of reserved addresses, so that its chunks follow each other in memory too.
//  2. Room on the disk is reserved before it is written to: a full disk can't end the program.
//  3. No descriptor is kept: programs close those that they don't know.
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "Memory.h"
#include "Settings.h"

static char path[PATH_MAX + 64];
static char *base;
/// Bytes that are reserved, and bytes of the file.
static size_t reserved, length;
lock file_lock;

enum { FIRST_LENGTH = 1 << 20, MOST_SUMS = HAMON_MOST_STACKS / 2048, MOST_STACK_CHUNKS = HAMON_MOST_STACKS / 256 };

static uint32_t stack_chunks[MOST_STACK_CHUNKS];
static struct HamonSum *sums[MOST_SUMS], *peak_sums[MOST_SUMS];

struct HamonFileHeader *file_header(void) { return (struct HamonFileHeader *)base; }

static struct HamonChunk *chunk_at(uint32_t number) { return (struct HamonChunk *)(base + ((size_t)number << HAMON_CHUNK_SHIFT)); }

uint32_t chunk_number(const struct HamonChunk *chunk) { return (uint32_t)(((const char *)chunk - base) >> HAMON_CHUNK_SHIFT); }

// MARK: - Growing

static bool reserve(int file, off_t offset, size_t size) {
  long result;
  do {
    result = syscall(SYS_fallocate, file, 0, offset, (off_t)size);
  } while (result != 0 && errno == EINTR);
  if (result == 0) return true;
  if (errno != EOPNOTSUPP) return false;
  static const char zeros[4096];
  for (size_t done = 0; done < size; done += sizeof zeros) {
    if (syscall(SYS_pwrite64, file, zeros, sizeof zeros, offset + (off_t)done) != (long)sizeof zeros) return false;
  }
  return true;
}

/// Makes the file longer. With the lock, or before there are threads.
static bool grow(size_t size, bool is_new) {
  if (is_sandboxed) return false;
  struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
  syscall(SYS_prlimit64, 0, RLIMIT_FSIZE, NULL, &limit);
  // Beyond its limit a signal of the kernel ends the program.
  if (length + size > reserved || limit.rlim_cur < length + size) return false;
  const int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | (is_new ? O_CREAT | O_EXCL : 0);
  const int file = (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0600);
  if (file < 0) return false;
  long place = -1;
  if (reserve(file, (off_t)length, size)) {
    place = syscall(SYS_mmap, base + length, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, length);
  }
  syscall(SYS_close, file);
  if (place == -1) return false;
  length += size;
  return true;
}

void reserve_file(void) {
  take(&file_lock);
  if (base != NULL) grow(16 << 20, false);
  give(&file_lock);
}

struct HamonChunk *claim_chunk(uint32_t kind, uint32_t owner) {
  struct HamonChunk *chunk = NULL;
  take(&file_lock);
  struct HamonFileHeader *header = file_header();
  if (base != NULL) {
    const size_t step = length / 2 < (64 << 20) ? length / 2 / FIRST_LENGTH * FIRST_LENGTH : 64 << 20;
    if ((header->chunks + 1) << HAMON_CHUNK_SHIFT <= length || grow(step < FIRST_LENGTH ? FIRST_LENGTH : step, false)) {
      chunk = chunk_at((uint32_t)header->chunks);
      chunk->owner = owner;
      chunk->used = kind == HAMON_CHUNK_RECORDS ? sizeof *chunk : 0;
      __atomic_store_n(&chunk->kind, kind, __ATOMIC_RELEASE);
      __atomic_store_n(&header->chunks, header->chunks + 1, __ATOMIC_RELEASE);
    }
  }
  give(&file_lock);
  return chunk;
}

// MARK: - Beginning

static bool open_file(void) {
  for (unsigned turn = 0; turn < 1000; turn++) {
    char suffix[16] = "";
    if (turn > 0) snprintf(suffix, sizeof suffix, ".%u", turn);
    snprintf(path, sizeof path, "%s/%d%s.memory", settings.directory, process_id, suffix);
    length = 0;
    if (grow(FIRST_LENGTH, true)) {
      struct HamonFileHeader *header = file_header();
      *header = (struct HamonFileHeader){
          .version = HAMON_FILE_VERSION,
          .mode = heap.mode,
          .pid = process_id,
          .parent = (int32_t)syscall(SYS_getppid),
          .signal = snapshot_signal,
          .chunk_size = HAMON_CHUNK_SIZE,
          .rate = sample_rate,
          .start = now(),
          .chunks = 1,
      };
      __atomic_store_n(&header->magic, HAMON_FILE_MAGIC, __ATOMIC_RELEASE);
      return true;
    }
    if (errno != EEXIST) break;
  }
  base = NULL;
  return false;
}

bool begin_file(void) {
  for (reserved = (size_t)16 << 30; reserved >= (64 << 20); reserved /= 4) {
    const long place =
        syscall(SYS_mmap, NULL, reserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == -1) continue;
    base = (char *)place;
    heap.file = (uint64_t)base;
    note_own(base, reserved);
    return open_file();
  }
  return false;
}

bool begin_file_of_fork(void) {
  const char *old = base;
  const size_t old_size = reserved;
  if (old == NULL || !begin_file()) return false;
  // The parent's are in its own file. They don't change any more; the stacks that it adds meanwhile get other numbers here.
  for (uint32_t number = 0; number < heap.stack_chunk_count; number++) {
    struct HamonChunk *to = claim_chunk(HAMON_CHUNK_STACKS, number);
    if (to == NULL) return false;
    memcpy(to + 1, old + ((size_t)stack_chunks[number] << HAMON_CHUNK_SHIFT) + sizeof *to, HAMON_CHUNK_SIZE - sizeof *to);
    stack_chunks[number] = chunk_number(to);
  }
  // Of what the parent has allocated and not freed, the child has a copy: that is its beginning.
  for (uint32_t number = 0; number < MOST_SUMS && sums[number] != NULL; number++) {
    sums[number] = NULL;
    if (!make_sums(number * 2048 + 1)) return false;
  }
  drop_own(old, old_size);
  return true;
}

// MARK: - Records

void put(struct thread *thread, void *record, size_t size, const char *text, size_t length) {
  if (base == NULL) return;
  if (length > PATH_MAX) length = PATH_MAX;
  const size_t padded = text == NULL ? size : (size + length + 8) / 8 * 8;
  struct HamonChunk *chunk = thread->chunk;
  if (chunk == NULL || chunk->used + padded > HAMON_CHUNK_SIZE) {
    const bool is_first = chunk == NULL;
    chunk = claim_chunk(HAMON_CHUNK_RECORDS, (uint32_t)thread->tid);
    if (chunk == NULL) {
      __atomic_fetch_add(&file_header()->lost, 1, __ATOMIC_RELAXED);
      return;
    }
    thread->chunk = chunk;
    if (is_first) {
      struct HamonRecord name = {HAMON_RECORD_THREAD, 0, 0, now()};
      char own[16] = "";
      if (!is_sandboxed) syscall(SYS_prctl, PR_GET_NAME, own, 0, 0, 0);
      put(thread, &name, sizeof name, own, strnlen(own, sizeof own));
    }
  }
  char *place = (char *)chunk + chunk->used;
  ((struct HamonRecord *)record)->size = (uint16_t)padded;
  // A piece of the file was never written to before: the padding is 0.
  memcpy(place, record, size);
  if (text != NULL) memcpy(place + size, text, length);
  __atomic_store_n(&chunk->used, chunk->used + (uint32_t)padded, __ATOMIC_RELEASE);
}

void put_failure(struct thread *thread, const char *text) {
  struct HamonRecord record = {HAMON_RECORD_FAILURE, 0, 0, now()};
  put(thread, &record, sizeof record, text, strlen(text));
}

// MARK: - Stacks and sums

struct HamonStack *stack_room(uint32_t id) {
  const uint32_t number = id / 256;
  if (number >= heap.stack_chunk_count) {
    struct HamonChunk *chunk = claim_chunk(HAMON_CHUNK_STACKS, number);
    if (chunk == NULL) return NULL;
    stack_chunks[number] = chunk_number(chunk);
    heap.stack_chunks = (uint64_t)stack_chunks;
    __atomic_store_n(&heap.stack_chunk_count, (uint64_t)number + 1, __ATOMIC_RELEASE);
  }
  return (struct HamonStack *)chunk_at(stack_chunks[number]) + id % 256;
}

struct HamonSum *sum_of(uint32_t stack, uint32_t kind) {
  struct HamonSum *first = __atomic_load_n(&(kind == HAMON_CHUNK_PEAK ? peak_sums : sums)[stack / 2048], __ATOMIC_ACQUIRE);
  return first == NULL ? NULL : first + stack % 2048;
}

bool make_sums(uint32_t stack) {
  const uint32_t number = stack / 2048;
  if (!notes_all || sums[number] != NULL) return true;
  struct HamonChunk *peak = claim_chunk(HAMON_CHUNK_PEAK, number), *chunk = claim_chunk(HAMON_CHUNK_SUMS, number);
  if (chunk == NULL || peak == NULL) return false;
  __atomic_store_n(&peak_sums[number], (struct HamonSum *)peak, __ATOMIC_RELEASE);
  __atomic_store_n(&sums[number], (struct HamonSum *)chunk, __ATOMIC_RELEASE);
  return true;
}

void copy_peak(uint64_t time, uint64_t blocks, uint64_t bytes) {
  struct HamonFileHeader *header = file_header();
  if (base == NULL) return;
  __atomic_store_n(&header->peak_turn, header->peak_turn + 1, __ATOMIC_RELEASE);
  for (unsigned number = 0; number < MOST_SUMS && sums[number] != NULL; number++) {
    memcpy(peak_sums[number] + 1, sums[number] + 1, HAMON_CHUNK_SIZE - sizeof(struct HamonSum));
  }
  header->peak_time = time;
  header->peak_blocks = blocks;
  header->peak_bytes = bytes;
  __atomic_store_n(&header->peak_turn, header->peak_turn + 1, __ATOMIC_RELEASE);
}
