import Foundation
import Testing

@testable import hamon

extension RecordTests {
  @Suite struct SizeLimits {
    @Test func `a trace stays below its limit, holds the newest events and can be read`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let trace = "\(fixture.folder)/t"
        // 120000 intervals, 240000 events: about 13 MB. Lossless, so that only the limit cuts.
        let outcome = try await fixture.succeed(
          [
            "record", "-o", trace, "--size-limit", "4M", "--lossless", "--", fixture.program.path,
            "emit:120000",
          ]
        )
        #expect(outcome.error.contains("size limit: 4M was reached: the trace holds only the last"))
        #expect(outcome.error.contains("discarded events: 0\n"))
        let size = try FileManager.default.subpathsOfDirectory(atPath: trace)
          .map { try FileManager.default.attributesOfItem(atPath: "\(trace)/\($0)") }
          .compactMap { ($0[.size] as? Int) }.reduce(0, +)
        #expect(size < 4 << 20)
        // The one stream of a program that runs on one processor fills half of it, less the rest.
        #expect(size > 1 << 20)
        let count = try await fixture.count("signpost:interval_end", in: trace)
        #expect(count > 10_000 && count < 120_000)
        #expect(try await fixture.count(lines: "interval_end: .* id = 120000 ", in: trace) == 1)
        #expect(outcome.error.contains("events: \(count) signpost:interval_end\n"))
      }
    }

    @Test
    func `a trace that stays below by itself is whole, and a limit that is too small is refused`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let whole = try await fixture.run(
          [
            "record", "-o", "\(fixture.folder)/t", "--size-limit", "1G", "--", fixture.program.path,
            "emit:9",
          ]
        )
        #expect(whole.status == 0)
        #expect(!whole.error.contains("size limit"))
        #expect(whole.error.contains("events: 9 signpost:interval_end\n"))
        let small = try await fixture.run(
          ["record", "-o", "\(fixture.folder)/u", "--size-limit", "100k", "--", "true"])
        #expect(small.status == 125)
        #expect(small.error.hasPrefix("error: size limit: 102400 bytes are too few"))
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.folder)/u"))
      }
    }

    @Test(arguments: [
      ("1000", 1000), ("64k", 65_536), ("256M", 268_435_456), ("1GiB", 1_073_741_824),
      ("2T", 2 << 40), ("0", nil), ("-1", nil), ("1.5G", nil), ("999999999999T", nil), ("M", nil),
    ])
    func `sizes are read with their units`(text: String, bytes: Int?) {
      #expect(SizeArgument(argument: text)?.bytes == bytes)
    }
  }
}
