import ArgumentParser
import BenchmarkResults
import SuiteErrors
import Testing

@testable import hamon

/// How the command line of `hamon time` becomes commands.
@Suite struct TimeArgumentsTests {
  private func commands(_ words: [String]) throws -> [TimedCommand] {
    let command = try #require(
      try Hamon.parseAsRoot(TimeParameters.joined(["time"] + words)) as? TimeCommand
    )
    return try TimedCommand.all(of: command)
  }

  private func problem(_ words: [String]) throws -> String {
    let error = #expect(throws: (any Error).self) { try commands(words) }
    let found = try #require(error)
    return (found as? SuiteError)?.description ?? Hamon.message(for: found)
  }

  @Test(
    arguments: [
      (["-L", "compiler", "gcc,clang", "{compiler} -O2 x.c"], ["gcc -O2 x.c", "clang -O2 x.c"]),
      (
        ["--parameter-list", "x", "a\\,b,,c\\\\", "echo {x} {y}"],
        [
          "echo a,b {y}", "echo  {y}", "echo c\\ {y}",
        ]
      ),
      (
        ["--parameter-scan", "delay", "0.3", "0.7", "-D", "0.2", "sleep {delay}"],
        [
          "sleep 0.3", "sleep 0.5", "sleep 0.7",
        ]
      ),
      (["-P", "n", "-1", "1", "echo {n}"], ["echo -1", "echo 0", "echo 1"]),
      (["-P", "n", "0", "1", "-D", "0.4", "echo {n}"], ["echo 0", "echo 0.4", "echo 0.8"]),
      (["-L", "x", "1,2", "-L", "y", "a,b", "f {x}{y}"], ["f 1a", "f 1b", "f 2a", "f 2b"]),
      (["-L", "x", "{y},2", "-L", "y", "a", "f {x}"], ["f {y}", "f 2"]),
      (["-L", "x", "1,2", "f {x}", "g {x}"], ["f 1", "g 1", "f 2", "g 2"]),
      (["--reference", "old {x}", "-L", "x", "1,2", "new {x}"], ["old {x}", "new 1", "new 2"]),
      (["--", "-L", "x", "1"], ["-L", "x", "1"]),
      (["-NiL", "x", "1,2", "f {x}"], ["f 1", "f 2"]),
      (["f", "f", "f (2)"], ["f", "f", "f (2)"]),
    ] as [([String], [String])]
  )
  func `parameters are put in the places of their names`(
    words: [String],
    lines: [String]
  ) throws {
    #expect(try commands(words).map(\.line) == lines)
  }

  @Test func `a row shows its parameters, and keeps them`() throws {
    let words = ["-L", "x", "1,2", "-L", "y", "a,b", "-n", "first", "f {x}", "g {x}{y}"]
    let rows = try commands(words)
    #expect(
      rows.map(\.name) == [
        "first (x=1, y=a)", "g 1a", "first (x=1, y=b)", "g 1b", "first (x=2, y=a)", "g 2a",
        "first (x=2, y=b)", "g 2b",
      ]
    )
    #expect(rows[7].template == "g {x}{y}")
    #expect(rows[7].parameters.map(\.description) == ["x=2", "y=b"])
  }

  @Test func `the same command twice is two rows`() throws {
    let names = try commands(["f", "f", "f (2)", "f"]).map(\.name)
    #expect(names == ["f", "f (2)", "f (2) (2)", "f (3)"])
    #expect(try commands(["-L", "x", "1,1", "f"]).map(\.name) == ["f (x=1)", "f (x=1) (2)"])
  }

  @Test func `letters may stand together, with a value at their end`() throws {
    let words = ["-iw3", "-r=2", "-Sbash", "-nfirst=a\nb", "-pone", "-p", "two", "f", "g"]
    let command = try #require(
      try Hamon.parseAsRoot(TimeParameters.joined(["time"] + words)) as? TimeCommand
    )
    #expect(command.surroundings.ignored == "all-non-zero")
    #expect(command.effort.warmup == 3 && command.effort.runs == 2)
    #expect(command.surroundings.shell == "bash")
    #expect(command.commandName == ["first=a\nb"])
    #expect(command.hooks.prepare == ["one", "two"])
    #expect(command.commands == ["f", "g"])
    #expect(try problem(["-Nx", "f"]).contains("-x"))
  }

  @Test func `hooks are those of all commands, or of each, and have its parameters`() throws {
    let rows = try commands([
      "-L", "x", "1,2", "--setup", "make {x}", "-p", "one", "-p", "two {x}", "-c", "rm", "f {x}",
      "g {x}",
    ])
    #expect(rows.map { $0.setup?.line } == ["make 1", "make 1", "make 2", "make 2"])
    #expect(rows.map { $0.prepare?.line } == ["one", "two 1", "one", "two 2"])
    #expect(rows.map { $0.cleanup?.words } == Array(repeating: ["/bin/sh", "-c", "rm"], count: 4))
    #expect(rows.allSatisfy { $0.conclude == nil })
  }

  @Test func `a shell is another one, or none`() throws {
    let line = #"echo 'a b' "c\"d" e\ f*"#
    #expect(try commands([line])[0].words == ["/bin/sh", "-c", line])
    #expect(try commands(["-S", "bash --norc", line])[0].words == ["bash", "--norc", "-c", line])
    for none in [["-N"], ["--shell", "none"], ["--shell=none"]] {
      #expect(try commands(none + [line])[0].words == ["echo", "a b", "c\"d", "e f*"])
    }
    #expect(try problem(["-N", "echo 'a"]).hasPrefix("echo 'a: without a shell it is no command"))
  }

  @Test(
    arguments: [
      ([], "commands: there is nothing to measure"),
      (["-P", "x", "1", "f", "g"], "--parameter-scan x 1 f: it is no name and two numbers"),
      (["-P", "x", "5", "1", "f"], "--parameter-scan x 5 1: its first number is beyond its last"),
      (["-P", "x", "1", "1e9", "f"], "--parameter-scan x 1 1e9: it is no name and two numbers"),
      (["-P", "x", "1", "5000", "f"], "it makes more than 1000 commands"),
      (["-P", "x", "1", "2", "-D", "0", "f"], "--parameter-step-size 0: it is no number over 0"),
      (["-D", "2", "f"], "--parameter-step-size: it is for --parameter-scan"),
      (["-L", "x", "1", "-L", "x", "2", "f"], "parameter x: it is given twice"),
      (["f", " "], "command: it is empty"),
      (["-p", "a", "-p", "b", "f"], "--prepare: it is given 2 times for 1 commands"),
      (["-n", "a", "-n", "b", "f"], "--command-name: there are more names than commands"),
      (["-r", "3", "-m", "2", "f"], "--runs: it says exactly how many"),
      (["-r", "0", "f"], "--runs 0: it is out of range"),
      (["-m", "3", "-M", "2", "f"], "--min-runs: it is more than --max-runs"),
      (["-N", "-S", "sh", "f"], "-N: it is --shell none"),
      (["-i=x", "f"], "--ignore-failure x: it is no list of exit statuses"),
      (["--reference-name", "x", "f"], "--reference-name: it is for --reference"),
    ] as [([String], String)]
  )
  func `what makes no sense is refused`(words: [String], reason: String) throws {
    let told = try problem(words)
    #expect(told.contains(reason), "\(told)")
  }
}
