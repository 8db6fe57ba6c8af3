// A program that is built with -static-stdlib: a group whose tasks want one actor, two of `async let`, one that sleeps, and one that a thread
// resumes. Says how many the actor has counted.
import Dispatch

actor Counter {
  private var count = 0

  func add() -> Int {
    count += 1
    return count
  }
}

@main
struct Program {
  static func main() async throws {
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<64 { group.addTask { _ = await counter.add() } }
    }
    async let first = half(counter)
    async let second = half(counter)
    _ = await (first, second)
    try await Task.detached(name: "sleeper") { try await Task.sleep(for: .milliseconds(10)) }.value
    await Task(name: "resumed") {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "thread").asyncAfter(deadline: .now() + .milliseconds(5)) {
          continuation.resume()
        }
      }
    }
    .value
    print(await counter.add() - 1)
  }

  static func half(_ counter: Counter) async -> Int {
    await Task.yield()
    return 0
  }
}
