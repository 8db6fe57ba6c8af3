import Logging
import Metrics
import Tracing

/// How many primes there are below a number, with the sieve of Eratosthenes.
struct PrimeCount {
  let limit: Int

  private let logger = Logger(label: "primes")
  private let duration = Timer(label: "sieve.duration")
  private let found = Counter(label: "primes.found")

  init(limit: Int) {
    self.limit = limit
  }

  func count() -> Int {
    withSpan("count primes") { span in
      span.attributes["limit"] = limit
      guard limit > 2 else {
        logger.warning("Nothing to count", metadata: ["limit": "\(limit)"])
        return 0
      }
      let clock = ContinuousClock()
      let start = clock.now
      let sieve = sieve()
      duration.record(duration: start.duration(to: clock.now))
      let count = sieve.count { $0 }
      found.increment(by: count)
      span.attributes["primes"] = count
      logger.info("Counted", metadata: ["limit": "\(limit)", "primes": "\(count)"])
      return count
    }
  }

  private func sieve() -> [Bool] {
    withSpan("sieve") { span in
      var isPrime = Array(repeating: true, count: limit)
      isPrime[0] = false
      isPrime[1] = false
      var number = 2
      while number * number < limit {
        if isPrime[number] {
          for multiple in stride(from: number * number, to: limit, by: number) {
            isPrime[multiple] = false
          }
        }
        number += 1
      }
      span.addEvent(SpanEvent(name: "crossed out", attributes: ["last": .int64(Int64(number))]))
      return isPrime
    }
  }
}
