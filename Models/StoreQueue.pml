/* The ownership of a store, its inbox, and its readers: Sources/Framework/Katana/Ownership/StoreOwnership.swift.
 *
 * Each transition of the word is an inline with the name of its method in StoreOwnership; behind them
 * come the parts of StateCore that call them, again under their names.
 *
 *   rule  1  one owner at a time: becomeOwner, apply
 *         2  push                          3  push, takeInbox, reverse
 *         4  before, returned: apply       5  isAllocated: drain
 *         6  announceReader, withdraw, offer, Reader (how long a thread spins is not modelled)
 *         7  publish, withdraw, takeInbox, releasePublished with -DLISTENERS
 *         8  offer, claimHandedOver, scheduleJob, jobArrived, Job
 *         9  beginUpdate, endUpdate, release, offer with -DLISTENERS
 *        10  settle, Initializer, Closer with -DSETTLES
 *        11  claimOrAnnounce, releaseToHeir in passOn, wakeHeir
 *        12  offerToHeir in passOn, claimAsHeir, with -DWAITS or -DPATIENT
 *
 * What is not rules of the word has models of its own: QueueCapacity.pml (room in the queue), and
 * Completion.pml (who waits for an item).
 *
 * One step of the model is one atomic operation of the Swift code, or one access to what only the owner
 * may touch. spin explores every interleaving of sequentially consistent steps; that the weaker orders
 * of the code suffice (rule by rule in the source) is the business of ThreadSanitizer and of the history
 * checker, not of this model.
 *
 * tools/check-models runs it with
 *   -DPRODUCERS -DITEMS     threads that dispatch, and how often each
 *   -DREADERS               threads that read once each
 *   -DLIMIT                 what a dispatching thread handles of others' items (DrainShare)
 *   -DLISTENERS             with listeners, which one item dispatches from (a re-entrant dispatch)
 *   -DQUIET                 with listeners, none of which dispatches
 *   -DEXECUTOR              updaters run on an executor only (UpdateExecution.executor)
 *   -DHELD_EXECUTOR         as EXECUTOR, with one that runs nothing before all readers have read
 *   -DSETTLES               a store that is made: its initializer and its end race for the ownership
 *   -DWAITS                 a thread that finds the store busy may wait for it, and may give up any time
 *   -DPATIENT               as WAITS, and nobody gives up, so that a wake that is lost is a deadlock
 * and with one -DMUTANT each, which it has to find.
 *
 * Checked: one owner at a time; every item handled once, those of a thread in order, and none before one
 * whose dispatch had returned before its own began (rule 4); no node used after it was freed; a reader
 * sees a state between two updates, with all that was finished before it began; a thread finds its own mark
 * where it owns the store, and only there (rule 9); nobody waits for ever; at the end the store is idle, and
 * no node is left.
 */
#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef ITEMS
#define ITEMS 2
#endif
#ifndef READERS
#define READERS 1
#endif
#ifndef LIMIT
#define LIMIT 1
#endif
#ifdef HELD_EXECUTOR
#define EXECUTOR
#endif
#ifdef PATIENT
#define WAITS
#endif

#define OWN_ITEMS (PRODUCERS * ITEMS)
#if defined(LISTENERS) && !defined(QUIET)
#define ALL_ITEMS (OWN_ITEMS + 1)   /* the last one is dispatched by a listener */
#else
#define ALL_ITEMS OWN_ITEMS
#endif
#define EVERYTHING ((1 << ALL_ITEMS) - 1)
#define BIT(item) (1 << (item))

/* StoreOwnership.word. Nodes count from 1, an address is the node's number times 16. */
#define OWNED 1
#define READERS_WAIT 2
#define HAND_OVER 4
#define HEIR 8
#define PUBLISHED 16384
#define BITS(word) ((word) & (15 | PUBLISHED))
#define HEAD(word) (((word) & ~PUBLISHED) >> 4)
#define ADDRESS(node) ((node) << 4)

#ifdef SETTLES
short word = OWNED;   /* by the thread that makes the store (rule 10) */
byte owners = 1;
#else
short word = 0;
byte owners = 0;
#endif
bool isJobPending = false;
bool isSettled = false;
#ifdef LISTENERS
byte mark = 0;        /* ownerMark: the owner's pid times 2, plus 1 between updates */
#endif

#ifdef WAITS
/* WaitingThreads: the line, which is whoever is blocked at !hasHeir, and the heir. */
bool hasHeir = false;
byte heirWakes = 0;
bool isWatched = false;
#endif

/* The nodes: one that is free is given out again, the lowest first, so that addresses come back (ABA). */
bool isAllocated[ALL_ITEMS + 1];
byte next[ALL_ITEMS + 1];
byte itemOf[ALL_ITEMS + 1];

/* What only the owner touches (rule 1). `handled` is the state: the set of the applied updates. */
byte batch = 0;
bool isChanging = false;
short handled = 0;

/* What threads know of each other. */
short returned = 0;      /* dispatches that have returned */
short finished = 0;      /* items whose completion is finished */
short before[ALL_ITEMS]; /* what had returned when an item's dispatch began */

/* Readers.waiting, under the lock of `readers`. */
bool lock = false;
short waiting = 0;
bool isAnswered[READERS + 1];
short answer[READERS + 1];

byte jobs = 0;           /* jobs that will take over */
byte readersDone = 0;
byte done = 0;           /* threads that have ended */
bool hasListenerDispatched = false;
#ifdef SETTLES
byte settlersDone = 0;
#endif

inline acquire() { atomic { !lock -> lock = true } }
inline release_lock() { lock = false }

inline becomeOwner() { owners++; assert(owners == 1) }

/* ---- StoreOwnership ---- */

inline claim(ok) {
  atomic {
    if
    :: word == 0 -> word = OWNED; becomeOwner(); ok = true
    :: else -> ok = false
    fi
  }
}

inline claimHandedOver(ok) {
#ifdef TAKE_OVER_TWICE
  if
  :: word & HAND_OVER -> word = word & ~HAND_OVER; becomeOwner(); ok = true
  :: else -> ok = false
  fi
#else
  atomic {
    if
    :: word & HAND_OVER -> word = word & ~HAND_OVER; becomeOwner(); ok = true
    :: else -> ok = false
    fi
  }
#endif
}

/* claimHandedOver(isNewcomer: true) */
inline claimHandedOverAsNewcomer(ok) {
  atomic {
    if
    :: (word & HAND_OVER) && !(word & HEIR) -> word = word & ~HAND_OVER; becomeOwner(); ok = true
    :: else -> ok = false
    fi
  }
}

#define CLAIMED 1
#define TAKEN 2
#define ANNOUNCED 3

inline claimOrAnnounce(found) {
  atomic {
    if
    :: word == 0 -> word = OWNED; becomeOwner(); found = CLAIMED
    :: word & HAND_OVER -> word = word & ~(HAND_OVER | HEIR); becomeOwner(); found = TAKEN
    :: else -> word = word | HEIR; found = ANNOUNCED
    fi
  }
}

inline wakeHeir() {
#ifdef WAITS
  heirWakes++
#else
  skip
#endif
}

/* passOn(): releaseToHeir() or offerToHeir(). */
inline passOn(ok) {
#ifdef WAITS
  ok = false;
  if
  :: batch == 0 && word == (OWNED | HEIR) ->
     clearMark();
     if
     :: isWatched ->
        atomic {
          if
          :: word == (OWNED | HEIR) -> owners--; word = word | HAND_OVER; ok = true
          :: else
          fi
        }
#ifndef NO_SECOND_WATCH
        if
        :: ok && !isWatched ->
           claimHandedOver(ok);
#ifdef FORGET_BATCH_TAKEN_BACK
           if
           :: ok -> owners--; word = 0; wakeHeir()
           :: else -> ok = true
           fi
#else
           ok = !ok
#endif
        :: else
        fi
#endif
     :: else ->
        atomic {
          if
          :: word == (OWNED | HEIR) -> owners--; word = 0; ok = true
          :: else
          fi
        }
#ifndef WAKE_NOBODY
        if
        :: ok -> wakeHeir()
        :: else
        fi
#endif
     fi
  :: else
  fi
#else
  ok = false
#endif
}

/* Takes over what the maker of the store has left, who counts as the owner until then. */
inline settle(ok) {
#ifdef SETTLE_TWICE
  ok = !isSettled;
  isSettled = true
#else
  atomic { ok = !isSettled; isSettled = true }
#endif
}

/* `seen` is 0 afterwards if this thread is the owner now. */
inline push(item) {
  d_step {
    node = 1;
    do
    :: isAllocated[node] -> node++
    :: else -> break
    od;
    assert(node <= ALL_ITEMS);
    isAllocated[node] = true; itemOf[node] = item
  }
  seen = word;
#ifdef STALE_NEXT
  next[node] = HEAD(seen);
#endif
  do
  :: true ->
#ifndef STALE_NEXT
     next[node] = HEAD(seen);
#endif
     atomic {
       if
       :: word == seen ->
#ifdef LOSE_BITS
          word = ADDRESS(node) | OWNED;
#else
          word = ADDRESS(node) | BITS(seen) | OWNED;
#endif
          if
          :: seen == 0 -> becomeOwner()
          :: else
          fi;
          break
       :: else -> seen = word
       fi
     }
  od
}

/* `seen` says how the store was found: 0 idle, with HAND_OVER up for taking, with PUBLISHED to be read where
 * the state lies, else announced. */
inline announceReader(id) {
  seen = word;
  do
#ifdef READ_BEHIND_JOB
  :: seen == 0 -> break
#else
  :: seen == 0 || (seen & HAND_OVER) -> break
#endif
  :: else ->
     atomic {
       if
       :: word == seen ->
          word = seen | READERS_WAIT;
          if
          :: !(seen & PUBLISHED) -> waiting = waiting | BIT(id)
          :: else
          fi;
          break
       :: else -> seen = word
       fi
     }
  od
}

/* `asked` says whether readers had come before. */
inline publish() {
  atomic { asked = word & READERS_WAIT; word = word | PUBLISHED }
}

#ifdef NO_WITHDRAWAL
#define KEPT PUBLISHED
#else
#define KEPT 0
#endif

/* StoreOwnership.withdraw() */
inline takeMarks(ok) {
  ok = (word & (READERS_WAIT | PUBLISHED)) != 0;
  if
  :: ok ->
     atomic {
       ok = (word & READERS_WAIT) != 0;
       word = word & ~(READERS_WAIT | (PUBLISHED & ~KEPT))
     }
  :: else
  fi
}

inline takeInbox() {
#ifdef FORGET_HEIR
  d_step { taken = HEAD(word); asked = word & READERS_WAIT; word = OWNED }
#else
  d_step { taken = HEAD(word); asked = word & READERS_WAIT; word = word & (OWNED | HEIR | KEPT) }
#endif
}

inline clearMark() {
#ifdef LISTENERS
  mark = 0
#else
  skip
#endif
}

inline release(ok) {
#ifndef CLEAR_LATE
  clearMark();
#endif
  releaseReading(ok)
#ifdef CLEAR_LATE
  ;
  if
  :: ok -> clearMark()
  :: else
  fi
#endif
}

inline releaseReading(ok) {
#ifdef PLAIN_RELEASE
  if
  :: word == OWNED -> owners--; word = 0; ok = true
  :: else -> ok = false
  fi
#else
  atomic {
    if
    :: word == OWNED -> assert(owners == 1); word = 0; owners--; ok = true
    :: else -> ok = false
    fi
  }
#endif
}

inline releasePublished(ok) {
  clearMark();
  seen = word & PUBLISHED;
  atomic {
    if
#ifdef RELEASE_UNDER_READERS
    :: (word & ~READERS_WAIT) == (seen | OWNED) -> word = 0; owners--; ok = true
#else
    :: word == (seen | OWNED) -> word = 0; owners--; ok = true
#endif
    :: else -> ok = false
    fi
  }
}

inline offer(ok) {
  clearMark();
  atomic {
    if
#ifdef HAND_OVER_UNANSWERED
    :: true -> owners--; word = word | HAND_OVER; ok = true
#else
    :: !(word & (READERS_WAIT | PUBLISHED)) -> owners--; word = word | HAND_OVER; ok = true
    :: else -> ok = false
#endif
    fi
  }
}

inline scheduleJob() {
  atomic {
    if
#ifndef NO_JOB
    :: !isJobPending -> isJobPending = true; jobs++
#endif
    :: else
    fi
  }
}

inline jobArrived() { isJobPending = false }

inline beginUpdate() {
#ifdef LISTENERS
  mark = _pid * 2
#else
  skip
#endif
}

inline endUpdate() {
#ifdef LISTENERS
  mark = _pid * 2 + 1
#else
  skip
#endif
}

/* ---- StateCore ---- */

/* The copy of a state: two steps, between which nobody may change it. */
inline copyState(into) {
  atomic { assert(!isChanging); into = handled }
  assert(!isChanging && into == handled)
}

/* answerReaders() */
inline answerWaiting() {
#ifdef PASS_THE_LOCK
  d_step { asked = waiting; waiting = 0 }
#else
  acquire();
  d_step { asked = waiting; waiting = 0 }
  release_lock();
#endif
  if
  :: asked != 0 ->
     copyState(copied);
     d_step {
       reader = 0;
       do
       :: reader < READERS ->
          if
          :: asked & BIT(reader) -> answer[reader] = copied; isAnswered[reader] = true
          :: else
          fi;
          reader++
       :: else -> break
       od;
       asked = 0; copied = 0; reader = 0
     }
  :: else
  fi
}

inline withdraw() {
  takeMarks(ok);
  if
  :: ok -> answerWaiting()
  :: else
  fi
}

/* An update where the state lies, then the listeners (rules 1 and 7). */
inline apply(item) {
  beginUpdate();
  atomic {
    assert(!isChanging); isChanging = true;
    assert((handled & BIT(item)) == 0);
    assert((handled & before[item]) == before[item]);
    handled = handled | BIT(item)
  }
  isChanging = false;
  endUpdate();
#ifdef LISTENERS
  publish();
  if
  :: asked != 0 -> answerWaiting()
  :: else
  fi;
  asked = 0;
  assert(mark == _pid * 2 + 1);
#ifndef QUIET
  if
  :: !hasListenerDispatched ->
     hasListenerDispatched = true;
     before[OWN_ITEMS] = returned;
     push(OWN_ITEMS);
     assert(seen != 0);
     returned = returned | BIT(OWN_ITEMS)
  :: else
  fi
#endif
#endif
}

/* reverse(_:): newest first becomes oldest first. */
inline reverse() {
#ifdef NO_REVERSAL
  current = taken
#else
  /* One step, because nobody else may touch these nodes (rule 3). */
  d_step {
    current = 0;
    do
    :: taken != 0 ->
       assert(isAllocated[taken]);
       following = next[taken]; next[taken] = current;
       current = taken; taken = following
    :: else -> break
    od;
    following = 0
  }
#endif
}

inline handOver() {
  do
  :: true ->
     offer(ok);
     if
     :: ok -> break
     :: else -> withdraw()
     fi
  od;
  wakeHeir();
  scheduleJob()
}

/* drain() of a thread that became the owner by a push, or finds something queued when it ends. */
inline drainOwned(limit) {
#ifdef EXECUTOR
  handOver()
#else
  drain(limit)
#endif
}

/* drain(_:) */
inline drain(limit) {
  remaining = limit;
  do
  :: true ->
     endUpdate();
     current = batch;
     if
     :: current == 0 ->
        takeInbox();
#ifdef FORGET_READERS
        asked = 0;
#endif
        if
        :: asked != 0 -> answerWaiting()
        :: else
        fi;
        reverse()
     :: else
     fi;
     do
     :: current == 0 -> break
     :: current != 0 && remaining == 0 -> break
     :: current != 0 && remaining != 0 ->
#ifdef FREE_EARLY
        d_step {
          remaining--; assert(isAllocated[current]); handling = itemOf[current];
          isAllocated[current] = false
        }
        apply(handling);
        current = next[current];
#else
        d_step {
          remaining--; assert(isAllocated[current]); handling = itemOf[current];
          taken = current; current = next[current]
        }
        apply(handling);
        d_step { isAllocated[taken] = false; taken = 0 }
#endif
        d_step { finished = finished | BIT(handling); handling = 0 }
        withdraw()
     od;
     if
     :: current != 0 ->
#ifndef FORGET_BATCH
        batch = current;
#endif
        handOver();
        break
     :: else ->
        batch = 0;
        release(ok);
        if
        :: ok -> break
        :: else ->
           passOn(ok);
           if
           :: ok -> break
           :: else
           fi
        fi
     fi
  od;
  atomic { current = 0; remaining = 0; taken = 0; asked = 0; ok = false }
}

/* release() */
inline releaseOrDrain(limit) {
  release(ok);
  if
  :: !ok ->
     passOn(ok);
     if
     :: !ok -> drainOwned(limit)
     :: else
     fi
  :: else
  fi
}

/* StateCore.releasePublished() */
inline releasePublishedOrDrain(limit) {
  releasePublished(ok);
  if
  :: !ok ->
     withdraw();
     passOn(ok);
     if
     :: !ok -> drainOwned(limit)
     :: else
     fi
  :: else
  fi
}

inline takeOverAsNewcomer(limit) {
  claimHandedOverAsNewcomer(ok);
  if
  :: ok -> drain(limit)
  :: else
  fi
}

inline takeOver(limit) {
  claimHandedOver(ok);
  if
  :: ok -> drain(limit)
  :: else
  fi
}

/* claimWaiting(), claimAsHeir(_:): whether the caller is the owner, with nothing to do before its item. How
 * long the heir watches and when it gives up are left open. */
inline claimWaiting(limit) {
#ifdef WAITS
  if
  :: atomic { !hasHeir -> hasHeir = true }
     do
     :: true ->
#ifndef TICKET_LATE
        ticket = heirWakes;
#endif
        claimOrAnnounce(found);
#ifdef TICKET_LATE
        ticket = heirWakes;
#endif
        if
        :: found == CLAIMED -> ok = true; break
        :: found == TAKEN ->
           if
           :: batch == 0 && HEAD(word) == 0 -> ok = true; break
#ifdef JUMP_THE_QUEUE
           :: else -> ok = true; break
#else
           :: else -> drain(limit); ok = false
#endif
           fi
        :: found == ANNOUNCED ->
           if
           :: !hasWatched -> hasWatched = true; isWatched = true; isWatched = false
           :: ticket != heirWakes -> skip
#ifndef PATIENT
           :: true -> ok = false; break
#endif
           fi
        fi
     od;
     atomic { hasHeir = false; found = 0; ticket = 0; hasWatched = false }
#ifndef PATIENT
  :: true -> ok = false
#endif
  fi
#else
  ok = false
#endif
}

#define LOCALS \
  bool ok; byte node, current, taken, following, handling, remaining, reader; \
  bool hasWatched; byte found, ticket; \
  short seen, asked, copied

proctype Producer(byte id) {
  LOCALS;
  byte count = 0;
  byte item;
  do
  :: count < ITEMS ->
     d_step { item = id * ITEMS + count; before[item] = returned }
#ifdef LISTENERS
     assert(mark / 2 != _pid);
#endif
#ifdef EXECUTOR
     ok = false;
#else
     claim(ok);
     if
     :: !ok ->
        /* claimBusy() */
#if LIMIT > 0
        takeOverAsNewcomer(LIMIT);
#endif
        claim(ok);   /* claimSpinning() */
        if
        :: !ok ->
#if LIMIT > 0 && defined(WAITS)
           takeOver(LIMIT);
           claim(ok);
           if
           :: !ok -> claimWaiting(LIMIT)
           :: else
           fi
#else
           claimWaiting(LIMIT)
#endif
        :: else
        fi
     :: else
     fi;
#endif
     if
     :: ok ->
        apply(item);
        finished = finished | BIT(item);
        releasePublishedOrDrain(LIMIT)
     :: else ->
        push(item);
        if
        :: seen == 0 -> drainOwned(LIMIT)
        :: else
        fi
     fi;
     atomic { returned = returned | BIT(item); seen = 0; ok = false; node = 0 }
     /* Every second one is awaited. */
     if
     :: count % 2 == 1 -> (finished & BIT(item)) != 0
     :: else
     fi;
     count++
  :: else -> break
  od;
  done++
}

/* A batch may have been begun, so that a reader that has taken over has to hand over again. */
inline claimHandedOverToRead() {
  claimHandedOver(ok);
#ifndef RELEASE_TAKEN_OVER
  isTakenOver = ok
#endif
}

/* snapshot() */
proctype Reader(byte id) {
  LOCALS;
  short mustSee = finished;
  bool isTakenOver = false;
  claim(ok);
  if
  :: !ok ->
#ifndef READ_BEHIND_JOB
     claimHandedOverToRead();
#endif
     if
     :: !ok -> claim(ok)   /* claimSpinning() */
     :: else
     fi
  :: else
  fi;
  do
  :: ok && isTakenOver ->
     copyState(copied);
     seen = copied; handOver(); copied = seen;
     break
  :: ok && !isTakenOver ->
     copyState(copied);
     releaseReading(ok);
     if
     :: !ok ->
        passOn(ok);
        if
        :: !ok -> seen = copied; handOver(); copied = seen
        :: else
        fi
     :: else
     fi;
     break
  :: !ok ->
     /* standInLine() */
#ifdef BIT_BEFORE_LINE
     if
     :: word != 0 && !(word & PUBLISHED) ->
        atomic {
          if
          :: word != 0 -> word = word | READERS_WAIT
          :: else
          fi
        }
     :: else
     fi;
#endif
     acquire();
#ifdef BIT_BEFORE_LINE
     seen = word;
     if
     :: seen != 0 -> waiting = waiting | BIT(id)
     :: else
     fi;
#else
     do
     :: true ->
        announceReader(id);
        if
#ifndef READ_BEHIND_JOB
        :: seen & HAND_OVER ->
           claimHandedOverToRead();
           if
           :: ok -> break
           :: else
           fi
        :: !(seen & HAND_OVER) -> break
#else
        :: true -> break
#endif
        fi
     od;
#endif
     if
     :: !ok && (seen & PUBLISHED) ->
        copyState(copied);
        release_lock();
        break
     :: else ->
        release_lock();
        if
        :: ok -> skip
        :: !ok && seen != 0 ->
           isAnswered[id];
           copied = answer[id];
           break
        :: !ok && seen == 0 -> claim(ok)
        fi
     fi
  od;
  atomic {
    assert((copied & mustSee) == mustSee);
    done++; readersDone++; seen = 0; copied = 0; mustSee = 0; isTakenOver = false
  }
}

/* The global queue, or the executor. A job has a share of its own, which is larger. */
proctype Job() {
  LOCALS;
end:
  do
#ifdef HELD_EXECUTOR
  :: atomic { jobs > 0 && readersDone == READERS -> jobs--; jobArrived() } takeOver(ALL_ITEMS)
#else
  :: atomic { jobs > 0 -> jobs--; jobArrived() } takeOver(ALL_ITEMS)
#endif
  od
}

#ifdef SETTLES
/* becomeReady(_:interceptors:) */
proctype Initializer() {
  LOCALS;
  settle(ok);
  if
  :: ok -> releaseOrDrain(LIMIT)
  :: else
  fi;
  settlersDone++
}

/* close(_:); what it would put into the inbox of a busy store is no step of the protocol. */
proctype Closer() {
  LOCALS;
  settle(ok);
  if
  :: ok -> drain(ALL_ITEMS)
  :: else ->
     claim(ok);
     if
     :: !ok -> claimHandedOver(ok)
     :: else
     fi;
     if
     :: ok -> drain(ALL_ITEMS)
     :: else
     fi
  fi;
  settlersDone++
}
#endif

/* Job is blocked here when there is nothing to do: then all has to be over. */
proctype Checker() {
#ifdef SETTLES
  settlersDone == 2 && isSettled;
#endif
  done == PRODUCERS + READERS && finished == EVERYTHING && word == 0 && jobs == 0;
  assert(handled == EVERYTHING);
  assert(waiting == 0 && batch == 0 && owners == 0);
  byte left = 1;
  do
  :: left <= ALL_ITEMS -> assert(!isAllocated[left]); left++
  :: else -> break
  od
}

init {
  atomic {
    byte index = 0;
    do
    :: index < PRODUCERS -> run Producer(index); index++
    :: else -> break
    od;
    index = 0;
    do
    :: index < READERS -> run Reader(index); index++
    :: else -> break
    od;
#ifdef SETTLES
    run Initializer();
    run Closer();
#endif
    run Job();
    run Checker()
  }
}
