import SeededRandom
import TraceReading

/// Lets tasks of a factory live at random, as a runtime could let them.
struct RandomTasks {
  private enum State: Equatable {
    case created
    case running(thread: Int64)
    /// It waits for what only its next run ends, or for somebody who wakes it.
    case waiting(isWoken: Bool)
  }

  static let actors: [UInt64] = [0xA0, 0xB0]
  private static let threads: [Int64] = [2, 3, 4]

  let factory: TaskFactory
  private var random: SplitMix64
  private var states: [UInt64: State] = [:]
  /// The tasks on each thread, the innermost last.
  private var stacks: [Int64: [UInt64]] = [:]
  private var time: Int64 = 1
  private var next: UInt64 = 1

  init(_ factory: TaskFactory, seed: UInt64) {
    self.factory = factory
    random = SplitMix64(seed: seed)
    factory.name(Self.actors[0], "Bank")
    factory.name(Self.actors[1], "Shop")
  }

  private mutating func chosen<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[random.next(below: elements.count)]
  }

  private mutating func executor() -> UInt64 { chosen([0, 0] + Self.actors) ?? 0 }

  /// Lets so many things happen.
  mutating func live(steps: Int) {
    for _ in 0..<steps {
      time += Int64(random.next(below: 50))
      switch random.next(below: 8) {
      case 0, 1: create()
      case 2, 3, 4: run()
      case 5: pauseOrChange()
      case 6: end()
      default: wake()
      }
    }
  }

  private mutating func create() {
    let running = stacks.values.compactMap(\.last).sorted()
    let parent = chosen(running) ?? 0
    let site = UInt64(0x1000 + 0x10 * random.next(below: 3))
    factory.create(next, by: parent, caller: site, at: time)
    states[next] = .created
    next += 1
  }

  private mutating func run() {
    let candidates = states.filter {
      switch $0.value {
      case .running: false
      case .created, .waiting: true
      }
    }.keys.sorted()
    guard let task = chosen(candidates), let thread = chosen(Self.threads) else { return }
    // On a thread that runs another one it runs within that.
    factory.run(task, on: executor(), at: time, thread: thread)
    stacks[thread, default: []].append(task)
    states[task] = .running(thread: thread)
  }

  private mutating func innermost() -> (task: UInt64, thread: Int64)? {
    chosen(
      stacks.filter { !$0.value.isEmpty }.map { ($0.value[$0.value.count - 1], $0.key) }
        .sorted { $0.0 < $1.0 }
    )
  }

  private mutating func pauseOrChange() {
    guard let (task, thread) = innermost() else { return }
    if random.next(below: 3) == 0 {
      factory.emit(at: time, thread: thread, .change(task: task, executor: executor()))
      return
    }
    let reasons: [TraceTaskPause.Reason] = [.task, .group, .continuation, .executor, .unknown]
    let reason = chosen(reasons) ?? .unknown
    let object = reason == .executor ? executor() : UInt64(random.next(below: 9))
    factory.pause(task, reason, object, at: time, thread: thread)
    stacks[thread]?.removeLast()
    states[task] = .waiting(isWoken: false)
  }

  private mutating func end() {
    guard let (task, thread) = innermost() else { return }
    factory.end(task, at: time, thread: thread)
    stacks[thread]?.removeLast()
    states[task] = nil
  }

  private mutating func wake() {
    let waiting = states.filter { $0.value == .waiting(isWoken: false) }.keys.sorted()
    guard let task = chosen(waiting) else { return }
    factory.enqueue(task, by: stacks[2]?.last ?? 0, at: time)
    states[task] = .waiting(isWoken: true)
  }
}
