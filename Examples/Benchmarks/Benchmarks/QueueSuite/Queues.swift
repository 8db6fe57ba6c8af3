// Of a suite for ordo-one's package only this line has changed: it was `import Benchmark`.
import BenchmarkCompatibility
import Synchronization

final class Mailbox: Sendable {
  private let messages = Mutex<[Int]>([])

  func post(_ message: Int) { messages.withLock { $0.append(message) } }

  func collect() -> [Int] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.mallocCountTotal, .wallClock],
    maxDuration: .seconds(10),
    maxIterations: 100
  )

  Benchmark("Mailbox.post", configuration: .init(scalingFactor: .kilo)) { benchmark in
    let mailbox = Mailbox()
    for message in benchmark.scaledIterations { mailbox.post(message) }
    blackHole(mailbox)
  }

  Benchmark("Mailbox.collect") { benchmark in
    let mailbox = Mailbox()
    for message in 0..<1000 { mailbox.post(message) }

    benchmark.startMeasurement()
    let messages = mailbox.collect()
    benchmark.stopMeasurement()
    if messages.count != 1000 { benchmark.error("\(messages.count) messages instead of 1000") }
  }

  Benchmark("AsyncStream", configuration: .init(scalingFactor: .kilo)) { benchmark in
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    for message in benchmark.scaledIterations { continuation.yield(message) }
    continuation.finish()
    for await message in stream { blackHole(message) }
  }

  Benchmark("boxes", configuration: .init(scalingFactor: .one)) { _, count in
    for number in 0..<count { blackHole(Box(number)) }
  } setup: {
    100
  }
}

final class Box {
  let number: Int

  init(_ number: Int) { self.number = number }
}
