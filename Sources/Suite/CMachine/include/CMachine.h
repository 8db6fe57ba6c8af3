// What the C library tells and does that Swift's Glibc module leaves out.
#ifndef CMACHINE_H
#define CMACHINE_H

#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// How many bytes the calling thread's process has from malloc and hasn't freed, in the main arena (that
/// of the main thread) and in blocks of their own; 0 where the C library doesn't tell.
size_t cmachine_allocated_bytes(void);

/// Gives the system back the memory that malloc holds and nobody uses, where the C library can.
void cmachine_give_back_free_memory(void);

/// Does nothing: valgrind writes a profile where it is called (`--dump-before=cmachine_mark`).
void cmachine_mark(void);

/// How many processors a mask has room for.
int cmachine_processor_limit(void);

/// Tells for each of the first `count` processors whether the calling thread may run on it; returns on how many of all it
/// may, 0 where the system doesn't tell.
int cmachine_allowed_processors(bool *processors, int count);

/// Lets the calling thread run on the processors whose element is true only, of `count`, which is at most
/// the limit; returns 0, or errno.
int cmachine_run_only_on(const bool *processors, int count);

/// Moves the calling thread to a processor, and lets it leave again for those that it may run on now; returns 0,
/// or errno.
int cmachine_move_to(int processor);

/// Lets a thread, of this process or another one, run on one processor only; returns 0, or errno.
int cmachine_keep_on(pid_t thread, int processor);

/// The processor that the calling thread runs on, or -1 where the system doesn't tell.
int cmachine_processor(void);

/// Lets a process that is spawned begin in a directory; returns 0, or an error.
int cmachine_spawn_in_directory(posix_spawn_file_actions_t *actions, const char *directory);

/// Opens a counter of the calling thread and of all threads that it and its threads start from then on, in user space;
/// returns a descriptor, or -1 with errno (ENOENT where the machine has no such counter, EACCES where the
/// system doesn't let users count). `type` and `config` are those of perf_event_open(2).
int cmachine_open_counter(unsigned type, unsigned long long config);

/// Reads a counter, as if it had always had a register of the processor to itself; returns whether it could.
bool cmachine_read_counter(int counter, double *value);

/// What of a program is recorded with its times, while it runs and when it stops running.
struct cmachine_recording {
  /// Those of perf_event_open(2).
  uint32_t type;
  uint64_t config;
  /// How much of the event is between two samples, or how many samples a second there are.
  uint64_t period;
  bool is_frequency;
  /// Whether samples are taken in the kernel too, which not every user may have.
  bool includes_kernel;
  /// Whether it begins when a process executes a program.
  bool begins_with_exec;
  /// Whether loaded files are told by their build ids, which kernels before 5.12 can't.
  bool has_build_ids;
};

/// Writes the attributes of a recording as perf_event_open(2) has them; returns how many bytes that are, at most `capacity`.
/// The kernel's samples have the innermost part of the stack at their ends where that can be; `with_stack` says whether to tell.
size_t cmachine_recording_attributes(
    const struct cmachine_recording *recording, bool with_stack, void *bytes, size_t capacity);

/// Whether samples end with two registers, that of the frame and that of the stack, and the innermost part of the stack.
bool cmachine_samples_stack(void);

/// Opens a recording of a thread, or of the calling one where that is 0, on one processor, and of all threads and
/// processes that are started from there. Its records have times of CLOCK_MONOTONIC. Disabled at first. Returns a
/// descriptor, or -1 with errno.
int cmachine_open_recording(const struct cmachine_recording *recording, pid_t thread, int processor);

/// The number that the samples of an event have; 0 where it can't be told.
uint64_t cmachine_event_id(int event);

/// Lets an event write into the ring of another one of the same processor; returns whether it could.
bool cmachine_share_ring(int event, int other);

/// Lets a sampler sample, or stops it; returns whether it could.
bool cmachine_enable_sampler(int sampler, bool enabled);

/// How many bytes the ring of a sampler has, its first page included.
size_t cmachine_ring_size(void);

/// Maps the ring of a sampler; returns NULL with errno.
void *cmachine_map_ring(int sampler);

/// Takes what a sampler has noted out of its ring, in the records of perf_event_open(2); returns how many bytes that was. `buffer`
/// has room for a whole ring.
size_t cmachine_read_ring(void *ring, void *buffer);

/// Copies memory of a process, as far as it is there and may be read; returns how many bytes, at most 63 pages.
size_t cmachine_read_memory(pid_t process, uint64_t address, void *buffer, size_t size);

/// Takes where a thread of a process waits: the address in its code, then what lies on its stack from the innermost word
/// on. `file` is its `/proc/PROCESS/task/ID/syscall`; `stack` gets the address of the innermost word. Returns how many
/// words that are, up to `capacity`; 0 while it runs.
size_t cmachine_read_waiting(int file, pid_t process, uint64_t *stack, uint64_t *words, size_t capacity);

/// Tells of `count` addresses in the code of a process whether the instruction before each calls a function; false for what
/// can't be read, and true where instructions can't be told.
void cmachine_follow_calls(pid_t process, const uint64_t *addresses, bool *follow, size_t count);

/// What an instruction is: no call, one of a function that it names, or one of a function that it finds.
enum cmachine_call { cmachine_no_call, cmachine_direct_call, cmachine_indirect_call };

/// Tells whether the instruction before an address in the code of a process calls a function, and where a direct one goes.
enum cmachine_call cmachine_call_before(pid_t process, uint64_t address, uint64_t *target);

/// Makes a pipe that no program inherits which another thread starts meanwhile; returns -1 and sets errno where there is none.
int cmachine_make_pipe(int descriptors[2]);

/// Opens a descriptor that can be read once a child has ended; returns -1 and sets errno where the kernel
/// (before 5.3) or a sandbox has none.
int cmachine_open_process(pid_t process);

/// Whether the calling thread is the main thread.
bool cmachine_is_main_thread(void);

/// Waits, on the main thread, until `cmachine_wake_main_thread` was called, and runs what is on Dispatch's main queue meanwhile: jobs
/// of the main actor, which nobody else runs while the main thread is in a call. Returns after either, so that the caller looks
/// whether what it waits for is there. Of other threads only the first is waited for.
void cmachine_wait_on_main_thread(void);

/// Ends such a wait, also one that begins later.
void cmachine_wake_main_thread(void);

/// The readable name of a Swift symbol, of `length` bytes, in memory of malloc; NULL for any other symbol. The
/// Swift runtime has it, and no header of it.
char *swift_demangle(const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);

/// Adds a step at least so often, rounded up to a multiple of 8, each addition waiting for the one before: a cycle each.
/// Returns the sum.
uint64_t cmachine_dependent_adds(uint64_t count, uint64_t step);

/// The same with eight sums in turn, none of which waits for another: as many a cycle as the core can. Returns their sum.
uint64_t cmachine_independent_adds(uint64_t count, uint64_t step);

/// Loads so often from 64 MiB in a random order, each address being what the load before gave. Makes the memory at its first
/// call; returns where it ended, or UINT64_MAX where there is no memory for it. From one thread at a time.
uint64_t cmachine_missing_loads(uint64_t count);

/// How many lines the loads go through before they come to the same again.
uint64_t cmachine_missing_load_lines(void);

/// Counts so far by a compare-and-swap of a word that no other thread has. Returns the word.
uint64_t cmachine_uncontended_exchanges(uint64_t count);

/// Hands a cache line to a thread on another processor and takes it back, so often in each of five series. Returns what
/// once there and back took in the shortest, in nanoseconds; 0 where the calling thread may run on one processor only, or the other
/// one doesn't answer within some milliseconds. The calling thread stays on its processor meanwhile.
double cmachine_hand_over_nanoseconds(uint32_t count);

#endif
