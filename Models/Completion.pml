/* What a dispatched item finishes: Sources/Framework/Katana/Completion/Completion.swift, rules 1 to 4.
 *
 * Any number of tasks wait; one thread finishes it, or lets it fail. Each waiting task has to be resumed
 * once, and to find the error if there is one. One step is one atomic operation, or one use of what the
 * lock of `details` protects.
 *   -DWAITERS
 *   -DCANCELS     each waiting task is cancelled at some moment, or before it waits
 *   -DHANGS       what is awaited ends only when it is asked to, because nobody awaits it any more
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
byte cancelled = 0;      /* Waiter.isCancelled of those in the set */
byte cancelledIDs = 0;   /* details.cancelledIDs */
byte ended = 0;          /* calls of endWithoutAwaiters() */
byte resumed[WAITERS];
#define BIT(id) (1 << (id))
byte done = 0;

/* wait() and then check() */
proctype Waiter(byte id) {
  byte seen = phase;
  bool wasLetGo = false;
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
     :: seen < FINISHED && (cancelledIDs & BIT(id)) && (waiting & ~cancelled) ->
        /* Let go, because others wait. */
        atomic { cancelledIDs = cancelledIDs & ~BIT(id); lock = false; wasLetGo = true }
     :: seen < FINISHED && (cancelledIDs & BIT(id)) && !(waiting & ~cancelled) ->
        atomic {
          cancelledIDs = cancelledIDs & ~BIT(id);
          waiting = waiting | BIT(id); cancelled = cancelled | BIT(id); lock = false
        }
        ended++;
        resumed[id] > 0;
        assert(resumed[id] == 1)
     :: seen < FINISHED && !(cancelledIDs & BIT(id)) ->
        atomic { waiting = waiting | BIT(id); lock = false }
        resumed[id] > 0;
        assert(resumed[id] == 1);
        wasLetGo = phase < FINISHED
     fi
  fi;
#ifdef CANCELS
  assert(phase >= FINISHED || wasLetGo);
#else
  assert(phase >= FINISHED);
#endif
  if
  :: phase == FAILED -> assert(hasError)
  :: else
  fi;
  done++
}

#ifdef CANCELS
/* leave(_:) */
proctype Canceller(byte id) {
  atomic { !lock -> lock = true }
  if
  :: phase >= FINISHED -> lock = false
  :: phase < FINISHED && !(waiting & BIT(id)) ->
#ifndef FORGET_EARLY
     cancelledIDs = cancelledIDs | BIT(id);
#endif
     lock = false
  :: phase < FINISHED && (waiting & BIT(id)) ->
     cancelled = cancelled | BIT(id);
     if
     :: waiting & ~cancelled ->
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
  fi;
  done++
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

#ifdef CANCELS
#define THREADS (2 * WAITERS + 1)
#else
#define THREADS (WAITERS + 1)
#endif

proctype Checker() { done == THREADS; assert(waiting == 0) }

init {
  atomic {
    byte index = 0;
    do
#ifdef CANCELS
    :: index < WAITERS -> run Waiter(index); run Canceller(index); index++
#else
    :: index < WAITERS -> run Waiter(index); index++
#endif
    :: else -> break
    od;
    run Finisher();
    run Checker()
  }
}
