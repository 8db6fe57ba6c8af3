import CommandRunning
import Foundation
import Testing
import TraceAnalysis
import TraceReading

/// Intervals of programs whose events the suite has never heard of.
@Suite(.records, .timeLimit(.minutes(30)))
struct OtherProgramTests {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Fixtures/Events").standardized.path
  private static let signposts = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Signposts").standardized.path

  /// Compiles a program; in the arguments `$0` is the folder, `$1` that of the fixtures and `$2` that of signposts.
  private func compile(_ shop: ToolFixture, _ arguments: String) async throws {
    try await Command.succeed([
      "sh", "-c", "cc -O1 -o \"$0/program\" \(arguments) -llttng-ust -ldl -lpthread", shop.folder,
      Self.fixtures, Self.signposts,
    ])
  }

  /// Compiles a program and records it.
  private func record(
    _ shop: ToolFixture,
    compiling arguments: String,
    events: [String]
  ) async throws -> String {
    try await compile(shop, arguments)
    let trace = "\(shop.folder)/t"
    let options = events.flatMap { ["--event", $0] }
    try await shop.succeed(
      ["record", "-o", trace] + options + ["--", "\(shop.folder)/program"]
    )
    return trace
  }

  @Test func `a new kind of interval is in report, page and exports by its events alone`()
    async throws
  {
    try await ToolFixture.open { shop in
      // The package's own emitting code, with two lines more in the table.
      let table = try String(
        contentsOfFile: "\(Self.signposts)/CEventTable/include/KatanaEvents.def",
        encoding: .utf8
      )
      let print = try String(
        contentsOfFile: "\(Self.fixtures)/PrintEvents.def",
        encoding: .utf8
      )
      try Data((table + print).utf8).write(to: URL(filePath: "\(shop.folder)/KatanaEvents.def"))
      let trace = try await record(
        shop,
        compiling: """
          -DCSIGNPOSTS_TRACING -I"$0" -I"$2/CSignposts" -I"$2/CSignposts/include" \
          -I"$2/CEventTable/include" "$1/print.c" "$2"/CSignposts/*.c
          """,
        events: ["katana:*"]
      )
      let report = try await shop.report(of: trace)
      let prints = try #require(report.intervals.first { $0.name == "Shop.List" })
      #expect(prints.kind == "katana:print")
      #expect(prints.count == 2)
      #expect(prints.outcomes == ["success": 1, "failure": 1])
      let nesting = try #require(report.nestings?.first)
      #expect([nesting.parent, nesting.child] == ["Shop.Add", "Shop.List"])
      #expect(nesting.parentKind == "updater")
      #expect(report.totals?.first { $0.field == "pages" }?.value == 24)
      #expect(report.losses.undecodedEvents == 0)

      let page = "\(shop.folder)/r.html"
      let text = try await shop.succeed(["report", trace, "--html", page])
      let html = try String(contentsOfFile: page, encoding: .utf8)
      for output in [text.output, html] {
        #expect(output.contains("katana:print") && output.contains("Shop.List"))
      }
      for format in ["chrome", "firefox", "folded", "csv", "otlp"] {
        let export = try await shop.succeed(["export", trace, "--format", format])
        #expect(export.output.contains("Shop.List"), "\(format)")
      }
      let folded = try await shop.run(["export", trace, "--format", "folded"])
      #expect(folded.output.contains("updater Shop.Add;katana:print Shop.List "))
    }
  }

  @Test func `events of any program are intervals, by a shared id or by the thread`() async throws {
    try await ToolFixture.open { shop in
      let trace = try await record(shop, compiling: "-I\"$1\" \"$1/app.c\"", events: ["app:*"])
      let report = try await shop.report(of: trace)
      let requests = report.intervals.filter { $0.kind == "app:request" }
      #expect(Set(requests.map(\.name)) == ["/orders", "/items"])
      #expect(requests.allSatisfy { $0.count == 1 && $0.unendedCount == 0 })
      #expect(report.totals?.map(\.label) == ["bytes of app:request_end"])
      #expect(report.totals?.map(\.value) == [120])
      // The inner one of a thread ends first, and is the outer one's child.
      let parsers = try #require(report.intervals.first { $0.kind == "app:parse" })
      #expect([parsers.count, UInt64(parsers.maximumParallelism)] == [4, 2])
      #expect(parsers.name == "parse")
      #expect(report.calls?.filter { $0.kind == "app:parse" }.map(\.count) == [2, 2])
      #expect(report.losses.undecodedEvents == 4)

      let pairs = try await shop.succeed(["report", trace, "--pairs"])
      let rows = pairs.output.split(separator: "\n").map {
        $0.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
      }
      #expect(
        rows.contains([
          "app:request", "app:request_begin", "app:request_end", "request_id", "2", "2",
        ])
      )
      #expect(
        rows.contains(["app:parse", "app:parse_entry", "app:parse_exit", "thread", "4", "4"])
      )
    }
  }

  @Test(arguments: ["-pie", "-no-pie -s", "-pie -DAS_LIBRARY"])
  func `a program without the wanted events is told which it has, and the option for them`(
    form: String
  ) async throws {
    try await ToolFixture.open { shop in
      var arguments = "-I\"$1\" \(form) \"$1/app.c\""
      if form.hasSuffix("AS_LIBRARY") {
        let caller = "int work(int, char **); int main(int c, char **a) { return work(c, a); }\n"
        try Data(caller.utf8).write(to: URL(filePath: "\(shop.folder)/caller.c"))
        arguments = "\"$0/caller.c\" -L\"$0\" -Wl,-rpath,\"$0\" -lapp"
        try await Command.succeed([
          "cc", "-shared", "-fPIC", "-Dmain=work", "-I\(Self.fixtures)", "\(Self.fixtures)/app.c",
          "-o",
          "\(shop.folder)/libapp.so", "-llttng-ust", "-ldl",
        ])
      }
      let program = "\(shop.folder)/program"
      try await compile(shop, arguments)
      let recorded = try await shop.succeed(["record", "-o", "\(shop.folder)/t", "--", program])
      #expect(
        recorded.error.contains(
          "warning: trace: no program emitted any of the events; \(program) has others: "
            + "app:parse_entry, app:parse_exit, app:request_begin, app:request_end, app:start, "
            + "app:stop; record them with --event 'app:*'\n"
        ),
        "\(recorded.error)"
      )
      // What is wanted and not come by is not missing.
      let other = try await shop.run(
        [
          "record", "-o", "\(shop.folder)/u", "--event", "app:*", "--event", "no:*", "--", program,
          "1",
        ]
      )
      #expect(other.status == 0)
      #expect(other.error.contains("\(program) has such tracepoints, but reached none of them"))
    }
  }

  @Test func `an export of nothing warns`() async throws {
    try await ToolFixture.open { shop in
      try await compile(shop, "-I\"$1\" \"$1/app.c\"")
      let (nothing, some) = ("\(shop.folder)/nothing", "\(shop.folder)/some")
      for (trace, events) in [(nothing, "app:start"), (some, "app:parse*")] {
        try await shop.succeed(
          ["record", "-o", trace, "--event", events, "--", "\(shop.folder)/program"]
        )
      }
      for format in ["chrome", "firefox", "folded", "csv", "otlp"] {
        func warning(of trace: String) async throws -> String {
          try await shop.succeed(["export", trace, "--format", format]).error
        }
        #expect(
          try await warning(of: nothing).contains(
            "warning: \(nothing): nothing of it was written: its events (2 of app) are no "
              + "intervals, points or values; "
          ),
          "\(format)"
        )
        #expect(!(try await warning(of: some).contains("warning")), "\(format)")
      }
    }
  }

  @Test func `a user names the events that are a pair, and is told which there are`() async throws {
    try await ToolFixture.open { shop in
      let trace = try await record(shop, compiling: "-I\"$1\" \"$1/app.c\"", events: ["app:*"])
      func report(_ pair: String) async throws -> ToolFixture.Outcome {
        try await shop.run(["report", trace, "--pair", pair, "--json", "\(shop.folder)/r.json"])
      }
      let jobs = try await report("app:start=app:stop,key=job")
      #expect(jobs.status == 0, "\(jobs.error)")
      let data = try Data(contentsOf: URL(filePath: "\(shop.folder)/r.json"))
      let start = try #require(
        try JSONDecoder().decode(TraceReport.self, from: data).intervals
          .first { $0.kind == "app" || $0.kind == "app:start" }
      )
      #expect([start.count, UInt64(start.maximumParallelism), start.unendedCount] == [2, 2, 0])

      let unknown = try await report("app:begin=app:stop")
      #expect(unknown.status == 1)
      #expect(unknown.error.contains("app:begin: the trace has no event of this name"))
      #expect(unknown.error.contains("app:parse_entry"))
      let field = try await report("app:start=app:stop,key=id")
      #expect(field.status == 1)
      #expect(field.error.contains("app:start: it has no field id that could pair intervals"))
      #expect(field.error.contains("(job)"))
      let form = try await report("app:start")
      #expect(form.status == 64)
      #expect(form.error.contains("this is no pair of events"))
    }
  }
}
