// What libhamon-memory.so keeps in memory and writes into its file, as its readers see it: docs/memory-format.md.
//
//  1. Little endian, 64 bits, all fields aligned. A reader refuses another version.
//  2. A file is a sequence of chunks of 64 KiB; the first holds the file's header. A chunk has one writer at a time.
//  3. The file is mapped and shared: what was written stays when the process is killed. A record counts once `used` of its chunk reaches
//     beyond it.
//  4. Times are of CLOCK_MONOTONIC, in nanoseconds.
#ifndef HAMON_HEAP_LAYOUT_H
#define HAMON_HEAP_LAYOUT_H

#include <stdint.h>

// MARK: - Live blocks in memory

/// "hamonhea" in memory.
#define HAMON_HEAP_MAGIC UINT64_C(0x6165686e6f6d6168)
/// "hamonmem" at the beginning of a file.
#define HAMON_FILE_MAGIC UINT64_C(0x6d656d6e6f6d6168)
/// That of files.
#define HAMON_FILE_VERSION 1
/// That of what is in memory.
#define HAMON_LAYOUT_VERSION 2

enum {
  /// Only sampled blocks are known.
  HAMON_MODE_SAMPLED = 1,
  /// All blocks are known.
  HAMON_MODE_ALL = 2,
};

/// The address space is divided into regions of 64 MiB, aligned to their size, and these into granules of 32 bytes: with allocators that
/// give each block 32 bytes, at most one begins in each. A region with blocks has a slot for each of its granules, 4 bytes, and one more.
/// That of the granule in which a live block begins describes the block, together with the next slot where the block has 64 bytes or more,
/// for then it fills that granule. All others are 0. So slots are in the order of the blocks' addresses, and a page of slots (1024) covers
/// eight pages of blocks; pages nobody has written are not there.
#define HAMON_REGION_SHIFT 26
#define HAMON_GRANULE_SHIFT 5
#define HAMON_REGION_SLOTS (UINT32_C(1) << (HAMON_REGION_SHIFT - HAMON_GRANULE_SHIFT))
/// Bytes of them, with a page for one more.
#define HAMON_REGION_SIZE ((UINT64_C(4) << (HAMON_REGION_SHIFT - HAMON_GRANULE_SHIFT)) + 4096)

/// The slot of a block: bits 0 to 5 are the low ones of the requested size in bytes, which may be 0; bit 6: the block begins 16 bytes into
/// the granule; bit 7: it was sampled; bit 8: the next slot has the rest of its size; bits 9 to 30: its stack, 1 or greater.
#define HAMON_SLOT_SIZE_BITS 6
#define HAMON_SLOT_SIZE_MASK ((UINT32_C(1) << HAMON_SLOT_SIZE_BITS) - 1)
#define HAMON_SLOT_UPPER (UINT32_C(1) << 6)
#define HAMON_SLOT_SAMPLED (UINT32_C(1) << 7)
#define HAMON_SLOT_LONG (UINT32_C(1) << 8)
#define HAMON_SLOT_STACK_SHIFT 9
#define HAMON_MOST_STACKS (UINT32_C(1) << 22)
/// The rest of a size, in units of 64 bytes, is in bits 0 to 30. One that doesn't follow the slot of such a block is left over, of a block
/// that was given back unseen.
#define HAMON_SLOT_REST (UINT32_C(1) << 31)
/// Larger blocks count as this large.
#define HAMON_MOST_SIZE ((UINT64_C(1) << (31 + HAMON_SLOT_SIZE_BITS)) - 1)

/// Whether a slot is that of a block that begins at an address in its granule.
static inline int hamon_slot_is_of(uint32_t slot, uint64_t address) {
  return slot != 0 && ((slot ^ (uint32_t)(address << 2)) & HAMON_SLOT_UPPER) == 0 && (slot & HAMON_SLOT_REST) == 0;
}

/// Describes a block by its slot and the next one. `other` is written to in place of that where the next one isn't the block's.
static inline void hamon_slot_write(uint32_t *slot, uint64_t address, uint64_t size, uint32_t stack, uint32_t flags, uint32_t *other) {
  const uint32_t rest = (uint32_t)(size >> HAMON_SLOT_SIZE_BITS);
  uint32_t *next = rest != 0 ? slot + 1 : other;
  __atomic_store_n(slot, ((uint32_t)size & HAMON_SLOT_SIZE_MASK) | ((uint32_t)(address << 2) & HAMON_SLOT_UPPER) | flags |
                             (rest != 0 ? HAMON_SLOT_LONG : 0) | stack << HAMON_SLOT_STACK_SHIFT, __ATOMIC_RELAXED);
  __atomic_store_n(next, rest | HAMON_SLOT_REST, __ATOMIC_RELEASE);
}

/// The size by a block's slot and the next one.
static inline uint64_t hamon_slot_size(uint32_t slot, uint32_t next) {
  const uint32_t rest = (slot & HAMON_SLOT_LONG) != 0 ? next & ~HAMON_SLOT_REST : 0;
  return (uint64_t)rest << HAMON_SLOT_SIZE_BITS | (slot & HAMON_SLOT_SIZE_MASK);
}

/// Clears the slots of a block, the first of which is `first`, and returns its size. `other` is written to in place of the next one.
static inline uint64_t hamon_slot_clear(uint32_t *slot, uint32_t first, uint32_t *other) {
  uint32_t *next = (first & HAMON_SLOT_LONG) != 0 ? slot + 1 : other;
  const uint64_t size = hamon_slot_size(first, __atomic_load_n(next, __ATOMIC_RELAXED));
  __atomic_store_n(next, 0, __ATOMIC_RELAXED);
  __atomic_store_n(slot, 0, __ATOMIC_RELEASE);
  return size;
}

struct HamonRegion {
  /// The first address of the region.
  uint64_t base;
  /// The address of its HAMON_REGION_SLOTS + 1 slots.
  uint64_t slots;
  /// The address of a bit for each granule: sampled blocks. The library's own.
  uint64_t bits;
};

/// The stack of an allocation, 256 bytes. Addresses are return addresses, innermost first: one byte before them is the call.
///
/// Stack `id` is the element `id % 256` of the chunk of stacks number `id / 256`; element 0 of each is the chunk's header. Stack 1 is empty:
/// an unknown one.
#define HAMON_STACK_FRAMES 30
struct HamonStack {
  uint64_t hash;
  uint32_t id;
  uint32_t count;
  uint64_t frames[HAMON_STACK_FRAMES];
};

enum {
  /// Registers and stack are known.
  HAMON_THREAD_STOPPED = 1,
  /// It waits in the kernel and blocks all signals: only the stack pointer and `interrupted` are known, no registers.
  HAMON_THREAD_BLOCKED = 2,
  /// It could not be stopped, and went on running: nothing but its number is known.
  HAMON_THREAD_RUNNING = 3,
};

/// A thread of the process while a frozen copy was made.
struct HamonThread {
  int32_t tid;
  /// HAMON_THREAD_...
  int32_t state;
  /// The innermost address of its stack that counts; the registers are stored above it too.
  uint64_t stack;
  /// The stack pointer where the thread was interrupted (128 bytes below may be in use on x86_64); the same as `stack` if not interrupted.
  uint64_t interrupted;
  uint64_t instruction;
  /// fs on x86_64, tpidr_el0 on aarch64: address of the thread's control block, with its thread-locals around it; 0 if unknown.
  uint64_t thread_pointer;
  uint64_t register_count;
  /// The general ones.
  uint64_t registers[34];
};

/// Memory of the library itself: no roots, and no blocks.
struct HamonRange {
  uint64_t begin;
  uint64_t end;
};

/// The state of the heap, at the address that the frozen copy reports. All pointers are addresses in the copy.
struct HamonHeap {
  /// HAMON_HEAP_MAGIC.
  uint64_t magic;
  /// HAMON_LAYOUT_VERSION.
  uint32_t version;
  /// sizeof(struct HamonHeap).
  uint32_t size;
  /// HAMON_MODE_...
  uint32_t mode;
  int32_t pid;
  /// The mean of bytes between two samples.
  uint64_t rate;
  /// struct HamonRegion[region_count], in the order in which they were first used.
  uint64_t regions;
  uint64_t region_count;
  /// The address of the first chunk of the file, whose chunks follow each other in memory: `chunk * 65536` further.
  uint64_t file;
  /// uint32_t[stack_chunk_count]: the numbers of the chunks in the file that hold stacks.
  uint64_t stack_chunks;
  uint64_t stack_chunk_count;
  /// struct HamonThread[thread_count].
  uint64_t threads;
  uint64_t thread_count;
  /// struct HamonRange[own_count].
  uint64_t own;
  uint64_t own_count;
  /// The thread that made the copy; it is among the threads too.
  int32_t maker;
  /// Blocks that were not noted, for want of memory: a mark may report what they hold.
  uint32_t untracked;
  uint64_t live_blocks;
  uint64_t live_bytes;
};

/// What a frozen copy tells the recorder, and how: one message on a stream socket (SOCK_STREAM, the path in HAMON_MEMORY_SOCKET), then it
/// waits until the socket is closed, and ends.
struct HamonReport {
  /// HAMON_HEAP_MAGIC.
  uint64_t magic;
  uint32_t version;
  /// HAMON_SNAPSHOT_...
  uint32_t reason;
  /// The process that was copied.
  int32_t pid;
  /// The copy, as it knows itself; SO_PEERCRED is right in other namespaces too.
  int32_t copy;
  /// The address of struct HamonHeap.
  uint64_t heap;
  /// Counts from 1 in each process.
  uint64_t number;
  /// When all threads stood still.
  uint64_t time;
  /// How long they did, until the copy was made.
  uint64_t pause;
  /// A name for it, terminated.
  char label[64];
};

enum {
  HAMON_SNAPSHOT_END = 1,
  HAMON_SNAPSHOT_SIGNAL = 2,
  HAMON_SNAPSHOT_PERIOD = 3,
  HAMON_SNAPSHOT_EVENT = 4,
};

// MARK: - Files

#define HAMON_CHUNK_SHIFT 16
#define HAMON_CHUNK_SIZE (UINT32_C(1) << HAMON_CHUNK_SHIFT)

/// At the beginning of a file.
struct HamonFileHeader {
  /// HAMON_FILE_MAGIC.
  uint64_t magic;
  uint32_t version;
  /// HAMON_MODE_...
  uint32_t mode;
  int32_t pid;
  int32_t parent;
  /// The real-time signal that requests a snapshot; 0 if the process can't take any. Its value (sigqueue) is a HAMON_SNAPSHOT_...
  int32_t signal;
  uint32_t chunk_size;
  uint64_t rate;
  /// When the library began in this process, after the last fork or exec.
  uint64_t start;
  /// When the process ended in order; 0 if it goes on or was killed.
  uint64_t end;
  /// Chunks in use, this one among them.
  uint64_t chunks;
  /// Records for which there was no room.
  uint64_t lost;
  /// Blocks that were not noted, for want of memory.
  uint64_t untracked;
  /// When the chunks of sums at the peak were copied, and the bytes that were live; 0 without a peak. `peak_turn` is odd while they are being
  /// copied.
  uint64_t peak_time;
  uint64_t peak_bytes;
  uint64_t peak_blocks;
  uint64_t peak_turn;
};

enum {
  HAMON_CHUNK_FREE = 0,
  /// Records of one thread, one after the other.
  HAMON_CHUNK_RECORDS = 1,
  /// struct HamonStack[256].
  HAMON_CHUNK_STACKS = 2,
  /// struct HamonSum[2048]: now (mode "all").
  HAMON_CHUNK_SUMS = 3,
  /// struct HamonSum[2048]: at the peak of live bytes.
  HAMON_CHUNK_PEAK = 4,
};

/// At the beginning of each chunk but the first.
struct HamonChunk {
  /// HAMON_CHUNK_...
  uint32_t kind;
  /// Of records: the thread. Of others: the number of this chunk among those of its kind, from 0.
  uint32_t owner;
  /// Of records: bytes in use, with this header. Of others: 0.
  uint32_t used;
  uint32_t reserved;
};

/// What a stack has allocated and what of that was freed, 32 bytes. Sum `id` is element `id % 2048` of chunk `id / 2048` of its kind.
/// A thread adds what it has done some milliseconds later; before each snapshot and at the end all is added.
struct HamonSum {
  uint64_t allocated_blocks;
  uint64_t allocated_bytes;
  uint64_t freed_blocks;
  uint64_t freed_bytes;
};

enum {
  HAMON_RECORD_PROCESS = 1,
  HAMON_RECORD_IMAGE = 2,
  HAMON_RECORD_ALLOCATION = 3,
  HAMON_RECORD_FREE = 4,
  HAMON_RECORD_TOTALS = 5,
  HAMON_RECORD_SNAPSHOT = 6,
  HAMON_RECORD_FAILURE = 7,
  HAMON_RECORD_THREAD = 8,
};

/// At the beginning of each record. Sizes are multiples of 8; texts fill the rest, end with a 0 and are padded by zeros.
struct HamonRecord {
  /// HAMON_RECORD_...
  uint16_t kind;
  /// Bytes of the record, with this header.
  uint16_t size;
  /// Of an allocation or a free: its stack. Otherwise 0.
  uint32_t stack;
  uint64_t time;
};

/// HAMON_RECORD_PROCESS: the header, then the words of the command line, each terminated (as in /proc/PID/cmdline), cut at 4096 bytes.

/// HAMON_RECORD_IMAGE: executable code at [begin, end), at this offset of the file; then the path. A later one replaces earlier ones that it
/// overlaps.
struct HamonImage {
  struct HamonRecord record;
  uint64_t begin;
  uint64_t end;
  uint64_t offset;
  uint32_t build_id_size;
  uint8_t build_id[20];
  // char path[]
};

/// HAMON_RECORD_ALLOCATION: a sampled block. It stands for 1 / (1 - exp(-size / rate)) blocks of its size.
struct HamonAllocation {
  struct HamonRecord record;
  uint64_t address;
  uint64_t size;
};

/// HAMON_RECORD_FREE: a sampled block is freed; the stack is that of its allocation. realloc(3) frees and allocates.
struct HamonFree {
  struct HamonRecord record;
  uint64_t address;
  uint64_t size;
  /// The first words of the block, 0 beyond its end: in Swift the metadata and the reference counts.
  uint64_t words[2];
};

/// HAMON_RECORD_TOTALS: at most every 10 ms. Sums since the start; 0 in mode "sampled", except the last two.
struct HamonTotals {
  struct HamonRecord record;
  uint64_t live_blocks;
  uint64_t live_bytes;
  uint64_t allocated_blocks;
  uint64_t allocated_bytes;
  /// Bytes that are resident, by the kernel's count, the library's own among them; 0 if unknown.
  uint64_t resident_bytes;
  /// Bytes that the program has mapped by mmap(2) itself, and not unmapped; files too.
  uint64_t mapped_bytes;
};

/// HAMON_RECORD_SNAPSHOT: a frozen copy was made. Its report has the same number.
struct HamonSnapshot {
  struct HamonRecord record;
  uint64_t number;
  /// HAMON_SNAPSHOT_...
  uint32_t reason;
  /// Threads that could not be stopped.
  uint32_t unstopped;
  uint64_t pause;
  uint64_t live_blocks;
  uint64_t live_bytes;
  // char label[]
};

/// HAMON_RECORD_FAILURE: the header, then a text: a clause about the process.

/// HAMON_RECORD_THREAD: the header, then the name of the chunk's thread.

#endif
