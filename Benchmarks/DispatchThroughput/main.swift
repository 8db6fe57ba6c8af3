import BenchmarkHarness
import HandWrittenLoops
import StoreWorkloads

var suite = BenchmarkSuite(
  "DispatchThroughput",
  about: "What a dispatch costs: by how many threads dispatch at once, by whether they wait "
    + "for the update, and by how large the state is; beside what the same updates cost "
    + "without a store.",
  words: [
    "dispatch": "a dispatch",
    "dispatch-awaited": "an awaited dispatch",
    "dispatch-queued": "a dispatch that is queued",
    "dispatch-intercepted": "a dispatch with interceptors",
    "dispatch-on-executor": "a dispatch on an executor",
    "dispatch-awaited-on-executor": "an awaited dispatch on an executor",
    "dispatch-across-threads": "an awaited dispatch by another thread",
    "dispatch-queued-memory": "memory of queued items",
    "mutex": "a Mutex",
    "dispatch-queue-sync": "DispatchQueue.sync",
    "dispatch-queue-async": "DispatchQueue.async",
    "katana-miniature": "the original",
    "mpsc-queue": "a bare queue",
    "actor": "an actor",
    "inout-call": "the bare call",
    "cas-apply-store": "compare-and-exchange and store",
    "cas-in-cas-out": "two compare-and-exchanges",
    "semaphore-ping-pong": "two semaphores",
    "updater-work": "the update alone",
    "contended": "a contended dispatch",
    "contended-mutex": "a Mutex",
    "contended-pthread-mutex": "a pthread mutex",
    "contended-cas-lock": "a spin lock",
    "contended-queue-sync": "DispatchQueue.sync",
    "contended-queue-async": "DispatchQueue.async",
    "contended-times": "one contended dispatch of many",
    "contended-times-mutex": "a Mutex",
    "contended-times-pthread-mutex": "a pthread mutex",
    "contended-times-queue-sync": "DispatchQueue.sync",
    "contended-times-queue-async": "DispatchQueue.async",
    "now-and-then": "a dispatch now and then",
    "now-and-then-mutex": "a Mutex",
    "now-and-then-pthread-mutex": "a pthread mutex",
    "now-and-then-queue-sync": "DispatchQueue.sync",
    "contended-memory": "memory at full speed",
    "producers=": "threads",
    "updater-ns=": "ns in the update",
    "own-ns=": "ns of own work",
    "load=": "other programs",
    "figure=applied-p50": "half are applied within",
    "figure=applied-p99": "99 % are applied within",
    "figure=call-p99.9": "99.9 % of calls return within",
    "figure=busiest-of-10ms": "the busiest thread's part of 10 ms",
  ]
)

for producers in [1, 2, 4] {
  suite.addDispatch(WordState.self, producers: producers)
  suite.addDispatch(InlineState.self, producers: producers)
  suite.addDispatch(LargeArrayState.self, producers: producers)
  suite.addPeers(WordState.self, producers: producers)
  suite.addPeers(InlineState.self, producers: producers)
  suite.addPeers(LargeArrayState.self, producers: producers)
  suite.addBareQueue(producers: producers)
  suite.addAwaitedDispatch(WordState.self, producers: producers)
  suite.addAwaitedDispatch(InlineState.self, producers: producers)
  suite.addAwaitedDispatch(LargeArrayState.self, producers: producers)
}
suite.addFloors(WordState.self)
suite.addFloors(InlineState.self)
suite.addFloors(LargeArrayState.self)
suite.addDispatch(SmallArrayState.self, producers: 1)
suite.addPeers(SmallArrayState.self, producers: 1)
suite.addFloors(SmallArrayState.self)
suite.addQueuedDispatch()
suite.addQueuedMemory(items: 200_000)
suite.addAwaitedAcrossThreads()
for count in [0, 1, 4, 16] { suite.addIntercepted(interceptors: count) }
for producers in [1, 2, 4] { suite.addOnExecutor(producers: producers) }
suite.addAwaitedOnExecutor()

// A first look is at few producers, which have nothing else to do; a full run is at the whole matrix.
suite.limitQuickRuns("producers", to: 4)
suite.limitQuickRuns("own-ns", to: 0)
suite.limitQuickRuns("load", to: 0)
for updater in [0, 200, 5000] {
  for producers in [1, 2, 4, 8, 16] {
    for own in [0, 100, 500] {
      suite.addContention(ContendedCell(producers: producers, updater: updater, own: own))
    }
    suite.addContention(ContendedCell(producers: producers, updater: updater, load: 1))
  }
}
for updater in [200, 5000] {
  suite.addUpdaterWork(nanoseconds: updater)
  for producers in [2, 4] {
    suite.addContendedTimes(ContendedCell(producers: producers, updater: updater))
  }
  suite.addTimesNowAndThen(updater: updater)
}
for updater in [200, 5000] { suite.addFullSpeedMemory(updater: updater) }

suite.highlight(
  "a dispatch",
  row: "dispatch/producers=1/state=8B",
  comparedWith: [
    "cas-in-cas-out/producers=1/state=8B": "two compare-and-exchanges",
    "mutex/producers=1/state=8B": "a Mutex",
    "dispatch-queue-async/producers=1/state=8B": "DispatchQueue.async",
  ]
)

await suite.main { $0.addAll() }
