/* The bounded queue whose policy is to wait: Sources/Framework/Katana/Queue/StateCore+Capacity.swift.
 *
 * A thread that waits for room and the owner that makes it must not miss each other; nor may a store that
 * is closed leave anybody waiting (StateCore+Life.swift, close). One step is one atomic operation.
 *   -DPRODUCERS -DITEMS -DCAPACITY   -DCLOSES: the store is closed at some moment
 *   -DCANCELS: the first producer is a task, which may be cancelled while it waits (suspendUntilRoom)
 */
#ifndef PRODUCERS
#define PRODUCERS 3
#endif
#ifndef ITEMS
#define ITEMS 2
#endif
#ifndef CAPACITY
#define CAPACITY 1
#endif

short queued = 0;              /* queuedCount */
short pushed = 0;              /* in the inbox */
short waiterCount = 0;         /* spaceWaiterCount */
chan waiters = [PRODUCERS] of { byte };   /* spaceWaiters, whose lock makes each use one step */
bool isSignalled[PRODUCERS];   /* the semaphores */
bool isClosed = false;
byte done = 0;
byte handled = 0;
byte cancelled = 0;

#define HAS_ROOM (queued < CAPACITY || isClosed)

/* wakeSpaceWaiter() */
inline wakeOne() {
  atomic {
    if
    :: nempty(waiters) -> waiters ? woken
    :: empty(waiters) -> woken = PRODUCERS
    fi
  }
  if
  :: woken < PRODUCERS ->
     waiterCount--;
     isSignalled[woken] = true;
     woken = PRODUCERS
  :: else
  fi
}

proctype Producer(byte id) {
  byte count = 0;
  byte woken = PRODUCERS;
  bool isInLine = false;
  bool isCancelled = false;
  do
  :: count < ITEMS ->
     do
     :: HAS_ROOM -> break
     :: else ->
        /* waitForRoom(_:) */
        waiters ! id;
        waiterCount++;
#ifndef NO_SECOND_LOOK
        if
        :: HAS_ROOM -> wakeOne()
        :: else
        fi;
#endif
#ifdef CANCELS
        if
        :: atomic { isSignalled[id] -> isSignalled[id] = false }
        :: id == 0 ->
           /* cancelSpaceWaiter(_:) */
           atomic {
             if
             :: waiters ?? [0] -> waiters ?? 0; isInLine = true
             :: else -> isInLine = false
             fi
           }
           if
           :: isInLine -> waiterCount--
           :: else ->
              atomic { isSignalled[id] -> isSignalled[id] = false }
#ifndef KEEP_WAKING
              if
              :: HAS_ROOM -> wakeOne()
              :: else
              fi
#endif
           fi;
           isCancelled = true;
           break
        fi
#else
        atomic { isSignalled[id] -> isSignalled[id] = false }
#endif
     od;
     if
     :: isCancelled -> cancelled++; isCancelled = false
     :: else -> queued++; pushed++
     fi;
     count++
  :: else -> break
  od;
  done++
}

/* handle(_:) */
proctype Owner() {
  byte woken = PRODUCERS;
end:
  do
  :: atomic { pushed > 0 -> pushed-- }
     handled++;
     queued--;
#ifndef NO_WAKING
     if
     :: waiterCount > 0 -> wakeOne()
     :: else
     fi
#endif
  od
}

/* close(_:) */
proctype Closer() {
  byte woken = PRODUCERS;
  isClosed = true;
#ifndef CLOSE_WAKES_NOBODY
  do
  :: waiterCount > 0 -> wakeOne()
  :: else -> break
  od;
#endif
  done++
}

proctype Checker() {
#ifdef CLOSES
  done == PRODUCERS + 1 && queued == 0;
#else
  done == PRODUCERS && queued == 0;
#endif
  assert(handled + cancelled == PRODUCERS * ITEMS);
  assert(waiterCount == 0 && empty(waiters))
}

init {
  atomic {
    byte index = 0;
    do
    :: index < PRODUCERS -> run Producer(index); index++
    :: else -> break
    od;
    run Owner();
#ifdef CLOSES
    run Closer();
#endif
    run Checker()
  }
}
