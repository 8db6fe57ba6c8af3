import Foundation
import Testing
import TraceAnalysis

@testable import hamon

extension RecordTests {
  /// Programs of which it is known why their intervals are slow: the report has to say that first.
  @Suite(.disabled(if: Samples.obstacle != nil), .timeLimit(.minutes(30))) struct Reasons {
    @Test(arguments: PlantedReason.alone)
    func `a reason is told first, by what was recorded`(planted: PlantedReason) async throws {
      try await Self.check(planted)
    }

    @Test(arguments: PlantedReason.together)
    func `of two reasons at once each is told in its place`(planted: PlantedReason) async throws {
      try await Self.check(planted)
    }

    private static func check(_ planted: PlantedReason) async throws {
      try await ToolFixture.open { fixture in
        try await Tasks.prepare(fixture)
        let (trace, json) = ("\(fixture.folder)/t", "\(fixture.folder)/t.json")
        let options = planted.options.rawValue.split(separator: " ").map(String.init)
        try await fixture.succeed(
          ["record", "-o", trace] + options + ["--", Built.program("PlantedReasons")]
            + planted.names
        )
        try await fixture.succeed(["report", trace, "--json", json])
        struct Document: Decodable { let why: [Why.Reason] }
        let document = try JSONDecoder().decode(
          Document.self,
          from: Data(contentsOf: URL(filePath: json))
        )
        // A busy machine loses records of samples.
        let lines = document.why.filter { $0.kind != .missing }.map(\.text)
        #expect(
          lines.count >= planted.lines.count
            && zip(lines, planted.lines).allSatisfy { PlantedReason.says($0, $1) },
          "\(lines)"
        )
      }
    }
  }
}
