import BenchmarkReport
import BenchmarkResults
import Foundation
import Glibc
import Testing

/// `hamon time` with real commands.
@Suite(.timeLimit(.minutes(30)))
struct TimeTests {
  private func lines(_ path: String) throws -> [String] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  private func rows(_ path: String) throws -> [RowResult] {
    try #require(try ResultCollection.read(path).suites.first).rows
  }

  @Test func `hooks run in their order and as often as they have to`() async throws {
    try await ToolFixture.open { tool in
      let log = "\(tool.folder)/log"
      let json = "\(tool.folder)/times.json"
      func note(_ text: String) -> String { "echo \(text) >> \(log)" }
      let outcome = try await tool.succeed([
        "time", "-r", "2", "-w", "1", "-L", "x", "a,b", "--export-json", json,
        "--setup", note("setup {x}"), "--prepare", note("prepare {x}"),
        "--conclude", note("conclude {x}"), "--cleanup", note("cleanup {x}"), note("run {x}"),
      ])
      func run(_ name: String) -> [String] {
        ["prepare \(name)", "run \(name)", "conclude \(name)"]
      }
      #expect(
        try lines(log)
          == ["setup a"] + run("a") + ["setup b"] + run("b")
          // In turn, and each second round backwards.
          + run("a") + run("b") + run("b") + run("a") + ["cleanup a", "cleanup b"]
      )
      #expect(outcome.error.contains("note: --setup: all set-ups run before the first round"))
      let rows = try rows(json)
      #expect(rows.map(\.name) == [note("run a"), note("run b"), "sh that does nothing"])
      #expect(rows.map(\.sampleCount) == [2, 2, 2])
      #expect(rows.map(\.iterationsPerSample) == [1, 1, 1])
      #expect(rows[1].parameters.map(\.description) == ["x=b"])
      #expect(rows[1].ratios.map(\.floor) == [note("run a"), "sh that does nothing"])
    }
  }

  @Test func `one after the other is for set-ups that undo each other`() async throws {
    try await ToolFixture.open { tool in
      let (log, made) = ("\(tool.folder)/log", "\(tool.folder)/made")
      let setUp = ["--setup", "echo {x} > \(made)", "-r", "2", "-L", "x", "a,b"]
      let hidden = try await tool.succeed(["time"] + setUp + ["cat \(made) >> \(log)"])
      #expect(try lines(log) == ["a", "a", "b", "b"])
      #expect(hidden.error.contains("only set-ups make these commands differ"))
      #expect(hidden.output.contains("cat \(made) >> \(log) (x=b)"))
      try FileManager.default.removeItem(atPath: log)
      let asked = try await tool.succeed(
        ["time", "--sequential"] + setUp + ["echo {x} $(cat \(made)) >> \(log)"]
      )
      #expect(try lines(log) == ["a a", "a a", "b b", "b b"])
      #expect(!asked.error.contains("note: --setup"))
    }
  }

  @Test func `a failing command is named with its status, and the others and clean-ups stay`()
    async throws
  {
    try await ToolFixture.open { tool in
      let (log, json) = ("\(tool.folder)/log", "\(tool.folder)/times.json")
      let third = "echo >> \(tool.folder)/n; [ $(wc -l < \(tool.folder)/n) -lt 3 ] || exit 7"
      let outcome = try await tool.run([
        "time", "-r", "4", "--json", json, "--cleanup", "echo cleanup >> \(log)", "-n", "third",
        third, "true",
      ])
      #expect(outcome.status == 1)
      #expect(
        outcome.error.contains(
          "error: command third: it ended with exit status 7, after 2 good runs; correct it, see what it prints "
            + "with --show-output, or measure failing runs too with --ignore-failure"
        ),
        "\(outcome.error)"
      )
      #expect(outcome.output.contains("FAILED third: it ended with exit status 7"))
      #expect(try rows(json).map(\.name) == ["true", "sh that does nothing"])
      #expect(try lines(log) == ["cleanup", "cleanup"])
      // Nobody has asked for a run more than that.
      #expect(try lines("\(tool.folder)/n").count == 0)
      #expect(try String(contentsOfFile: "\(tool.folder)/n", encoding: .utf8) == "\n\n\n")
    }
  }

  @Test(
    arguments: [
      (["-i"], 0), (["--ignore-failure"], 0), (["--ignore-failure=1,3"], 0), (["-i=3"], 0),
      (["--ignore-failure=1,2"], 1),
    ] as [([String], Int32)]
  )
  func `failures are ignored where that is asked for`(
    options: [String],
    status: Int32
  ) async throws {
    try await ToolFixture.open { tool in
      let outcome = try await tool.run(["time", "-r", "2"] + options + ["exit 3"])
      #expect(outcome.status == status, "\(outcome.error)")
      #expect(outcome.error.contains("exit 3: 2 of its runs failed") == (status == 0))
    }
  }

  @Test func `a hook that fails is named, and what was set up is cleaned up`() async throws {
    try await ToolFixture.open { tool in
      let log = "\(tool.folder)/log"
      for (option, reason) in [
        ("--setup", "its set-up failed: --setup exit 4: it ended with exit status 4"),
        ("--prepare", "--prepare exit 4: it ended with exit status 4, which it must not"),
        ("--conclude", "--conclude exit 4: it ended with exit status 4, which it must not"),
      ] {
        let outcome = try await tool.run([
          "time", "-r", "2", option, "exit 4", "--cleanup", "echo \(option) >> \(log)", "true",
        ])
        #expect(outcome.status == 1)
        #expect(outcome.error.contains("error: command true: \(reason)"), "\(outcome.error)")
      }
      #expect(try lines(log) == ["--setup", "--prepare", "--conclude"])
      let outcome = try await tool.run(["time", "-r", "1", "--cleanup", "exit 5", "true"])
      #expect(outcome.status == 1)
      #expect(
        outcome.error.contains("error: --cleanup exit 5: it ended with exit status 5"),
        "\(outcome.error)"
      )
      #expect(outcome.output.contains("true  "))
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `after a signal all is concluded and cleaned up, and nothing more is started`(
    signal: Int32
  ) async throws {
    try await ToolFixture.open { tool in
      let (log, started) = ("\(tool.folder)/log", "\(tool.folder)/started")
      let outcome = try await tool.run([
        "time", "--conclude", "echo conclude >> \(log)", "--cleanup",
        "sleep 0.5; echo cleanup {x} >> \(log)", "-L", "x", "a,b",
        "[ {x} = a ] || { echo >> \(started); sleep 600; }",
      ]) { process in
        try await tool.wait(for: started)
        kill(process, signal)
      }
      #expect(outcome.status == 1)
      #expect(outcome.error.contains("error: interrupted: "), "\(outcome.error)")
      let noted = try lines(log)
      #expect(noted.suffix(3) == ["conclude", "cleanup a", "cleanup b"])
      #expect(tool.leftovers() == [])
    }
  }

  @Test func `commands read a file, and their output goes where it is told`() async throws {
    try await ToolFixture.open { tool in
      let (input, copy) = ("\(tool.folder)/input", "\(tool.folder)/copy")
      try Data("one\ntwo\n".utf8).write(to: URL(filePath: input))
      // Each run reads from the begin, and empties what it writes.
      let read = "read x; [ \"$x\" = one ] && cat"
      try await tool.succeed(["time", "-r", "3", "--input", input, "--output", copy, read])
      #expect(try lines(copy) == ["two"])
      let kind = "[ -p /dev/stdout ]"
      try await tool.succeed(["time", "-r", "2", "--output", "pipe", kind])
      #expect(try await tool.run(["time", "-r", "2", kind]).status == 1)
      // More than a pipe holds.
      try await tool.succeed(["time", "-r", "2", "--output", "pipe", "head -c 500000 /dev/zero"])
      let shown = try await tool.succeed([
        "time", "-r", "2", "--show-output", "--prepare", "echo before", "echo within",
      ])
      #expect(shown.output.hasPrefix("before\nwithin\nbefore\nwithin\n"), "\(shown.output)")
      let exported = try await tool.succeed([
        "time", "-r", "2", "--show-output", "--export", "csv=-", "echo within",
      ])
      #expect(exported.output.hasPrefix("suite,row,"))
      #expect(exported.error.contains("within\nwithin\n"))
      let missing = try await tool.run(["time", "--input", "\(tool.folder)/no", "cat"])
      #expect(missing.status == 1)
      #expect(missing.error.contains("/no: it can't be read: No such file or directory; "))
    }
  }

  @Test func `without a shell nothing is expanded, and a program that does nothing is the floor`()
    async throws
  {
    try await ToolFixture.open { tool in
      let copy = "\(tool.folder)/copy"
      let outcome = try await tool.succeed([
        "time", "-N", "-r", "2", "--output", copy, "echo '*  *' $HOME",
      ])
      #expect(try lines(copy) == ["*  * $HOME"])
      #expect(outcome.output.contains("true, started without a shell  "))
      let bash = try await tool.succeed(["time", "--shell", "bash", "-r", "1", "[[ a == a ]]"])
      #expect(bash.output.contains("bash that does nothing  "))
      let missing = try await tool.run(["time", "-N", "-r", "1", "hamon-no-such-program"])
      #expect(missing.status == 1)
      #expect(missing.error.contains("it can't be started: No such file or directory"))
    }
  }

  @Test func `others are compared with the reference, else with the fastest`() async throws {
    try await ToolFixture.open { tool in
      let commands = ["-r", "3", "sleep 0.1", "sleep 0.02"]
      let fastest = try await tool.succeed(["time"] + commands)
      #expect(fastest.output.contains("\nsleep 0.02\n  is "))
      #expect(fastest.output.contains(" faster than sleep 0.1\n"))
      let reference = try await tool.succeed(
        ["time", "--reference", "sleep 0.05", "--reference-name", "middle", "--sort", "mean-time"]
          + commands
      )
      #expect(reference.output.contains("\nmiddle\n  is "))
      #expect(reference.output.contains(" slower than sleep 0.02\n"))
      #expect(reference.output.contains(" faster than sleep 0.1\n"))
      let table = reference.output.split(separator: "\n").dropFirst(2).prefix(4)
      #expect(
        table.map { $0.split(separator: "  ")[0] } == [
          "sleep 0.02", "middle", "sleep 0.1", "sh that does nothing",
        ]
      )
    }
  }

  @Test func `a command that asks is told the number of its run`() async throws {
    try await ToolFixture.open { tool in
      let log = "\(tool.folder)/log"
      let line = "echo $HYPERFINE_ITERATION >> \(log)"
      _ = try await tool.succeed(["time", "-r", "3", "-w", "2", line])
      #expect(try lines(log) == ["warmup-0", "warmup-1", "0", "1", "2"])
    }
  }

  @Test func `runs are as many as are asked for`() async throws {
    try await ToolFixture.open { tool in
      let json = "\(tool.folder)/times.json"
      func runs(_ options: [String]) async throws -> Int {
        try await tool.succeed(["time", "--json", json] + options + ["sleep 0.02"])
        return try #require(try rows(json).first).sampleCount
      }
      var counts: [Int] = []
      for options in [
        ["--runs", "7"], ["--max-runs", "4"], ["-m", "12", "--min-benchmarking-time", "0"],
      ] { counts.append(try await runs(options)) }
      #expect(counts == [7, 4, 12])
      // A hundred of them take two seconds.
      let usual = try await runs([])
      #expect((11...150).contains(usual))
    }
  }

  @Test func `tables of spreadsheets and of Markdown have the commands`() async throws {
    try await ToolFixture.open { tool in
      let (csv, markdown) = ("\(tool.folder)/times.csv", "\(tool.folder)/times.md")
      try await tool.succeed([
        "time", "-r", "2", "-P", "n", "1", "2", "-u", "millisecond", "--export-csv", csv,
        "--export-markdown", markdown, "echo {n}, a",
      ])
      let lines = try lines(csv)
      #expect(lines.count == 4)
      #expect(lines[0].hasPrefix("suite,row,kind,threads,samples,operations_per_sample,min_ns,"))
      #expect(lines[0].hasSuffix(",compared_with,ratio,ratio_least,ratio_most,parameter_n"))
      #expect(lines[1].hasPrefix("commands,\"echo 1, a\",ours,1,2,1,"))
      #expect(lines[1].hasSuffix(",1"))
      #expect(lines[2].contains(",\"echo 1, a\",") && lines[2].hasSuffix(",2"))
      let table = try String(contentsOfFile: markdown, encoding: .utf8)
      #expect(table.hasPrefix("| command | mean | ± σ | min | median | max | runs | CPU median |"))
      #expect(table.contains(" ms | 2 | "))
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind")))
  func `counted runs have their hooks and their input`() async throws {
    try await ToolFixture.open { tool in
      let (log, input) = ("\(tool.folder)/log", "\(tool.folder)/input")
      let json = "\(tool.folder)/times.json"
      try Data("one\n".utf8).write(to: URL(filePath: input))
      let outcome = try await tool.succeed([
        "time", "-N", "-r", "1", "--counts", "--json", json, "--input", input, "--prepare",
        "sh -c 'echo prepare >> \(log)'", "--cleanup", "sh -c 'echo cleanup >> \(log)'",
        "grep one",
      ])
      #expect(
        try lines(log) == ["prepare", "cleanup", "prepare", "prepare", "cleanup"]
      )
      #expect(try #require(try rows(json)[0].counts?.instructions) > 50_000)
      #expect(outcome.output.contains("\ncommand   instructions"))
    }
  }
}
