// What the parts of libhamon-memory.so share. It stands before malloc(3) and its like in a program that nobody changed, and notes who
// allocates what: docs/memory-format.md.
//
//  1. Nothing here allocates by malloc: memory comes from mmap. What the C library allocates on behalf of it is passed on unseen.
//  2. A thread is `busy` while it is in here. Only then does it hold a lock, and then no signal stops it: it stops when it leaves.
//  3. The slot of a block is written by who owns the block: before it is given away, and before it is freed. So slots need no lock.
//  4. Where something is missing (memory, room on the disk, a system call), the program goes on, and what is missing is counted.
#ifndef HAMON_MEMORY_H
#define HAMON_MEMORY_H

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "HeapLayout.h"

#define EXPORTED __attribute__((visibility("default")))
#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define COLD __attribute__((noinline, cold))
#define FRAME ((const uintptr_t *)__builtin_frame_address(0))

// MARK: - Threads

/// What a thread has freed lately of a stack's blocks and isn't yet in the sums.
struct recent_free {
  uint32_t id;
  uint32_t blocks;
  uint64_t bytes;
};

/// Walks with the same beginning share a set.
enum { WALK_SETS = 64, WALK_WAYS = 8, RECENT_WALKS = WALK_SETS * WALK_WAYS, LATEST_WALKS = 512, WALK_WORDS = 64, RECENT_FREES = 256 };

/// How the callers of a function were found lately: where its frame is, and how many words were read.
struct walk {
  const uintptr_t *frame;
  uintptr_t caller;
  uint64_t turn;
  unsigned count;
  /// The stack that it found, and what the thread has allocated with it and isn't yet in the sums.
  uint32_t id;
  uint32_t blocks;
  uint64_t bytes;
  const struct walk_words *words;
} __attribute__((aligned(64)));

/// The words that a walk has read, and where, in words from its frame; in fours, the last ones of which may be repeated.
struct walk_words {
  uint64_t values[WALK_WORDS];
  uint16_t places[WALK_WORDS];
};

struct thread {
  int tid;
  /// Whether it forks, and has all locks.
  bool is_forking;
  /// Whether the thread is in the library, and whether it has to do something when it leaves it (`PENDING_...`).
  volatile int busy, pending;
  uint64_t allocated_blocks, allocated_bytes, freed_blocks, freed_bytes;
  /// The allocated bytes at which the thread has to look up, in mode "all".
  uint64_t next_look;
  /// Bytes until the next sample, when the thread last looked up, and what `quiet` or the bytes until the next look were then.
  int64_t until_sample, given;
  /// The end of its stack, and the lowest address that may be in it.
  uintptr_t low, high;
  uint64_t random;
  /// Its chunk of records.
  struct HamonChunk *chunk;
  /// When its recent stacks were last added to the sums.
  uint64_t flushed;
  /// Written to in place of a slot that a block doesn't have.
  uint32_t no_slot;
  struct recent_free frees[RECENT_FREES];
  /// The walk that was found last of those with the same beginning and frame pointer, null before there is one.
  struct walk *latest[LATEST_WALKS];
  /// Of each set, the walk to be replaced next.
  uint8_t oldest[WALK_SETS];
  struct walk walks[RECENT_WALKS];
  struct walk_words words[RECENT_WALKS];
};

enum { PENDING_STOP = 1, PENDING_SNAPSHOT = 2 };

extern __thread struct thread *current __attribute__((tls_model("initial-exec")));
/// Bytes that the thread may allocate unseen, in mode "sampled"; otherwise 0.
extern __thread int64_t quiet __attribute__((tls_model("initial-exec")));

/// The calling thread, newly known; null where there is no memory for it, or nothing is to be noted.
struct thread *begin_thread(void);
/// The same in a signal's handler, where the C library can't be asked for the bounds of its stack.
struct thread *new_thread(void);
void find_bounds(struct thread *thread);
/// Does what came while the thread was busy.
void do_pending(struct thread *thread);

/// The calling thread, which is busy from now on; null if nothing is to be noted, as in calls by the library itself.
static inline struct thread *enter(void) {
  struct thread *thread = current;
  if (UNLIKELY(thread == NULL)) thread = begin_thread();
  if (UNLIKELY(thread == NULL || thread->busy)) return NULL;
  thread->busy = 1;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return thread;
}

static inline void leave(struct thread *thread) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  thread->busy = 0;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (UNLIKELY(thread->pending)) do_pending(thread);
}

/// Calls a function for each known thread, of living and ended ones.
void each_thread(void (*body)(struct thread *thread, void *context), void *context);
/// The threads of a process that was forked are not its own.
void forget_threads(struct thread *own);
/// Adds what a thread has done to the sums of stacks. Its own, or one that stands still.
void flush_thread(struct thread *thread);

/// Adds what was freed of a stack's blocks to the sums.
void flush_free(struct recent_free *recent);

struct totals {
  uint64_t allocated_blocks, allocated_bytes, freed_blocks, freed_bytes;
};
struct totals totals(void);
/// A process that was forked begins with what is alive.
void begin_totals(struct totals live);
/// Writes totals and looks for a peak, if it is time; `anyway` even if not.
void account(struct thread *thread, bool anyway);
/// Draws the bytes until the thread's next sample.
void draw_sample(struct thread *thread);
/// Takes what the calling thread has allocated since it last looked up from the bytes until its next sample.
void count_down(struct thread *thread);
/// Gives the calling thread its next bytes until it has to look up.
void give_quiet(struct thread *thread);
extern int64_t program_mapped;

// MARK: - The process

struct real_functions {
  void *(*malloc)(size_t);
  void *(*calloc)(size_t, size_t);
  void *(*realloc)(void *, size_t);
  void (*free)(void *);
  int (*posix_memalign)(void **, size_t, size_t);
  void *(*aligned_alloc)(size_t, size_t);
  void *(*memalign)(size_t, size_t);
  void *(*valloc)(size_t);
  void *(*pvalloc)(size_t);
};
extern struct real_functions real;

/// From STATE_OFF on the real functions are known.
enum { STATE_UNSEEN, STATE_RESOLVING, STATE_OFF, STATE_SAMPLED, STATE_ALL };
extern int state;
#define notes_all (state == STATE_ALL)
static inline bool is_on(void) { return state >= STATE_SAMPLED; }
extern uint64_t sample_rate;
extern int process_id;
/// Whether the process is a fork that has executed no other program.
extern bool is_fork;
extern struct HamonHeap heap;

/// The program has a malloc of its own, which is called in place of the library's.
extern bool is_bypassed;
/// The fewest bytes that the real functions are asked for.
extern size_t least_size;
/// A block for the caller of the function that `frame` is of, aligned if that isn't 0; null without errno where there is none.
void *noted_block(size_t alignment, size_t size, const uintptr_t *frame);
/// free(3) of the library.
void give_back(void *block);
/// Finds the real functions, and begins.
void begin(void);
/// Whether this is the process that the tables are of, not one that shares its memory (vfork).
bool is_own_process(void);
/// The process is a fork that the C library knows nothing of: begins it anew.
void check_fork(void);

uint64_t now(void);
/// Memory of the library; null if there is none.
void *own_memory(size_t size);
/// Notes memory of the library, which is neither root nor block.
void note_own(const void *start, size_t size);
/// Gives noted memory back.
void drop_own(const void *start, size_t size);

typedef int lock;
static inline void take(lock *lock) {
  for (unsigned tries = 0; __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE); tries++) {
    if (tries > 64) syscall(SYS_sched_yield);
  }
}
static inline void give(lock *lock) { __atomic_store_n(lock, 0, __ATOMIC_RELEASE); }
extern lock file_lock, region_lock, stack_lock, image_lock, thread_lock, totals_lock, rule_lock;

// MARK: - Blocks

enum { REGIONS = 1 << 22 };
/// The slots of each region; behind them a bit for each granule: sampled blocks, in mode "sampled".
extern uint32_t *directory[REGIONS];
void make_region(uintptr_t address);

/// The slot of a block that begins at an address; null where no region is.
static inline uint32_t *slot_at(uintptr_t address) {
  if (UNLIKELY(address >> 48 != 0)) return NULL;
  uint32_t *slots = __atomic_load_n(&directory[address >> HAMON_REGION_SHIFT], __ATOMIC_ACQUIRE);
  if (UNLIKELY(slots == NULL)) return NULL;
  return &slots[address >> HAMON_GRANULE_SHIFT & (HAMON_REGION_SLOTS - 1)];
}

/// The word with the bit of a block, and the bit; a null word where no region is.
static inline uint64_t *bit_at(uintptr_t address, uint64_t *bit) {
  if (UNLIKELY(address >> 48 != 0)) return NULL;
  uint32_t *slots = __atomic_load_n(&directory[address >> HAMON_REGION_SHIFT], __ATOMIC_ACQUIRE);
  if (slots == NULL) return NULL;
  const uintptr_t granule = address >> HAMON_GRANULE_SHIFT & (HAMON_REGION_SLOTS - 1);
  *bit = UINT64_C(1) << granule % 64;
  return (uint64_t *)((char *)slots + HAMON_REGION_SIZE) + granule / 64;
}

static inline bool is_sampled(uintptr_t address) {
  uint64_t bit;
  const uint64_t *word = bit_at(address, &bit);
  return word != NULL && UNLIKELY((__atomic_load_n(word, __ATOMIC_RELAXED) & bit) != 0);
}

/// What was noted of a block; of no stack if nothing was.
struct block_note {
  uint64_t size;
  uint32_t stack;
  bool is_sampled;
};

/// Calls a function for the note of each live block.
void each_block(void (*body)(struct block_note note, void *context), void *context);

/// A block that wasn't noted.
static inline void count_untracked(void) { __atomic_fetch_add(&heap.untracked, 1, __ATOMIC_RELAXED); }

// MARK: - Stacks

enum { UNKNOWN_STACK = 1 };

/// The stack of the caller of a function, from a set of the thread's walks, or walked anew.
struct walk *find_stack(struct thread *thread, const uintptr_t *frame);
/// Adds what was allocated with a walk's stack to the sums.
void flush_walk(struct walk *walk);
/// The library's own code.
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char etext[] __attribute__((visibility("hidden")));
static inline bool is_own_code(uintptr_t address) {
  return address >= (uintptr_t)__ehdr_start && address < (uintptr_t)etext;
}

/// What becomes of it when a library is unloaded: the same addresses may mean others.
void forget_images(void);
extern uint64_t image_turn;

/// Whether an address is in code, with its library's table of functions. What the code belongs to is recorded when it is first seen.
bool is_code(struct thread *thread, uintptr_t address, const uint8_t **table);
void forget_rules(void);
/// Records again what is known of the code: for a file that begins with the stacks of another.
void put_images(struct thread *thread);

static inline uint64_t mixed(uint64_t hash, uintptr_t address) {
  hash = (hash ^ address) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 29;
}

/// The callers of a function with a frame pointer, innermost first, and the words that they were read from; at most HAMON_STACK_FRAMES and
/// WALK_WORDS. `count` becomes larger where there are more, or they are too far away: such a walk is never taken for another.
unsigned unwind(struct thread *thread, const uintptr_t *frame, uint64_t *frames, struct walk_words *words, unsigned *count);

/// Whether a walk has begun here, and the words that it has read are the same: then so are all callers.
static inline bool is_same(const struct walk *walk, const uintptr_t *frame) {
  uint64_t difference =
      ((uintptr_t)walk->frame ^ (uintptr_t)frame) | (walk->caller ^ frame[1]) | (walk->turn ^ image_turn);
  if (difference != 0) return false;
  const uint16_t *place = walk->words->places;
  const uint64_t *value = walk->words->values;
  for (const uint64_t *end = value + walk->count; value < end && difference == 0; value += 4, place += 4) {
    difference = (frame[place[0]] ^ value[0]) | (frame[place[1]] ^ value[1]) | (frame[place[2]] ^ value[2]) |
                 (frame[place[3]] ^ value[3]);
  }
  return difference == 0;
}

/// The stack of the caller of the function whose frame record this is.
static inline struct walk *stack_of(struct thread *thread, const uintptr_t *frame) {
  // The frame pointer may be any number, so it only tells where to look first.
  struct walk **latest = &thread->latest[mixed(frame[1] ^ frame[0] << 16, (uintptr_t)frame) % LATEST_WALKS];
  if (LIKELY(*latest != NULL) && LIKELY(is_same(*latest, frame))) return *latest;
  return *latest = find_stack(thread, frame);
}

// MARK: - The file

/// Begins the file of the process; whether it could.
bool begin_file(void);
/// Another process, which has been forked, goes on with a file of its own.
bool begin_file_of_fork(void);
struct HamonFileHeader *file_header(void);
/// Gives a chunk of a kind; null if there is no room.
struct HamonChunk *claim_chunk(uint32_t kind, uint32_t owner);
uint32_t chunk_number(const struct HamonChunk *chunk);
/// Makes the file larger now, before it can't be done any more.
void reserve_file(void);

/// Adds a record of the calling thread, or counts that there was no room; with a text at its end, which is cut.
void put(struct thread *thread, void *record, size_t size, const char *text, size_t length);
void put_failure(struct thread *thread, const char *text);

/// The sums of a stack, of a kind of chunk; null if there are none.
struct HamonSum *sum_of(uint32_t stack, uint32_t kind);
/// Makes room for the sums of a stack, and of those after it; whether there is.
bool make_sums(uint32_t stack);
/// Copies all sums as those of the peak.
void copy_peak(uint64_t time, uint64_t blocks, uint64_t bytes);
/// Room for the stack of a number: the next one; null if there is none.
struct HamonStack *stack_room(uint32_t id);

// MARK: - Snapshots

void begin_snapshots(void);
/// Stops all threads, adds up, and makes a frozen copy if a recorder waits for one.
void take_snapshot(struct thread *thread, uint32_t reason, const char *label);
/// Stops here until the others have been copied.
void stop_here(struct thread *thread);
/// The process filters its system calls from now on: some of the library's might end it.
void note_sandbox(void);
extern bool is_sandboxed;
/// Notes the end of the process.
void finish(void);
/// Whether an address is in the function that calls the program's `main`.
bool is_of_main(uintptr_t address);
/// The copies of another process are not this one's.
void forget_copies(void);
/// Removes the remains of copies that have ended.
void reap_copies(void);
extern int snapshot_signal;
extern volatile int requested_reason;

#endif
