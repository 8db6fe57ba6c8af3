import BenchmarkHarness
import Testing

@Suite struct ProcessorAffinityTests {
  @Test func `a thread stays where it is put, and goes back`() async throws {
    let seen = try await onThread {
      let before = ProcessorAffinity.current
      let first = ProcessorAffinity(processors: before.processors.prefix(1))
      try first.apply()
      let during = ProcessorAffinity.current
      try before.apply()
      return (before, first, during, ProcessorAffinity.current)
    }
    #expect(!seen.0.processors.isEmpty)
    #expect(seen.2 == seen.1)
    #expect(seen.3 == seen.0)
  }

  @Test func `no processor at all is an error`() async {
    await #expect(throws: ProcessorAffinityError.self) {
      try await onThread { try ProcessorAffinity(processors: []).apply() }
    }
  }
}
