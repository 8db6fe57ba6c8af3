import CProcessor
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import Katana

/// Dispatches that find the store busy (K34).
@Suite(.timeLimit(.minutes(30)))
struct WaitingTests {
  private func makeStore(patience: Duration) -> PlainStore<CounterState> {
    PlainStore(configuration: StoreConfiguration(updates: .inPlace(patience: patience)))
  }

  @Test func `a patient dispatch is handled when it returns`() {
    let store = makeStore(patience: .seconds(3600))
    let occupation = Occupation(of: store)
    let isOver = DispatchSemaphore(value: 0)
    let results = Mutex<[Bool]>([])
    for _ in 0..<3 {
      Thread.detachNewThread {
        let handle = store.dispatch(Increment())
        results.withLock { $0.append(handle.isFinished) }
        isOver.signal()
      }
    }
    usleep(20_000)
    #expect(results.withLock { $0 } == [])
    occupation.end()
    for _ in 0..<3 { isOver.wait() }
    #expect(results.withLock { $0 } == [true, true, true])
    #expect(store.state.counter == 3)
  }

  @Test func `behind a slow updater an item is queued when the patience is over`() async throws {
    let store = makeStore(patience: .milliseconds(1))
    let occupation = Occupation(of: store)
    let handles = (0..<40).map { _ in store.dispatch(Increment()) }
    #expect(handles.allSatisfy { !$0.isFinished })
    #expect(store.core.waiting.isStalled == true)
    occupation.end()
    for handle in handles { try await handle.value }
    #expect(store.state.counter == 40)
    #expect(store.core.waiting.isStalled == false)
  }

  @Test func `without patience no dispatch waits`() async throws {
    let store = makeStore(patience: .zero)
    let occupation = Occupation(of: store)
    let handles = (0..<100).map { _ in store.dispatch(Increment()) }
    #expect(handles.allSatisfy { !$0.isFinished })
    #expect(store.core.waiting.isStalled == false)
    occupation.end()
    for handle in handles { try await handle.value }
    #expect(store.state.counter == 100)
  }

  @Test func `stores whose listeners dispatch to each other don't wait for each other`() {
    let stores = (0..<2).map { _ in makeStore(patience: .seconds(3600)) }
    let areBusy = DispatchGroup()
    let areDone = DispatchGroup()
    for _ in stores {
      areBusy.enter()
      areDone.enter()
    }
    for (index, store) in stores.enumerated() {
      store.addListener { _, new in
        guard new.counter == 1 else { return }
        areBusy.leave()
        areBusy.wait()
        stores[1 - index].dispatch(Perform { $0.counter += 10 })
      }
    }
    for store in stores {
      Thread.detachNewThread {
        store.dispatch(Increment())
        areDone.leave()
      }
    }
    areDone.wait()
    for store in stores {
      while store.state.counter < 11 { usleep(1000) }
      #expect(store.state.counter == 11)
    }
  }

  @Test func `readers are answered while dispatches wait`() {
    let store = makeStore(patience: .seconds(3600))
    let isDone = Atomic<Bool>(false)
    let threads = DispatchGroup()
    for _ in 0..<3 {
      threads.enter()
      Thread.detachNewThread {
        for _ in 0..<2000 {
          store.dispatch(
            Perform { state in
              state.counter += 1
              if state.counter % 100 == 0 { usleep(10) }
            }
          )
        }
        threads.leave()
      }
    }
    let reading = DispatchGroup()
    reading.enter()
    Thread.detachNewThread {
      var last = 0
      while !isDone.load(ordering: .acquiring) {
        let counter = store.state.counter
        #expect(counter >= last)
        last = counter
      }
      reading.leave()
    }
    threads.wait()
    isDone.store(true, ordering: .releasing)
    reading.wait()
    #expect(store.state.counter == 6000)
  }

  @Test func `those who stand in line become the heir in their order`() {
    let waiting = WaitingThreads()
    let order = Mutex<[Int]>([])
    let isHeir = DispatchSemaphore(value: 0)
    #expect(waiting.becomeHeir(by: .max) == true)
    for index in 0..<4 {
      Thread.detachNewThread {
        #expect(waiting.becomeHeir(by: .max) == true)
        order.withLock { $0.append(index) }
        isHeir.signal()
      }
      while waiting.lineLength < index + 1 { usleep(100) }
    }
    for _ in 0..<4 {
      waiting.leaveInheritance()
      isHeir.wait()
    }
    waiting.leaveInheritance()
    #expect(order.withLock { $0 } == [0, 1, 2, 3])
    #expect(waiting.becomeHeir(by: 0) == true)
  }

  @Test func `who loses patience leaves the line`() {
    let waiting = WaitingThreads()
    #expect(waiting.becomeHeir(by: .max) == true)
    #expect(waiting.becomeHeir(by: cprocessor_time()) == false)
    #expect(waiting.becomeHeir(by: cprocessor_time() &+ 1_000_000) == false)
    #expect(waiting.lineLength == 0)
    waiting.leaveInheritance()
    #expect(waiting.becomeHeir(by: 0) == true)
  }

  @Test func `as many rounds are spun as sufficed lately`() {
    let pace = SpinPace()
    let round = SpinPace.pausesPerRound
    func expect(_ rounds: Int, after pauses: Int? = nil) {
      // An odd version, which doesn't count for close tries.
      if let pauses { pace.learn(from: pauses, version: 1, at: 0) } else { pace.learnFromFailure() }
      #expect(pace.limit == rounds * round)
    }
    for _ in 0..<100 { pace.learnFromFailure() }
    expect(1)
    expect(3, after: 1)
    expect(3, after: round)
    expect(7, after: 3 * round)
    expect(16, after: 16 * round)
    expect(16, after: 2 * round)
    expect(15)
  }

  @Test func `threads try at each pause while few of them wait`() {
    let pace = SpinPace()
    var (version, time) = (UInt64(0), UInt64(0))
    func wait(updates: UInt64, nanoseconds: UInt64) {
      (version, time) = (version + updates, time + nanoseconds)
      pace.learn(from: pace.step, version: version, at: time)
    }
    #expect(pace.step == SpinPace.pausesPerRound)
    wait(updates: SpinPace.farStride, nanoseconds: 300)
    #expect(pace.step == 1)
    for _ in 0..<1000 { wait(updates: 5, nanoseconds: 2000) }
    #expect(pace.step == 1)
    // Short updates without a pause between them, and long ones.
    for (updates, nanoseconds) in [(UInt64(20), UInt64(200)), (1, 5000)] {
      var waits = 0
      while pace.step == 1 {
        wait(updates: updates, nanoseconds: nanoseconds)
        waits += 1
      }
      #expect(waits <= 17)
      while pace.step != 1 {
        wait(updates: 1, nanoseconds: nanoseconds)
        waits += 1
      }
      #expect((250...300).contains(waits))
    }
  }

  @Test func `who dispatches now and then finds its turn, which nobody ends who comes meanwhile`() {
    let waiting = WaitingThreads()
    let begin: UInt64 = 10_000_000_000
    let end = begin + WaitingThreads.turn
    /// What another thread is told that gets the store, and comes again.
    func onAnotherThread(gettingStoreAt time: UInt64) -> (before: Bool, after: Bool) {
      let answer = Mutex<(Bool, Bool)>((false, false))
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        let before = waiting.mayClaim(at: time)
        waiting.beginTurn(at: time)
        let after = waiting.mayClaim(at: time + 1)
        answer.withLock { $0 = (before, after) }
        done.signal()
      }
      done.wait()
      return answer.withLock { $0 }
    }
    waiting.beginTurn(at: begin)
    #expect(waiting.mayClaim(at: begin + 1))
    #expect(onAnotherThread(gettingStoreAt: begin + 2) == (false, false))
    #expect(waiting.mayClaim(at: begin + 4))
    waiting.beginTurn(at: begin + 5)
    #expect(waiting.turnEnd == end)
    #expect(onAnotherThread(gettingStoreAt: end) == (true, true))
    #expect(waiting.mayClaim(at: end + 1) == false)
  }
}
