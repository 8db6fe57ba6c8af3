import Foundation

actor Ticker {
  var ticks = 0
  var task: Task<Void, Never>?

  func start() {
    task = Task {
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(1000))
        self.tick()
      }
    }
  }

  func tick() { ticks += 1 }
}

/// Waits for values that nobody sends.
actor Listener {
  var task: Task<Void, Never>?
  var box: Waiting?

  func start() {
    task = Task {
      let value = await withCheckedContinuation { (continuation: CheckedContinuation<Int, Never>) in
        self.keep(Waiting(continuation))
      }
      self.take(value)
    }
  }

  func keep(_ waiting: Waiting) { box = waiting }

  func take(_ value: Int) {}
}

final class Waiting: Sendable {
  let continuation: CheckedContinuation<Int, Never>
  init(_ continuation: CheckedContinuation<Int, Never>) { self.continuation = continuation }
}

/// An actor whose task never ends, which a timer holds, and one whose task waits for a continuation that only it has.
func plantTasks() async {
  await Ticker().start()
  await Listener().start()
  try? await Task.sleep(for: .milliseconds(100))
  for _ in 0..<50 { await Task.yield() }
}
