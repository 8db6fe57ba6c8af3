/* What a dispatched item finishes: Sources/Katana/Completion.swift, rules 1 to 3.
 *
 * Any number of tasks wait; one thread finishes it, or lets it fail. Each waiting task has to be resumed
 * once, and to find the error if there is one. One step is one atomic operation, or one use of what the
 * lock of `details` protects.
 *   -DWAITERS
 */
#ifndef WAITERS
#define WAITERS 3
#endif

#define PENDING 0
#define AWAITED 1
#define FINISHED 2
#define FAILED 3

byte phase = PENDING;
bool lock = false;
byte waiting = 0;        /* details.waiting, a set */
bool hasError = false;   /* details.error */
byte resumed[WAITERS];
byte done = 0;

/* wait() and then check() */
proctype Waiter(byte id) {
  byte seen = phase;
  if
  :: seen >= FINISHED
  :: else ->
#ifdef LOOK_OUTSIDE
     seen = phase;
     if
     :: seen == PENDING -> phase = AWAITED
     :: else
     fi;
     atomic { !lock -> lock = true }
#else
     atomic { !lock -> lock = true }
     atomic {
       seen = phase;
       if
       :: phase == PENDING -> phase = AWAITED
       :: else
       fi
     }
#endif
     if
     :: seen >= FINISHED -> lock = false
     :: else ->
        waiting = waiting | (1 << id);
        lock = false;
        resumed[id] > 0;
        assert(resumed[id] == 1)
     fi
  fi;
  assert(phase >= FINISHED);
  if
  :: phase == FAILED -> assert(hasError)
  :: else
  fi;
  done++
}

/* finish() or fail(_:) */
proctype Finisher() {
  byte last;
  byte woken;
  byte id;
  if
  :: true ->
     atomic { last = phase; phase = FINISHED }
  :: true ->
#ifndef ERROR_LATE
     atomic { !lock -> lock = true }
     hasError = true; lock = false;
     atomic { last = phase; phase = FAILED }
#else
     atomic { last = phase; phase = FAILED }
     atomic { !lock -> lock = true }
     hasError = true; lock = false
#endif
  fi;
  if
  :: last == AWAITED ->
     atomic { !lock -> lock = true }
     atomic { woken = waiting; waiting = 0; lock = false }
     do
     :: id < WAITERS ->
        if
        :: woken & (1 << id) ->
           resumed[id]++;
#ifdef FIRST_ONLY
           break
#endif
        :: else
        fi;
        id++
     :: else -> break
     od
  :: else
  fi;
  done++
}

proctype Checker() { done == WAITERS + 1; assert(waiting == 0) }

init {
  atomic {
    byte index = 0;
    do
    :: index < WAITERS -> run Waiter(index); index++
    :: else -> break
    od;
    run Finisher();
    run Checker()
  }
}
