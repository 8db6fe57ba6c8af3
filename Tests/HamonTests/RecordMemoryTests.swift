import ArgumentParser
import CHeapLayout
import CommandRunning
import Foundation
import Glibc
import HeapImages
import MemoryFiles
import SampleFiles
import SeededRandom
import Testing

@testable import hamon

extension RecordTests {
  /// `hamon record --memory`: what the files say, against what programs count themselves.
  @Suite(.timeLimit(.minutes(30))) struct Memory {
    /// What a program has allocated and freed.
    private struct Counts: Equatable, CustomStringConvertible {
      var allocated: UInt64 = 0
      var allocatedBytes: UInt64 = 0
      var freed: UInt64 = 0
      var freedBytes: UInt64 = 0

      var description: String { "\(allocated) \(allocatedBytes) \(freed) \(freedBytes)" }
    }

    /// Builds what the tool loads, and a program of Tests/Fixtures.
    private static func prepare(
      _ fixture: ToolFixture,
      _ source: String,
      _ options: [String] = []
    ) async throws -> String {
      let repository = FixturePackage.repository
      try await Command.succeed(["\(repository)/tools/preloaded", Built.folder])
      let program = "\(fixture.folder)/program"
      try await Command.succeed(
        ["cc", "-O1", "-pthread", "-o", program, "\(repository)/Tests/Fixtures/\(source)"] + options
      )
      return program
    }

    private static func record(
      _ fixture: ToolFixture,
      _ options: [String],
      _ command: [String],
      to trace: String
    ) async throws -> ToolFixture.Outcome {
      try await fixture.run(["record", "-o", trace] + options + ["--"] + command)
    }

    /// The files of a recording by process: of each the last program's.
    private static func files(of trace: String) throws -> [Int32: MemoryFile] {
      let files = try MemoryDirectory(ofTrace: trace).files.map { try MemoryFile(path: $0) }
      for file in files { #expect(file.faults == []) }
      return Dictionary(files.map { ($0.header.pid, $0) }) {
        $0.header.start < $1.header.start ? $1 : $0
      }
    }

    private static func snapshots(of trace: String) throws -> [HeapSnapshot] {
      try MemoryDirectory(ofTrace: trace).snapshots.map {
        try JSONDecoder().decode(HeapSnapshot.self, from: Data(contentsOf: URL(filePath: $0)))
      }
    }

    /// The sums of the stacks whose innermost function is of the program itself.
    private static func own(_ file: MemoryFile, _ program: String) -> Counts {
      var counts = Counts()
      for (id, sum) in file.sums {
        guard let caller = file.stack(id).first,
          file.images.last(where: { $0.begin <= caller - 1 && caller - 1 < $0.end })?.path
            == program
        else { continue }
        counts.allocated += sum.allocated_blocks
        counts.allocatedBytes += sum.allocated_bytes
        counts.freed += sum.freed_blocks
        counts.freedBytes += sum.freed_bytes
      }
      return counts
    }

    /// What the program says, by process.
    private static func said(_ output: String) throws -> [Int32: Counts] {
      var said: [Int32: Counts] = [:]
      for line in output.split(separator: "\n") {
        let numbers = line.split(separator: " ").dropFirst().compactMap { UInt64($0) }
        try #require(numbers.count == 5)
        said[Int32(numbers[0])] = Counts(
          allocated: numbers[1],
          allocatedBytes: numbers[2],
          freed: numbers[3],
          freedBytes: numbers[4]
        )
      }
      return said
    }

    @Test func `the value of an option that is also a flag counts, whatever follows it`() throws {
      let words = ["--memory=all", "--samples=50Hz", "--memory-every", "10s", "--", "true"]
      let command = try RecordCommand.parse(words)
      #expect(command.memory?.description == "all" && command.samples?.hertz == 50)
      let flags = try RecordCommand.parse(["--memory", "--samples", "--", "true"])
      #expect(flags.memory?.description == "sampled" && flags.samples?.hertz == 999)
    }

    @Test func `blocks of all threads and of a fork are counted as the program counts them`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let program = try await Self.prepare(fixture, "allocations.c")
        let trace = "\(fixture.folder)/t"
        let outcome = try await Self.record(
          fixture,
          ["--memory=all"],
          [program, "8", "20000", "fork"],
          to: trace
        )
        try #require(outcome.status == 0, "\(outcome.error)")
        #expect(
          outcome.error.contains("\nmemory: all blocks of programs: 2, 2 snapshots\n"),
          "\(outcome.error)"
        )
        let (files, said) = (try Self.files(of: trace), try Self.said(outcome.output))
        #expect(said.count == 2 && Set(files.keys) == Set(said.keys))
        for (process, counts) in said {
          let file = try #require(files[process])
          #expect(Self.own(file, program) == counts)
          #expect(file.command.first == program && file.header.untracked == 0)
          let snapshot = try #require(
            try Self.snapshots(of: trace).first { $0.process == process }
          )
          let live = file.sums.values.reduce(into: (blocks: 0, bytes: 0)) { sum, stack in
            sum.blocks += Int(stack.allocated_blocks) - Int(stack.freed_blocks)
            sum.bytes += Int(stack.allocated_bytes) - Int(stack.freed_bytes)
          }
          #expect(snapshot.reason == "end" && snapshot.live.blocks >= live.blocks)
          let totals = try #require(file.snapshots.first?.values)
          #expect(UInt64(snapshot.live.blocks) == totals.live_blocks)
          #expect(UInt64(snapshot.live.bytes) == totals.live_bytes)
        }
      }
    }

    @Test func `samples stand for as many bytes as the program has allocated`() async throws {
      try await ToolFixture.open { fixture in
        let program = try await Self.prepare(fixture, "allocations.c")
        let trace = "\(fixture.folder)/t"
        let outcome = try await Self.record(
          fixture,
          ["--memory"],
          [program, "8", "200000"],
          to: trace
        )
        try #require(outcome.status == 0, "\(outcome.error)")
        let (process, counts) = try #require(try Self.said(outcome.output).first)
        let file = try #require(try Self.files(of: trace)[process])
        let rate = Double(file.header.rate)
        func weight(_ block: MemoryFile.Block) -> Double {
          1 / (1 - exp(-Double(block.size) / rate))
        }
        let bytes = file.blocks.reduce(0.0) { $0 + Double($1.size) * weight($1) }
        let error = (rate / Double(counts.allocatedBytes)).squareRoot()
        #expect(abs(bytes / Double(counts.allocatedBytes) - 1) < 5 * error, "\(bytes)")
        let freed = file.blocks.filter { $0.freed != nil }
          .reduce(0.0) { $0 + Double($1.size) * weight($1) }
        #expect(abs(freed / Double(counts.freedBytes) - 1) < 5 * error, "\(freed)")
        #expect(file.sums.isEmpty)
      }
    }

    @Test(.enabled(if: TestTier.isCheck, "make check runs it"))
    func `a snapshot is taken when hamon gets SIGUSR1, and every so often`() async throws {
      for (options, reason) in [([], "signal"), (["--memory-every", "200ms"], "period")] {
        try await ToolFixture.open { fixture in
          let program = try await Self.prepare(fixture, "allocations.c")
          let trace = "\(fixture.folder)/t"
          let arguments =
            ["record", "-o", trace, "--memory=all"] + options
            + ["--", program, "4", "20000", "snapshot", trace]
          let outcome = try await fixture.run(arguments) { tool in
            if !options.isEmpty { return }
            try await fixture.wait(for: "\(trace)/memory")
            for _ in 0..<400 {
              if !MemoryDirectory(ofTrace: trace).snapshots.isEmpty { break }
              kill(tool, SIGUSR1)
              try await Task.sleep(for: .milliseconds(100))
            }
          }
          try #require(outcome.status == 0, "\(outcome.error)")
          let snapshots = try Self.snapshots(of: trace)
          #expect(Set(snapshots.map(\.reason)) == [reason, "end"])
          // What has been told is alive in each after the threads' ends.
          let said = try #require(try Self.said(outcome.output).values.first)
          let last = try #require(snapshots.max { $0.time < $1.time })
          #expect(last.live.blocks >= Int(said.allocated - said.freed))
        }
      }
    }

    @Test func `a process that has loaded the library is recorded while it runs`() async throws {
      try await ToolFixture.open { fixture in
        let program = try await Self.prepare(fixture, "allocations.c")
        let trace = "\(fixture.folder)/t"
        // It waits for the snapshot, and its threads have ended before.
        let script = """
          cd \(fixture.folder)
          export HAMON_MEMORY_DIRECTORY=$PWD
          start() { LD_PRELOAD=\(Built.folder)/libhamon-memory.so HAMON_MEMORY_MODE=$1 exec "$2" $3; }
          start all \(program) "4 20000 snapshot \(trace)" > said & a=$!
          start sampled sleep 60 & b=$!
          sleep 60 & c=$!
          until [ -s said ] && [ -e $b.memory ]; do sleep 0.05; done
          "$0" record -o t --memory=all --pid $a --duration 1s; echo "status $?" >&2
          wait $a; cat said
          "$0" record -o u --memory=all --pid $b; echo "status $?" >&2
          "$0" record -o u --memory --pid $c; echo "status $?" >&2
          kill $b $c; wait
          """
        let outcome = try await fixture.run([], prefix: ["sh", "-c", script])
        let said = try Self.said(outcome.output)
        let (process, counts) = try #require(said.first, "\(outcome.error)")
        #expect(outcome.error.contains("\nmemory: all blocks of programs: 1, 1 snapshot\n"))
        let file = try #require(try Self.files(of: trace)[process])
        #expect(Self.own(file, program) == counts)
        let snapshot = try #require(try Self.snapshots(of: trace).first)
        #expect(snapshot.reason == "signal")
        #expect(snapshot.live.blocks >= Int(counts.allocated - counts.freed))
        for text in ["notes a part of its blocks only", "notes nothing in it; start it with"] {
          #expect(outcome.error.contains(text), "\(outcome.error)")
        }
        let statuses = outcome.error.matches(of: /status (\d+)/).map { String($0.1) }
        #expect(statuses == ["0", "125", "125"])
      }
    }

    @Test(
      .enabled(if: TestTier.isCheck, "make check runs it"),
      arguments: [
        ("threads", 0), ("stacks", 0), ("destructors", 0), ("forks", 0), ("raw-fork", 0),
        ("vforks", 0), ("libraries", 0), ("reallocations", 0), ("filter", 0), ("masks", 0),
        ("handlers", 0), ("descriptors", 0), ("crash", 128 + SIGSEGV), ("kill", 128 + SIGKILL),
        ("execute", 0), ("locked-fork", 0),
      ],
      ["all", "sampled"]
    )
    func `programs that are hard to watch do what they do, and leave files that can be read`(
      program: (name: String, status: Int32),
      mode: String
    ) async throws {
      try await ToolFixture.open { fixture in
        let path = try await Self.prepare(fixture, "hostile-allocations.c", ["-ldl"])
        let trace = "\(fixture.folder)/t"
        let outcome = try await Self.record(
          fixture,
          ["--memory=\(mode)"],
          [path, program.name],
          to: trace
        )
        #expect(outcome.status == program.status, "\(outcome.error)")
        #expect(outcome.output == "done\n")
        let files = try Self.files(of: trace)
        let isWhole = mode == "all"
        func counts(_ place: Int = 0) -> [Counts] { files.values.map { Self.own($0, path) } }
        switch program.name {
        case "threads": #expect(!isWhole || counts().first?.freed == 400_000)
        case "stacks": #expect(!isWhole || counts().first?.freed == 10_000)
        case "destructors": #expect(!isWhole || counts().first?.allocated == 100)
        case "forks":
          #expect(files.count == 21)
          #expect(!isWhole || counts().filter { $0.freed == 1 && $0.allocated == 2 }.count == 20)
        case "locked-fork": #expect(files.count == 2)
        case "raw-fork":
          #expect(files.count == 2)
          #expect(!isWhole || counts().contains { $0.freed == 100_001 })
        case "vforks": #expect(files.count == 6)
        case "reallocations": #expect(!isWhole || counts().first?.allocated == 39_998)
        case "filter":
          #expect(!isWhole || counts().first?.allocated == 200_000)
          #expect(outcome.error.contains("it filters its system calls (seccomp)"))
        case "descriptors": #expect(!isWhole || counts().first?.allocated == 200_000)
        case "crash", "kill":
          // What was done in the last 10 ms is missing.
          #expect(files.values.first?.header.end == 0)
          #expect(!isWhole || (1...200_000).contains(counts().first?.allocated ?? 0))
        default: #expect(!files.isEmpty)
        }
      }
    }

    @Test func `a program that becomes another one was not killed`() async throws {
      try await ToolFixture.open { fixture in
        let trace = "\(fixture.folder)/t"
        let command = ["sh", "-c", "exec env sort /dev/null"]
        let outcome = try await Self.record(fixture, ["--memory=all"], command, to: trace)
        #expect(outcome.status == 0)
        let memory = MemoryDirectory(ofTrace: trace)
        #expect(memory.files.count == 3 && memory.executed.count == 2)
        let profile = "\(fixture.folder)/heap.pprof"
        let export = try await fixture.succeed(
          ["export", trace, "--format", "pprof-heap", "-o", profile]
        )
        #expect(!export.error.contains("it was killed"))
      }
    }

    @Test func `an allocator that is loaded beside is seen through`() async throws {
      let folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64"]
      let libraries: [String] = folders.map { "\($0)/libjemalloc.so.2" }
      guard let library = libraries.first(where: FileManager.default.isReadableFile) else { return }
      try await ToolFixture.open { fixture in
        let program = try await Self.prepare(fixture, "allocations.c")
        let trace = "\(fixture.folder)/t"
        let outcome = try await fixture.succeed(
          ["record", "-o", trace, "--memory=all", "--", program, "4", "20000"],
          environment: ["LD_PRELOAD": library]
        )
        let (process, counts) = try #require(try Self.said(outcome.output).first)
        let file = try #require(try Self.files(of: trace)[process])
        #expect(Self.own(file, program) == counts)
      }
    }

    @Test func `what can't be seen is said`() async throws {
      try await ToolFixture.open { fixture in
        let alone = try await Self.prepare(fixture, "allocations.c", ["-static"])
        let outcome = try await Self.record(
          fixture,
          ["--memory"],
          [alone, "1", "10"],
          to: "\(fixture.folder)/t"
        )
        #expect(outcome.status == 0)
        #expect(outcome.error.contains("its memory isn't recorded: it is linked statically"))
        #expect(outcome.error.contains("\nmemory: none\n"))
        let source = "\(fixture.folder)/own.c"
        let text = """
          #include <stddef.h>
          #include <stdio.h>
          static char memory[1 << 24];
          static size_t used;
          void *malloc(size_t size) { char *block = memory + used; used += (size + 15) / 16 * 16; return block; }
          void free(void *block) { (void)block; }
          int main(void) { puts("done"); return 0; }
          """
        try Data(text.utf8).write(to: URL(filePath: source))
        let own = "\(fixture.folder)/own"
        try await Command.succeed(["cc", "-O0", "-rdynamic", "-o", own, source])
        let second = try await Self.record(fixture, ["--memory"], [own], to: "\(fixture.folder)/u")
        #expect(second.status == 0 && second.output == "done\n")
        #expect(second.error.contains("(\(own)): it has an allocator of its own"))
      }
    }
  }
}
