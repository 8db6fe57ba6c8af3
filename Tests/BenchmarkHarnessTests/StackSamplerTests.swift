import Glibc
import SuiteErrors
import Testing

@testable import BenchmarkHarness

@Suite(.timeLimit(.minutes(10)))
struct StackSamplerTests {
  @inline(never)
  private func work(until end: UInt64) -> UInt64 {
    var value: UInt64 = 1
    while ClockReading.cpuNow(.thread) < end {
      for _ in 0..<1000 { value = value &* 6_364_136_223_846_793_005 &+ 1 }
    }
    return value
  }

  // Where a container forbids it, that is the error, and nothing else can be seen.
  @Test func `what runs is sampled, with the objects that it is of`() throws {
    let sampler: StackSampler
    do throws(SuiteError) {
      sampler = try StackSampler(period: 250_000)
    } catch {
      #expect(error.subject == "perf_event_open")
      return
    }
    sampler.start()
    blackHole(work(until: ClockReading.cpuNow(.thread) + 100_000_000))
    sampler.stop()
    let samples = sampler.stacks.values.reduce(0, +)
    #expect(samples + sampler.lost > 40)
    // Without frame pointers a stack would be its innermost address.
    #expect(sampler.stacks.keys.contains { $0.count > 3 })
    let lines = sampler.text().split(separator: "\n")
    #expect(lines.last == "samples 250000 \(sampler.lost)")
    let ranges = lines.filter { $0.hasPrefix("object ") }.compactMap { line -> Range<UInt64>? in
      let words = line.split(separator: " ")
      guard let begin = UInt64(words[2], radix: 16), let end = UInt64(words[3], radix: 16) else {
        return nil
      }
      return begin..<end
    }
    let known = sampler.stacks.filter { stack, _ in
      stack.first.map { address in ranges.contains { $0.contains(address) } } ?? false
    }
    #expect(known.values.reduce(0, +) * 10 > samples * 9)
    let before = sampler.stacks
    blackHole(work(until: ClockReading.cpuNow(.thread) + 10_000_000))
    sampler.stop()
    #expect(sampler.stacks == before)
  }

  @inline(never)
  private func pause() -> Int32 {
    // The result is used, so that it is no jump to the C library.
    (0..<10).reduce(0) { sum, _ in sum + usleep(10_000) }
  }

  @Test func `the waiting of a thread is sampled with the caller that waits`() throws {
    let sampler: WaitSampler.Looking
    do throws(SuiteError) {
      sampler = try WaitSampler(period: 250_000).open()
    } catch {
      #expect(error.subject.hasPrefix("/proc/"))
      return
    }
    sampler.start()
    #expect(pause() == 0)
    sampler.stop()
    // A busy machine may give the sampler no turn at all; it doesn't see what isn't there.
    guard sampler.looks > 20 else { return }
    let waits = sampler.stacks.values.reduce(0, +)
    #expect(waits * 2 > sampler.looks)
    var program: [Range<UInt64>] = []
    LoadedObject.each {
      if !$0.path.hasPrefix("/lib") && !$0.path.hasPrefix("/usr") { program.append($0.code) }
    }
    let called = sampler.stacks.filter { stack, _ in
      stack.dropFirst().contains { address in program.contains { $0.contains(address) } }
    }
    #expect(called.values.reduce(0, +) * 10 > waits * 9)
    let before = sampler.looks
    blackHole(work(until: ClockReading.cpuNow(.thread) + 20_000_000))
    #expect(sampler.looks == before)
  }
}
