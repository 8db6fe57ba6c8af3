import Foundation
import RegressionGate
import SeededRandom
import Testing

@Suite(.timeLimit(.minutes(30)))
struct GateTests {
  private func report(_ path: String) throws -> GateReport {
    try JSONDecoder().decode(GateReport.self, from: Data(contentsOf: URL(filePath: path)))
  }

  @Test func `the same passes, and what is slower is named with its picture`() async throws {
    try await ToolFixture.open { tool in
      let fixture = GateFixture(tool: tool)
      let base = try fixture.write(
        "base",
        rows: [("a/size=1", .steady(1_000_000)), ("b", .steady(1_000_000))]
      )
      let head = try fixture.write(
        "head",
        rows: [("a/size=1", .steady(1_050_000)), ("b", .steady(1_000_000))]
      )
      let same = try await fixture.gate(base, base)
      #expect(same.status == 0)
      #expect(same.output.hasSuffix("gate: passed: 2 pass\n"))

      let folder = tool.folder
      let slower = try await fixture.gate(
        base,
        head,
        "--json",
        "\(folder)/gate.json",
        "--junit",
        "\(folder)/gate.xml",
        "--markdown",
        "\(folder)/summary.md",
        "--pictures",
        "\(folder)/pictures"
      )
      #expect(slower.status == 2, "\(slower.output) \(slower.error)")
      #expect(slower.output.contains("regression: head a/size=1"))
      #expect(slower.output.contains("1.00 us -> 1.05 us, +5.0 %"))
      #expect(slower.output.hasSuffix("gate: regressed: 1 pass, 1 regression\n"))
      let report = try report("\(folder)/gate.json")
      #expect(report.rows.map(\.verdict) == [.regression, .pass])
      #expect(report.rows.map { $0.evidence.times.first?.ratios.count } == [32, 8])
      #expect(!report.controls.isEmpty)
      let summary = try String(contentsOfFile: "\(folder)/summary.md", encoding: .utf8)
      #expect(summary.contains("](<pictures/head-a_size=1-"))
      let pictures = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/pictures")
      #expect(pictures.count == 1 && pictures[0].hasPrefix("head-a_size=1-"))
      let picture = try String(
        contentsOfFile: "\(folder)/pictures/\(pictures[0])",
        encoding: .utf8
      )
      #expect(picture.contains("<svg") && !picture.contains("\"black\""))
      let junit = try String(contentsOfFile: "\(folder)/gate.xml", encoding: .utf8)
      #expect(junit.contains("tests=\"2\" failures=\"1\" errors=\"0\""))
    }
  }

  @Test func `a row's own limit applies as the head gives it, and that it was raised is told`()
    async throws
  {
    try await ToolFixture.open { tool in
      let fixture = GateFixture(tool: tool)
      let base = try fixture.write("base", rows: [("a", .steady(1_000_000))])
      let slower = [("a", GateFixture.Behaviour.steady(1_100_000))]
      let strict = try fixture.write("strict", rows: slower, timeLimit: 0.05)
      let loose = try fixture.write("loose", rows: slower, timeLimit: 0.2)
      let failed = try await fixture.gate(base, strict)
      #expect(failed.status == 2, "\(failed.output)")
      #expect(failed.output.contains("its own limit +5.0 %"), "\(failed.output)")
      let raised = try await fixture.gate(strict, loose)
      let passed = try await fixture.gate(base, loose)
      #expect(raised.status == 0 && passed.status == 0, "\(raised.output)\(passed.output)")
      let sentence = "note: loose a: its limit of wall time was raised from"
      #expect(raised.output.contains("\(sentence) 5 % to 20 % by this change"), "\(raised.output)")
      #expect(passed.output.contains("\(sentence) 2.5 % to 20 % by this change"))
    }
  }

  @Test func `what crashes, hangs, chats or is wrong could not be measured, and the rest is kept`()
    async throws
  {
    try await ToolFixture.open { tool in
      let fixture = GateFixture(tool: tool)
      let names = ["crash", "hang", "chat", "wrong", "good"]
      let base = try fixture.write("base", rows: names.map { ($0, .steady(1_000_000)) })
      let head = try fixture.write(
        "head",
        rows: [
          ("crash", .crashing), ("hang", .hanging), ("chat", .chatty), ("wrong", .wrong),
          ("good", .steady(1_000_000)),
        ]
      )
      let path = "\(tool.folder)/gate.json"
      let outcome = try await fixture.gate(base, head, "--timeout", "2", "--json", path)
      #expect(outcome.status == 3, "\(outcome.output) \(outcome.error)")
      let rows = try report(path).rows
      #expect(rows.map(\.verdict) == [.unmeasured, .unmeasured, .unmeasured, .unmeasured, .pass])
      let failures = rows.map { $0.evidence.failure ?? "" }
      #expect(failures[0].hasPrefix("head: signal 11 ended it"))
      #expect(failures[1].hasPrefix("head: no answer in 2.0 seconds: it hangs"))
      #expect(failures[2].hasPrefix("head: it printed \"hello\" instead of a time"))
      #expect(failures[3].hasPrefix("head: it ended with exit status 1: error: row: sum is 3"))
      // The same at the base is said of the base.
      let reversed = try await fixture.gate(head, base, "--timeout", "2", "--json", path)
      #expect(reversed.status == 3)
      #expect(try report(path).rows[0].evidence.failure?.hasPrefix("base: signal 11") == true)
    }
  }

  @Test func `times that no benchmark takes end no gate`() async throws {
    try await ToolFixture.open { tool in
      let fixture = GateFixture(tool: tool)
      let short = ("short", GateFixture.Behaviour.absurd("1e-30"))
      let base = try fixture.write("base", rows: [("long", .steady(1_000_000)), short])
      let head = try fixture.write("head", rows: [("long", .absurd("1e30")), short])
      let path = "\(tool.folder)/gate.json"
      let outcome = try await fixture.gate(base, head, "--timeout", "2", "--json", path)
      #expect(outcome.status == 3, "\(outcome.output) \(outcome.error)")
      let rows = try report(path).rows
      #expect(rows.count == 2)
      #expect(rows.first?.evidence.failure?.hasPrefix("head: it printed \"sampled 1e30") == true)
    }
  }

  @Test func `a new or renamed row could not be measured unless that is allowed`() async throws {
    try await ToolFixture.open { tool in
      let fixture = GateFixture(tool: tool)
      let base = try fixture.write("base", rows: [("a", .steady(1000)), ("old", .steady(1000))])
      let head = try fixture.write("head", rows: [("a", .steady(1000)), ("new", .steady(1000))])
      let strict = try await fixture.gate(base, head)
      #expect(strict.status == 3)
      #expect(strict.output.contains("new: the base has no row of this name"))
      #expect(strict.output.contains("gone: the head has no row of this name"))
      #expect(try await fixture.gate(base, head, "--allow-new").status == 0)
    }
  }

  @Test func `an accepted regression is written down and doesn't fail again`() async throws {
    try await ToolFixture.open { tool in
      let fixture = GateFixture(tool: tool)
      let base = try fixture.write("base", rows: [("a", .steady(1_000_000))])
      let head = try fixture.write("head", rows: [("a", .steady(1_100_000))])
      let package = "\(tool.folder)/package"
      try FileManager.default.createDirectory(
        atPath: "\(package)/Benchmarks",
        withIntermediateDirectories: true
      )
      #expect(try await fixture.gate(base, head, "--package-path", package).status == 2)
      let accepting = try await fixture.gate(
        base,
        head,
        "--package-path",
        package,
        "--accept",
        "a",
        "--reason",
        "checks more"
      )
      #expect(accepting.status == 0, "\(accepting.error)")
      #expect(accepting.output.contains("accepted: checks more"))
      let file = try AcceptanceFile.read("\(package)/\(AcceptanceFile.name)")
      #expect(file.accepted.map(\.row) == ["a"])
      #expect(try await fixture.gate(base, head, "--package-path", package).status == 0)
      // A row that there isn't is a mistake, and a reason to accept nothing.
      let mistyped = try await fixture.gate(
        base,
        head,
        "--package-path",
        package,
        "--accept",
        "A",
        "--accept",
        "a",
        "--reason",
        "typo"
      )
      #expect(mistyped.status == 1, "\(mistyped.output)")
      #expect(
        mistyped.error.contains(
          "error: --accept A: there is no such row; give one that has regressed: a"
        )
      )
      #expect(try AcceptanceFile.read("\(package)/\(AcceptanceFile.name)") == file)
      // Slower than what was accepted is a regression again.
      let slower = try fixture.write("head", rows: [("a", .steady(1_200_000))])
      #expect(try await fixture.gate(base, slower, "--package-path", package).status == 2)
    }
  }

  @Test(arguments: [
    ("{\"schemaVersion\":2,\"accepted\":[]}", "its version is 2, not 1; use a newer hamon"),
    (
      "{\"schemaVersion\":1,\"acc", "it can't be read as accepted regressions; restore or remove it"
    ),
  ])
  func `accepted regressions that can't be read are told before anything is measured`(
    text: String,
    message: String
  ) async throws {
    try await ToolFixture.open { tool in
      let fixture = GateFixture(tool: tool)
      let base = try fixture.write("base", rows: [("a", .hanging)])
      let directory = "\(tool.folder)/Benchmarks"
      try FileManager.default.createDirectory(
        atPath: directory,
        withIntermediateDirectories: true
      )
      try text.write(
        toFile: "\(tool.folder)/\(AcceptanceFile.name)",
        atomically: true,
        encoding: .utf8
      )
      let outcome = try await fixture.gate(base, base, "--package-path", tool.folder)
      #expect(outcome.status == 1)
      #expect(outcome.error.contains(message), "\(outcome.error)")
      #expect(outcome.output == "")
    }
  }

  // Ctrl-C, and what a CI system sends to this program alone: the row that hangs doesn't hold it up.
  @Test(arguments: TestTier.isCheck ? [SIGINT, SIGTERM] : [SIGTERM])
  func `an interrupted gate goes on where it was`(signal: Int32) async throws {
    try await ToolFixture.open { tool in
      let fixture = GateFixture(tool: tool)
      let rows: [(String, GateFixture.Behaviour)] = [
        ("one", .steady(1000)), ("two", .hanging), ("three", .steady(1000)),
      ]
      let base = try fixture.write("base", rows: rows)
      let arguments = [
        "gate", "--base-executable", base, "--head-executable", base, "--no-counts", "--json",
        "\(tool.folder)/gate.json", "--junit", "\(tool.folder)/gate.xml", "--markdown",
        "\(tool.folder)/gate.md",
      ]
      let folder = tool.folder
      let first = try await tool.run(arguments + ["--timeout", "3000"]) { process in
        // The journal holds its header and the first row when the second one hangs.
        for _ in 0..<1000 {
          let entries = try FileManager.default.contentsOfDirectory(atPath: folder)
          let lines = entries.filter { $0.hasPrefix("hamon-gate-") }.compactMap {
            try? String(contentsOfFile: "\(folder)/\($0)/journal.jsonl", encoding: .utf8)
          }
          if lines.contains(where: { $0.split(separator: "\n").count == 2 }) { break }
          try await Task.sleep(for: .milliseconds(10))
        }
        kill(process, signal)
      }
      #expect(first.status == 3)
      #expect(first.output.contains("the same command goes on from here"))
      // The rows that it hasn't come to are in each report, but not in the terminal's list.
      #expect(first.output.hasSuffix("gate: could not measure: 1 pass, 2 unmeasured\n"))
      #expect(!first.output.contains("unmeasured: base two"))
      let junit = try String(contentsOfFile: "\(folder)/gate.xml", encoding: .utf8)
      #expect(junit.contains("tests=\"3\" failures=\"0\" errors=\"2\""), "\(junit)")
      let unmeasured = try report("\(folder)/gate.json").rows.filter { $0.verdict == .unmeasured }
      #expect(unmeasured.map(\.evidence.row) == ["two", "three"])
      let summary = try String(contentsOfFile: "\(folder)/gate.md", encoding: .utf8)
      #expect(summary.contains("### unmeasured: three"))
      let second = try await tool.run(arguments + ["--timeout", "10"])
      #expect(second.output.contains("3 rows, 1 of them measured before"))
      #expect(second.output.hasSuffix("gate: could not measure: 2 pass, 1 unmeasured\n"))
    }
  }

  @Test func `a picture that can't be drawn doesn't hide a regression`() async throws {
    try await ToolFixture.open { tool in
      let fixture = GateFixture(tool: tool)
      let base = try fixture.write("base", rows: [("a", .steady(1_000_000))])
      let head = try fixture.write("head", rows: [("a", .steady(1_100_000))])
      try ExecutableFile.write("#!/bin/sh\nexit 9\n", to: "\(tool.folder)/gnuplot")
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      func gate(_ head: String) async throws -> ToolFixture.Outcome {
        try await tool.run(
          [
            "gate", "--base-executable", base, "--head-executable", head, "--no-counts",
            "--pictures", "\(tool.folder)/pictures",
          ],
          environment: ["PATH": "\(tool.folder):\(path)"]
        )
      }
      let slower = try await gate(head)
      #expect(slower.status == 2, "\(slower.error)")
      #expect(slower.error.contains("pictures: "))
      // An improvement is drawn as well, and would pass.
      let faster = try fixture.write("faster", rows: [("a", .steady(900_000))])
      #expect(try await gate(faster).status == 1)
    }
  }

  @Test func `a second gate in the same place is refused while the first is at work`() async throws
  {
    try await ToolFixture.open { tool in
      let fixture = GateFixture(tool: tool)
      let base = try fixture.write("base", rows: [("one", .hanging), ("two", .steady(1000))])
      let folder = tool.folder
      // Beside a thousand other tests the second gate begins late; the first has to be at work still.
      let first = try await tool.run([
        "gate", "--base-executable", base, "--head-executable", base, "--no-counts", "--timeout",
        "40",
      ]) { _ in
        for _ in 0..<1000 {
          let entries = try FileManager.default.contentsOfDirectory(atPath: folder)
          if entries.contains(where: { $0.hasPrefix("hamon-gate-") }) { break }
          try await Task.sleep(for: .milliseconds(10))
        }
        let second = try await fixture.gate(base, base)
        #expect(second.status == 1)
        #expect(second.error.contains("another gate is at work there; wait for its end"))
      }
      // The second has taken nothing from the first.
      #expect(first.output.hasSuffix("gate: could not measure: 1 pass, 1 unmeasured\n"))
    }
  }

  @Test(arguments: [
    (["--base", "no-such-revision"], "there is no such commit; fetch it first"),
    (
      ["--base", "HEAD", "--package-path", "/"],
      "there is no Package.swift here or above; run it in a package"
    ),
    (["--base-executable", "/bin/sh"], "give both"),
    (["--base", "HEAD", "--no-counts", "--no-wall"], "nothing is left to compare"),
    (["--base", "HEAD", "--accept", "a"], "--accept and --reason: one is missing; give both"),
    (
      ["--base-executable", "/nowhere", "--head-executable", "/nowhere"],
      "/nowhere: it can't be run"
    ),
    (["--base", "HEAD", "--json", "/nowhere/file"], "/nowhere/file"),
    (
      ["--base", "HEAD", "--percentile", "50"],
      "--percentile 50: it is not compared; give 90, 99 or 99.9"
    ),
    (["--base", "HEAD", "--percentile", "99", "--no-wall"], "--percentile: it is a time"),
    (["--base", "HEAD", "--also-gate", "wall"], "--also-gate wall: it decides in any case"),
    (
      ["--base", "HEAD", "--also-gate", "leaks", "--command", "true"],
      "--also-gate leaks: a command has no operations"
    ),
    (
      ["--base", "HEAD", "--timeout", "-1"],
      "--timeout -1.0: it is out of range; give seconds over 0"
    ),
  ])
  func `a gate that can't be begun says why`(arguments: [String], message: String) async throws {
    try await ToolFixture.open { tool in
      let outcome = try await tool.run(["gate"] + arguments)
      #expect(outcome.status != 0 && outcome.status != 2 && outcome.status != 3)
      #expect(outcome.error.hasPrefix("error: "))
      #expect(outcome.error.contains(message), "\(outcome.error)")
    }
  }

  @Test func `a percentile that has grown is found where it is asked for`() async throws {
    try await ToolFixture.open { tool in
      let fixture = GateFixture(tool: tool)
      let base = try fixture.write("base", rows: [("a", .tailed(1_000_000, eighth: 2_000_000))])
      let head = try fixture.write("head", rows: [("a", .tailed(1_000_000, eighth: 2_600_000))])
      // The mean grows by less than its limit.
      #expect(try await fixture.gate(base, head).status == 0)
      #expect(try await fixture.gate(base, base, "--percentile", "90").status == 0)
      let slower = try await fixture.gate(base, head, "--percentile", "90")
      #expect(slower.status == 2, "\(slower.output) \(slower.error)")
      #expect(slower.output.contains("p90: 2.00 ms -> 2.60 ms, +30.0 %"), "\(slower.output)")
    }
  }

  @Test func `what a row takes of the system is compared where that shall decide`() async throws {
    try await ToolFixture.open { tool in
      let fixture = GateFixture(tool: tool)
      let base = try fixture.write("base", rows: [("a", .using("0.5 0 20971520 0"))])
      let head = try fixture.write("head", rows: [("a", .using("2.5 0 20971520 0"))])
      #expect(try await fixture.gate(base, head).status == 0)
      let more = try await fixture.gate(base, head, "--also-gate", "context-switches")
      #expect(more.status == 2, "\(more.output) \(more.error)")
      #expect(more.output.contains("context-switches: 0.5000 -> 2.5000, +400 %"), "\(more.output)")
      let memory = try await fixture.gate(base, head, "--also-gate", "resident-memory")
      #expect(memory.status == 0, "\(memory.output)")
      // A harness of before doesn't answer.
      let old = try fixture.write("old", rows: [("a", .steady(1_000_000))])
      let untold = try await fixture.gate(old, head, "--also-gate", "context-switches")
      #expect(untold.output.contains("context-switches: not measured in 1 row"), "\(untold.output)")
    }
  }

  @Test func `a row whose memory can't be seen could not be measured`() async throws {
    try await ToolFixture.open { tool in
      let fixture = GateFixture(tool: tool)
      // It takes samples, but runs no number of iterations.
      let base = try fixture.write("base", rows: [("a", .steady(1_000_000))])
      let outcome = try await fixture.gate(base, base, "--also-gate", "leaks")
      #expect(outcome.status == 3)
      #expect(outcome.output.contains("  could not be counted: base: "), "\(outcome.output)")
    }
  }

  @Test func `an executable that is no benchmark could not be measured`() async throws {
    try await ToolFixture.open { tool in
      let fixture = GateFixture(tool: tool)
      let outcome = try await fixture.gate("/bin/false", "/bin/true")
      #expect(outcome.status == 3)
      #expect(outcome.output.contains("base: it ended with exit status 1"))
    }
  }
}
