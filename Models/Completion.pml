/* What a dispatched item finishes: Sources/Framework/Katana/Completion/Completion.swift, rules 1 to 5, and Completion+Waiting.swift.
 *
 * Any number of tasks wait; one thread finishes it, or lets it fail. Each waiting task has to be resumed
 * once, and to find the error if there is one. One step is one atomic operation, or one use of what the
 * lock of `details` protects.
 *   -DWAITERS
 *   -DCANCELS     each waiting task is cancelled at some moment, or before it waits; with -DCANCELLERS only
 *                 so many of them
 *   -DHANGS       what is awaited ends only when it is asked to, because nobody awaits it any more
 */
#ifndef WAITERS
#define WAITERS 3
#endif
#ifndef CANCELLERS
#define CANCELLERS WAITERS
#endif

/* Completion.state: flags, and FIRST for a continuation in the first place. */
#define OVER 1
#define HAS_FAILED 2   /* with OVER */
#define PLACE_TAKEN 2  /* without */
#define MORE 4
#define LET_GO 8
#define FIRST 16

byte state = 0;
byte first = 0;          /* who has the first place, plus 1 */
bool lock = false;
byte waiting = 0;        /* details.waiting, a set */
bool hasError = false;   /* details.error */
byte cancelled = 0;      /* Waiter.isCancelled of those in the set */
byte cancelledIDs = 0;   /* details.cancelledIDs */
bool isFirstCancelled = false;
byte ended = 0;          /* calls of endWithoutAwaiters() */
byte resumed[WAITERS];
#define BIT(id) (1 << (id))
byte placed = 0;         /* those who know their places, so that their cancellation does */
byte done = 0;

#define HAS_AWAITERS(state) \
  ((((state) & (PLACE_TAKEN | LET_GO)) == PLACE_TAKEN && !isFirstCancelled) || (waiting & ~cancelled))

inline awaitResumption(id) {
  resumed[id] > 0;
  assert(resumed[id] == 1)
}

/* wait() and then check() */
proctype Waiter(byte id) {
  byte seen;
  bool wasLetGo = false;
  if
  :: atomic { state & OVER -> placed = placed | BIT(id) }
  :: else ->
     /* takeFirstPlace() */
     atomic {
       if
       :: state == 0 -> state = PLACE_TAKEN; first = id + 1
       :: else
       fi;
       placed = placed | BIT(id)
     }
     if
     :: first == id + 1 ->
        /* joinFirst(_:) */
        atomic {
          seen = state;
          if
          :: !(state & (OVER | LET_GO)) -> state = state | FIRST
          :: else
          fi
        }
        if
        :: seen & (OVER | LET_GO) -> wasLetGo = (seen & OVER) == 0
        :: else ->
           awaitResumption(id);
           wasLetGo = (state & OVER) == 0
        fi
     :: else ->
        /* join(_:) */
#ifdef LOOK_OUTSIDE
        atomic {
          seen = state;
          if
          :: !(state & OVER) -> state = state | MORE
          :: else
          fi
        }
        atomic { !lock -> lock = true }
#else
        atomic { !lock -> lock = true }
        atomic {
          seen = state;
          if
          :: !(state & OVER) -> state = state | MORE
          :: else
          fi
        }
#endif
        if
        :: seen & OVER -> lock = false
        :: !(seen & OVER) && (cancelledIDs & BIT(id)) && HAS_AWAITERS(seen) ->
           /* Let go, because others wait. */
           atomic { cancelledIDs = cancelledIDs & ~BIT(id); lock = false; wasLetGo = true }
        :: !(seen & OVER) && (cancelledIDs & BIT(id)) && !HAS_AWAITERS(seen) ->
           atomic {
             cancelledIDs = cancelledIDs & ~BIT(id);
             waiting = waiting | BIT(id); cancelled = cancelled | BIT(id); lock = false
           }
           ended++;
           awaitResumption(id)
        :: !(seen & OVER) && !(cancelledIDs & BIT(id)) ->
           atomic { waiting = waiting | BIT(id); lock = false }
           awaitResumption(id);
           wasLetGo = (state & OVER) == 0
        fi
     fi
  fi;
#ifdef CANCELS
  assert((state & OVER) || wasLetGo);
#else
  assert(state & OVER);
#endif
  if
  :: (state & (OVER | HAS_FAILED)) == (OVER | HAS_FAILED) -> assert(hasError)
  :: else
  fi;
  atomic { seen = 0; wasLetGo = false; done++ }
}

#ifdef CANCELS
/* leaveFirst(): `seen` is the state in which the place was given up, or 0. */
inline leaveFirst() {
  atomic { !lock -> lock = true }
  if
  :: state & OVER -> lock = false
  :: else ->
     if
     :: !(waiting & ~cancelled) ->
        atomic { isFirstCancelled = true; lock = false }
        ended++
     :: else ->
        atomic {
          seen = state;
          if
          :: state & OVER -> seen = 0
#ifdef KEEP_FIRST
          :: else -> state = state | LET_GO
#else
          :: else -> state = (state & ~FIRST) | LET_GO
#endif
          fi
        }
        lock = false;
        if
        :: seen & FIRST -> resumed[first - 1]++
        :: else
        fi
     fi
  fi
}

/* leave(_:) */
proctype Canceller(byte id) {
  byte seen;
  /* Who is cancelled before it has come is so as soon as it knows its place. */
  (placed & BIT(id)) != 0;
  if
  :: first == id + 1 -> leaveFirst()
  :: else ->
     atomic { !lock -> lock = true }
     seen = state;
     if
     :: seen & OVER -> lock = false
     :: !(seen & OVER) && !(waiting & BIT(id)) ->
#ifndef FORGET_EARLY
        cancelledIDs = cancelledIDs | BIT(id);
#endif
        lock = false
     :: !(seen & OVER) && (waiting & BIT(id)) ->
        cancelled = cancelled | BIT(id);
        if
        :: HAS_AWAITERS(seen) ->
#ifdef LEAVE_IN_LINE
           lock = false;
#else
           atomic { waiting = waiting & ~BIT(id); lock = false }
#endif
           resumed[id]++
        :: else ->
           lock = false;
           ended++
        fi
     fi
  fi;
  atomic { seen = 0; done++ }
}
#endif

/* finish() or fail(_:) */
proctype Finisher() {
  byte last;
  byte woken;
  byte id;
#ifdef HANGS
  ended > 0;
#endif
  if
  :: true ->
     atomic { last = state; state = OVER }
  :: true ->
#ifndef ERROR_LATE
     atomic { !lock -> lock = true }
     hasError = true; lock = false;
     atomic { last = state; state = OVER | HAS_FAILED }
#else
     atomic { last = state; state = OVER | HAS_FAILED }
     atomic { !lock -> lock = true }
     hasError = true; lock = false
#endif
  fi;
  if
#ifdef FORGET_FIRST
  :: (last & FIRST) && !(last & MORE) -> resumed[first - 1]++
#else
  :: last & FIRST -> resumed[first - 1]++
#endif
  :: else
  fi;
  if
  :: last & MORE ->
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

#ifdef CANCELS
#define THREADS (WAITERS + CANCELLERS + 1)
#else
#define THREADS (WAITERS + 1)
#endif

proctype Checker() { done == THREADS; assert(waiting == 0) }

init {
  atomic {
    byte index = 0;
    do
#ifdef CANCELS
    :: index < WAITERS ->
       run Waiter(index);
       if
       :: index < CANCELLERS -> run Canceller(index)
       :: else
       fi;
       index++
#else
    :: index < WAITERS -> run Waiter(index); index++
#endif
    :: else -> break
    od;
    run Finisher();
    run Checker()
  }
}
