// Functions of the C library that Swift's Glibc module leaves out.
#ifndef CMACHINE_H
#define CMACHINE_H

#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The bytes that the calling thread's process has from malloc and hasn't freed, in the main arena (that of the main thread) and in blocks
/// of their own; 0 if the C library doesn't report them.
size_t cmachine_allocated_bytes(void);

/// Returns malloc's unused memory to the system, if the C library can.
void cmachine_give_back_free_memory(void);

/// Does nothing: valgrind writes a profile where it is called (`--dump-before=cmachine_mark`).
void cmachine_mark(void);

/// Takes a snapshot of the memory, where libhamon-memory.so is loaded.
void cmachine_snapshot_memory(void);

/// The number of processors that a mask has room for.
int cmachine_processor_limit(void);

/// Sets for each of the first `count` processors whether the calling thread may run on it; returns the number of all that it may run on, 0
/// if unknown.
int cmachine_allowed_processors(bool *processors, int count);

/// Restricts the calling thread to the processors whose element is true, of `count`, which is at most the limit; returns 0, or errno.
int cmachine_run_only_on(const bool *processors, int count);

/// Moves the calling thread to a processor, and lets it leave again for those that it may run on now; returns 0, or errno.
int cmachine_move_to(int processor);

/// Restricts a thread, of this process or another one, to one processor; returns 0, or errno.
int cmachine_keep_on(pid_t thread, int processor);

/// The processor that the calling thread runs on, or -1 if unknown.
int cmachine_processor(void);

/// Makes a spawned process begin in a directory; returns 0, or an error.
int cmachine_spawn_in_directory(posix_spawn_file_actions_t *actions, const char *directory);

/// Opens a counter of the calling thread and of all threads that it and its threads start from then on, in user space; returns a
/// descriptor, or -1 with errno (ENOENT if the machine has no such counter, EACCES if the system doesn't let users count). `type` and
/// `config` are those of perf_event_open(2).
int cmachine_open_counter(unsigned type, unsigned long long config);

/// Reads a counter, scaled as if it had always had a register of the processor to itself; returns whether it could.
bool cmachine_read_counter(int counter, double *value);

/// What to record of a program, with its times, while it runs and when it stops running.
struct cmachine_recording {
  /// As in perf_event_open(2).
  uint32_t type;
  uint64_t config;
  /// The events between two samples, or the number of samples a second.
  uint64_t period;
  bool is_frequency;
  /// Whether to sample in the kernel too, which not every user may do.
  bool includes_kernel;
  /// Whether it begins when a process executes a program.
  bool begins_with_exec;
  /// Whether loaded files are identified by their build ids, which needs kernel 5.12.
  bool has_build_ids;
};

/// Writes the attributes of a recording in the form of perf_event_open(2); returns their size in bytes, at most `capacity`. Where possible,
/// the kernel's samples have the innermost part of the stack at their ends; `with_stack` says whether the attributes include this.
size_t cmachine_recording_attributes(
    const struct cmachine_recording *recording, bool with_stack, void *bytes, size_t capacity);

/// How many bytes of the stack samples end with, behind the registers that a called function keeps for its caller: 0 but on x86-64.
size_t cmachine_sampled_stack(void);

/// Opens a recording of a thread (0 for the calling one) on one processor, and of all threads and processes that it starts. Its records
/// have times of CLOCK_MONOTONIC. Disabled at first. Returns a descriptor, or -1 with errno.
int cmachine_open_recording(const struct cmachine_recording *recording, pid_t thread, int processor);

/// The event number in the samples of an event; 0 if unknown.
uint64_t cmachine_event_id(int event);

/// Makes an event write into the ring of another one of the same processor; returns whether it could.
bool cmachine_share_ring(int event, int other);

/// Starts or stops a sampler; returns whether it could.
bool cmachine_enable_sampler(int sampler, bool enabled);

/// The size of the ring of a program that samples itself, and of a sampler's largest, in bytes, including the first page.
size_t cmachine_ring_size(void);
size_t cmachine_most_ring_size(void);

/// Maps the ring of a sampler, the largest for which the user may lock memory, and sets its size; returns NULL with errno.
void *cmachine_map_ring(int sampler, size_t *size);

/// Moves the records of perf_event_open(2) out of a ring; returns their size in bytes. `buffer` has room for a whole ring.
size_t cmachine_read_ring(void *ring, size_t ring_size, void *buffer);

/// Copies memory of a process, as far as it exists and may be read; returns the number of bytes, at most 63 pages.
size_t cmachine_read_memory(pid_t process, uint64_t address, void *buffer, size_t size);

/// What a thread waits at by futex(2): the address, 0 for none, the operation with its options, and the memory from there on.
struct cmachine_futex {
  uint64_t address;
  uint32_t operation;
  uint32_t words[6];
};

/// Copies the position of a waiting thread: the address in its code, then its stack from the innermost word on. `file` is its
/// `/proc/PROCESS/task/ID/syscall`; `stack` gets the address of the innermost word, and `futex` what it waits at. Returns the number of
/// words, up to `capacity`; 0 while it runs.
size_t cmachine_read_waiting(
    int file, pid_t process, uint64_t *stack, uint64_t *words, size_t capacity, struct cmachine_futex *futex);

/// Sets for each of `count` addresses in the code of a process whether the instruction before it calls a function; false if it can't be
/// read, and true where instructions can't be decoded.
void cmachine_follow_calls(pid_t process, const uint64_t *addresses, bool *follow, size_t count);

/// The kind of an instruction: no call, a call of a function that it names, or of one that it looks up.
enum cmachine_call { cmachine_no_call, cmachine_direct_call, cmachine_indirect_call };

/// The kind of the instruction before an address in the code of a process, and the target of a direct call.
enum cmachine_call cmachine_call_before(pid_t process, uint64_t address, uint64_t *target);

/// The beginning of the function at an address of a process, if it is an asynchronous one of Swift's that keeps its context below its frame
/// record: on x86-64, where these begin unlike all others.
///
/// `first` is where the function may begin at the earliest. Returns 0 if it is another one.
uint64_t cmachine_context_keeper(pid_t process, uint64_t first, uint64_t address);

/// Whether an asynchronous function may go on at the beginning of a function.
bool cmachine_may_resume(pid_t process, uint64_t function);

/// Creates a pipe that programs started by other threads don't inherit; returns -1 and sets errno on failure.
int cmachine_make_pipe(int descriptors[2]);

/// Opens a descriptor that becomes readable when a child has ended; returns -1 and sets errno if the kernel (before 5.3) or a sandbox has
/// none.
int cmachine_open_process(pid_t process);

/// Whether the calling thread is the main thread.
bool cmachine_is_main_thread(void);

/// Waits, on the main thread, until `cmachine_wake_main_thread` was called, and meanwhile runs the work of Dispatch's main queue: jobs of
/// the main actor, which nobody else runs while the main thread is in a call. Returns after either, so that the caller checks whether its
/// result is there. On other threads it waits only for `cmachine_wake_main_thread`.
void cmachine_wait_on_main_thread(void);

/// Ends such a wait, even one that begins later.
void cmachine_wake_main_thread(void);

/// The readable name of a Swift symbol, of `length` bytes, in memory of malloc; NULL for any other symbol. The Swift runtime exports it,
/// but no header declares it.
char *swift_demangle(const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);

/// Adds a step so often, rounded up to a multiple of 8, each addition waiting for the one before: a cycle each. Returns the sum.
uint64_t cmachine_dependent_adds(uint64_t count, uint64_t step);

/// The same with eight sums in turn, none of which waits for another: as many a cycle as the core can do. Returns their sum.
uint64_t cmachine_independent_adds(uint64_t count, uint64_t step);

/// Loads so often from 64 MiB in a random order, each address being the result of the load before. Allocates the memory at its first call;
/// returns where it ended, or UINT64_MAX if there is no memory. For one thread at a time.
uint64_t cmachine_missing_loads(uint64_t count);

/// The number of lines that the loads go through before they repeat.
uint64_t cmachine_missing_load_lines(void);

/// Counts so far by compare-and-swap of a word that no other thread has. Returns the word.
uint64_t cmachine_uncontended_exchanges(uint64_t count);

/// Hands a cache line to a thread on another processor and back, so often in each of five series. Returns the time of one round trip in the
/// shortest series, in nanoseconds; 0 if the calling thread may run on one processor only, or the other one doesn't answer within some
/// milliseconds. The calling thread stays on its processor meanwhile.
double cmachine_hand_over_nanoseconds(uint32_t count);

/// The kernel's number of the calling thread.
pid_t cmachine_thread(void);

#endif
