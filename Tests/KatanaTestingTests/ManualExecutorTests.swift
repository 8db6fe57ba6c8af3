import Katana
import KatanaTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30)))
struct ManualExecutorTests {
  @Test func `jobs run in order when they are told to, with those that they hand over`() {
    let executor = ManualExecutor()
    let ran = Mutex<[Int]>([])
    for number in 0..<3 {
      executor.execute {
        ran.withLock { $0.append(number) }
        if number == 0 { executor.execute { ran.withLock { $0.append(3) } } }
      }
    }
    #expect(executor.jobCount == 3)
    #expect(ran.withLock { $0.isEmpty })
    let ranOne = executor.runNext()
    #expect(ranOne)
    #expect(ran.withLock { $0 } == [0])
    executor.runAll()
    #expect(ran.withLock { $0 } == [0, 1, 2, 3])
    let ranAnother = executor.runNext()
    #expect(!ranAnother)
  }

  @Test func `a store on a manual executor updates when it is told to`() {
    let executor = ManualExecutor()
    let store = Store<CounterState, ClockDependencies>(
      configuration: StoreConfiguration(updates: .executor(executor))
    )
    let handle = store.dispatch(SetCounter(value: 5))
    #expect(!handle.isFinished)
    executor.runAll()
    #expect(handle.isFinished)
    #expect(store.state.counter == 5)
  }
}
