// Notes the blocks that a test allocates, in the test's own process, and copies the process.
#ifndef CLEAKCHECKING_H
#define CLEAKCHECKING_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// Whether allocations of this process can be noted: on Linux for x86_64 and aarch64, without a sanitizer.
bool cleakchecking_is_possible(void);

/// Notes blocks from now on, until it was ended as often as begun, with the stacks of this thread, or of all. Returns the least address of
/// blocks to come.
uint64_t cleakchecking_begin(bool is_of_all_threads);

/// Forgets all blocks, if nobody else still notes any; of one thread, it has to be that which has begun.
void cleakchecking_end(bool is_of_all_threads);

/// The calling thread.
pid_t cleakchecking_thread(void);

/// Whether a block that was noted with a stack is of the time since the beginning, and of a thread, or of any if that is 0.
bool cleakchecking_has_made(uint64_t block, uint32_t stack, uint64_t beginning, pid_t thread);

/// A place on the stack of a thread: what is further in is over, and was left there.
struct cleakchecking_place {
  uint64_t stack;
  /// Those that functions keep for their callers.
  uint64_t registers[12];
};

/// The place of the caller.
struct cleakchecking_place cleakchecking_here(void);

/// Whether the calling thread's allocations are noted; they are at first. Frees always are.
void cleakchecking_note_own(bool notes);

/// Copies the process, with the stack of the calling thread up to a place; the other threads run on. `heap` gets the address of its
/// `struct HamonHeap`. Returns the id of the copy, which does nothing but wait, or -1 with errno.
pid_t cleakchecking_copy(struct cleakchecking_place place, uint64_t *heap);

/// Ends a copy.
void cleakchecking_release(pid_t copy);

#endif
