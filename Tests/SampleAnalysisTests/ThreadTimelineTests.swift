import SampleFiles
import SeededRandom
import Testing

@testable import SampleAnalysis
@testable import SampleProfiles

@Suite struct ThreadTimelineTests {
  @Test func `running, ready and waiting add up to the wall time of any part of a thread's life`() {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      var timeline = ThreadTimeline(process: 1, thread: 2)
      var states: [ThreadTimeline.State] = []
      var time: UInt64 = 1000
      for _ in 0..<200 {
        let state: ThreadTimeline.State = [.running, .ready, .waiting][random.next(below: 3)]
        timeline.become(state, at: time)
        let length = random.next(below: 5)
        states += Array(repeating: state, count: length)
        time += UInt64(length)
      }
      timeline.end = time
      for _ in 0..<100 {
        let begin = random.next(below: states.count)
        let end = begin + random.next(below: states.count - begin)
        let times = timeline.times(in: UInt64(1000 + begin)..<UInt64(1000 + end))
        let part = states[begin..<end]
        #expect(times.sum == UInt64(end - begin), "seed \(seed)")
        #expect(times.running == UInt64(part.count { $0 == .running }), "seed \(seed)")
        #expect(times.ready == UInt64(part.count { $0 == .ready }), "seed \(seed)")
        var waited: UInt64 = 0
        timeline.forEachWait(in: UInt64(1000 + begin)..<UInt64(1000 + end)) { _, time in
          waited += time
        }
        #expect(waited == times.waiting, "seed \(seed)")
      }
    }
  }

  @Test func `what a thread did before its first record is told by that`() {
    var stops = ThreadTimeline(process: 1, thread: 2)
    stops.become(.unknown, at: 10)
    stops.become(.waiting, at: 30)
    stops.end = 40
    #expect(stops.times(in: 0..<100) == ThreadTimeline.Times(running: 20, ready: 0, waiting: 10))
    var goesOn = ThreadTimeline(process: 1, thread: 2)
    goesOn.become(.unknown, at: 10)
    goesOn.wait(in: 4, at: 15)
    goesOn.become(.running, at: 30)
    goesOn.become(.gone, at: 50)
    goesOn.end = 90
    #expect(goesOn.times(in: 0..<100) == ThreadTimeline.Times(running: 20, ready: 0, waiting: 20))
    var stacks: [Int32] = []
    goesOn.forEachWait(in: 0..<100) { stack, _ in stacks.append(stack) }
    #expect(stacks == [4])
    #expect(ThreadTimeline(process: 1, thread: 2).times(in: 0..<100).sum == 0)
  }

  @Test func `samples and the stacks of waits are told of the time that is asked for`() {
    var timeline = ThreadTimeline(process: 1, thread: 2)
    timeline.become(.running, at: 0)
    for time in stride(from: 5, to: 50, by: 10) { timeline.run(in: Int32(time), at: UInt64(time)) }
    timeline.become(.waiting, at: 50)
    timeline.wait(in: 99, at: 60)
    timeline.become(.running, at: 70)
    timeline.end = 80
    var seen: [Int32] = []
    timeline.forEachSample(in: 10..<35) { seen.append($0) }
    #expect(seen == [15, 25, 35])
    var waits: [UInt64] = []
    timeline.forEachWait(in: 55..<65) { stack, time in
      #expect(stack == 99)
      waits.append(time)
    }
    #expect(waits == [10])
  }

  @Test(arguments: [
    (["syscall", "_MutexHandle._lockSlow(_:)", "Cache.get(_:)"], WaitKind.lock),
    (["__lll_lock_wait", "pthread_mutex_lock", "f"], .lock),
    (["syscall", "___pthread_cond_wait", "g"], .condition),
    (["clock_nanosleep", "__nanosleep", "usleep"], .sleep),
    (["__libc_read", "main"], .inputOutput), (["epoll_wait", "run"], .inputOutput),
    (["[stopped]", "__libc_read", "main"], .stopped),
    (["__wait4", "main"], .child), (["f", "g"], .other), ([], .other),
    (["__GI___libc_read@@GLIBC_2.2.5", "main"], .inputOutput),
    (["__GI___clock_nanosleep_nocancel", "sleeper(_:)"], .sleep),
    (
      [
        "syscall", "_dispatch_thread_event_wait_slow", "__DISPATCH_WAIT_FOR_QUEUE__",
        "_dispatch_sync_f_slow",
      ], .lock
    ),
    // A program's own functions tell nothing.
    (["syscall", "readCache()", "send_reply", "openDatabase", "sleeper", "selected"], .other),
  ])
  func `what a thread waits for is told by the functions that wait`(names: [String], kind: WaitKind)
  {
    #expect(WaitKind(names: names) == kind)
  }
}
