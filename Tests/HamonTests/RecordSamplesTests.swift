import Foundation
import Glibc
import SampleAnalysis
import SampleFiles
import SampleRecording
import Testing

@testable import hamon

extension RecordTests {
  /// Programs of which it is known what they do, recorded with samples.
  @Suite(.timeLimit(.minutes(30))) struct Samples {
    /// Why nothing can be sampled here; `nil` where it can.
    static let obstacle: String? =
      (try? EngineChoice(.taskClock, frequency: 999)) == nil ? "no perf events" : nil

    @Test(
      .disabled(if: obstacle != nil),
      // Only root may become another.
      arguments: [[], ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]]
        .prefix(geteuid() == 0 ? 2 : 1)
    )
    func `the shares, the stacks and the waits of a program are found, as any user`(
      prefix: [String]
    ) async throws {
      try await ToolFixture.open { fixture in
        let program = try await SampledProgram.buildPlanted(in: fixture.folder)
        let trace = "\(fixture.folder)/t"
        let recorded = try await fixture.succeed(
          ["record", "-o", trace, "--samples", "--", program],
          prefix: prefix,
          environment: ["HOME": fixture.folder]
        )
        #expect(recorded.error.contains("; lost: 0\n"), "\(recorded.error)")
        let report = try await SampledProgram.report(fixture, trace)
        #expect(report.lost == 0 && report.faults == [] && report.threads == 102)
        // The processor was given to others for as long as they liked: samples count what ran.
        func total(_ name: String) -> Double {
          Double(report.functions.first { $0.name == name }?.runningTotal ?? 0)
        }
        let share = total("seventy") / (total("seventy") + total("thirty"))
        #expect(abs(share - 0.7) < 0.06, "\(share)")
        #expect(total("spin") >= total("seventy") + total("thirty"))
        // What the kernel has counted of running, and what was sampled of it.
        if report.includesKernel {
          let sampled = Double(report.samples) * 1e9 / Double(report.frequency)
          #expect(abs(sampled / Double(report.times.running) - 1) < 0.15)
        }
        let waits = try await SampledProgram.folded(fixture, trace, "folded-off-cpu")
        func waited(_ functions: String...) -> Double {
          waits.filter { wait in functions.allSatisfy { wait.stack.contains($0) } }
            .reduce(0) { $0 + $1.time }
        }
        // As long as they say, or longer, for a thread that is woken may get no processor.
        #expect(waited("main", "waiter", "lock") >= 0.1e9)
        #expect(waited("sleeper", "sleep") >= 0.29e9)
        #expect(waited("holder", "sleep") >= 0.19e9)
        let all = waits.reduce(0) { $0 + $1.time }
        #expect(abs(all - Double(report.times.waiting)) <= 1)
        let runs = try await SampledProgram.folded(fixture, trace, "folded-on-cpu")
        let deep = runs.filter { $0.stack.contains("deeper;deeper;deeper;deeper;deeper") }
        #expect(deep.allSatisfy { $0.stack.ranges(of: "deeper").count == 31 }, "\(deep)")
        #expect(deep.contains { $0.stack.contains("main;deeper") && $0.stack.hasSuffix("spin") })
        // Threads that run for some milliseconds.
        #expect(total("brief") > 0)
      }
    }

    @Test(.disabled(if: obstacle != nil))
    func `closures, generics, asynchronous functions and C++ have their names`() async throws {
      try await ToolFixture.open { fixture in
        let swift = try await SampledProgram.build(
          #"""
          @inline(never) func spin(_ n: Int) -> UInt64 {
            var x: UInt64 = 88172645463325252
            for _ in 0..<n { x ^= x << 13; x ^= x >> 7; x ^= x << 17 }
            return x
          }
          struct Box<Value: FixedWidthInteger> {
            var value: Value
            @inline(never) @_semantics("optimize.sil.specialize.generic.never")
            func generic() -> Value { Value(truncatingIfNeeded: spin(60_000_000)) &+ value }
          }
          @inline(never) @_optimize(none) func apply(_ body: (Int) -> UInt64) -> UInt64 { body(60_000_000) &+ body(1) }
          @inline(never) func waits() async -> UInt64 { await Task.yield(); return spin(60_000_000) &+ 1 }
          let offset = UInt64(CommandLine.arguments.count)
          @main struct Main {
            static func main() async {
              let sum = Box(value: 3).generic() &+ Int(truncatingIfNeeded: apply { spin($0) &+ offset })
              print(await waits() &+ UInt64(truncatingIfNeeded: sum))
            }
          }
          """#,
          "swifty.swift",
          ["swiftc", "-O", "-parse-as-library", "-Xcc", "-fno-omit-frame-pointer"],
          in: fixture.folder
        )
        let cpp = try await SampledProgram.build(
          #"""
          #include <cstdint>
          namespace shop { template <class T> struct Cart {
            __attribute__((noinline)) T total(T n) { T x = 88172645463325252u;
              while (n--) { x ^= x << 13; x ^= x >> 7; x ^= x << 17; } return x; } }; }
          int main() { shop::Cart<uint64_t> cart; return cart.total(100000000) == 1; }
          """#,
          "cpp.cc",
          ["c++", "-O2", "-fno-omit-frame-pointer"],
          in: fixture.folder
        )
        // What the command starts is recorded as well.
        let trace = "\(fixture.folder)/t"
        try await fixture.succeed(
          ["record", "-o", trace, "--samples=499Hz", "--", "sh", "-c", "\(swift) && \(cpp)"]
        )
        let runs = try await SampledProgram.folded(fixture, trace, "folded-on-cpu")
        func has(_ functions: String...) -> Bool {
          runs.contains { run in functions.allSatisfy { run.stack.contains($0) } && run.time > 1e7 }
        }
        #expect(has("Box.generic()", "spin(_:)"), "\(runs)")
        #expect(has("Main.main()", "apply(_:)", "spin(_:)"), "\(runs)")
        #expect(has("waits()", "spin(_:)"), "\(runs)")
        #expect(has("main", "shop::Cart<unsigned long>::total(unsigned long)"), "\(runs)")
        let perf = try await fixture.run(["report", trace])
        #expect(perf.output.contains("499 Hz"))
        // Without any events, too.
        let page = "\(fixture.folder)/p.html"
        try await fixture.succeed(["report", trace, "--html", page])
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("id=\"sample-data\""))
        for format in ["perfetto", "firefox", "pprof"] {
          let export = try await fixture.run(
            ["export", trace, "--format", format, "-o", "\(fixture.folder)/\(format)"]
          )
          #expect(export.status == 0, "\(format): \(export.error)")
        }
      }
    }

    @Test(.disabled(if: obstacle != nil))
    func `intervals tell what their threads did, and it adds up`() async throws {
      try await ToolFixture.open { fixture in
        let trace = "\(fixture.folder)/t"
        try await fixture.succeed([
          "record", "-o", trace, "--samples", "--", fixture.program.path, "emit:2000",
        ])
        let report = try await SampledProgram.report(fixture, trace)
        let interval = try #require(report.intervals.first)
        #expect(interval.name == "interval" && interval.count == 2000 && interval.untold == 0)
        #expect(interval.times.sum == interval.wall)
        #expect(report.slowest.reduce(0) { $0 + $1.count } >= 10)
        let text = try await fixture.run(["report", trace])
        #expect(text.output.contains("What intervals did\n"))
        #expect(text.output.contains("Why the slowest were slow\n"))
        let page = "\(fixture.folder)/p.html"
        let html = try await fixture.run(["report", trace, "--html", page])
        #expect(html.status == 0)
        let markup = try String(contentsOfFile: page, encoding: .utf8)
        for id in ["trace-data", "sample-data", "flame-running", "flame-waiting"] {
          #expect(markup.contains("id=\"\(id)\""), "\(id)")
        }
        for format in ["perfetto", "firefox", "pprof"] {
          let file = "\(fixture.folder)/\(format)"
          let export = try await fixture.run(["export", trace, "--format", format, "-o", file])
          #expect(export.status == 0, "\(format): \(export.error)")
          #expect(try Data(contentsOf: URL(filePath: file)).count > 1000, "\(format)")
        }
        let nowhere = try await fixture.run(["export", trace, "--format", "ctf"])
        #expect(nowhere.status == 64 && nowhere.error.contains("give a directory with --output"))
        let own = "\(fixture.folder)/ctf"
        try await fixture.succeed(["export", trace, "--format", "ctf", "-o", own])
        let again = try await fixture.run(["export", trace, "--format", "ctf", "-o", own])
        #expect(again.status == 1 && again.error.contains("name a directory that isn't there yet"))
      }
    }

    @Test(.disabled(if: obstacle != nil))
    func `a process that runs already is sampled, with the stack in which it sleeps`() async throws
    {
      try await ToolFixture.open { fixture in
        // As an ordinary user, who has a home of his own.
        let user =
          geteuid() == 0 ? ["setpriv", "--reuid=54321", "--regid=54321", "--clear-groups"] : []
        let script = """
          cd \(fixture.folder); export HOME=\(fixture.folder)
          \(fixture.program.path) emit:3 touch:ready await:go & a=$!
          n=0; until test -e ready; do n=$((n+1)); [ $n -lt 1000 ] || exit 98; sleep 0.02; done
          "$0" record -o t --samples --duration 1s --pid $a; echo "status $?"; touch go; wait $a
          """
        let outcome = try await fixture.run([], prefix: user + ["sh", "-c", script])
        #expect(outcome.output == "status 0\n", "\(outcome.error)")
        let trace = "\(fixture.folder)/t"
        let waits = try await SampledProgram.folded(fixture, trace, "folded-off-cpu")
        #expect(
          waits.contains { $0.stack.contains("main") && $0.stack.contains("sleep") },
          "\(waits)"
        )
      }
    }

    @Test(.disabled(if: obstacle != nil))
    func `damaged samples are told, and what is left is reported`() async throws {
      try await ToolFixture.open { fixture in
        let trace = "\(fixture.folder)/t"
        try await fixture.succeed([
          "record", "-o", trace, "--samples", "--", "sh", "-c", "sleep 0.1",
        ])
        // Events that can't be read hide no samples.
        let events = URL(filePath: "\(trace)/ust")
        try FileManager.default.createDirectory(at: events, withIntermediateDirectories: true)
        try Data("no metadata".utf8).write(to: events.appending(path: "metadata"))
        let reported = try await fixture.run(["report", trace])
        #expect(reported.status == 1)
        #expect(reported.error.contains("metadata: libbabeltrace2 refuses"), "\(reported.error)")
        #expect(reported.output.contains("running"))
        for format in ["perfetto", "firefox"] {
          let file = "\(fixture.folder)/\(format)"
          let exported = try await fixture.run(["export", trace, "--format", format, "-o", file])
          #expect(exported.status == 1)
          #expect(exported.error.contains("metadata: libbabeltrace2 refuses"), "\(exported.error)")
          #expect(try Data(contentsOf: URL(filePath: file)).count > 100)
        }
        try FileManager.default.removeItem(at: events)
        let data = URL(filePath: "\(trace)/samples/perf.data")
        let whole = try Data(contentsOf: data)
        try whole.prefix(whole.count - 20).write(to: data)
        let cut = try await fixture.run(["report", trace])
        #expect(cut.status == 1)
        #expect(cut.error.contains("it ends in a record that is not whole"), "\(cut.error)")
        #expect(cut.output.contains("running"))
        try FileManager.default.removeItem(atPath: "\(trace)/samples/symbols")
        let unnamed = try await fixture.run(["report", trace])
        #expect(unnamed.error.contains("those of a library are told as one"), "\(unnamed.error)")
        try Data("no".utf8).write(to: data)
        let none = try await fixture.run(["report", trace])
        #expect(none.status == 1)
        #expect(none.error.contains("it is no file of samples"), "\(none.error)")
      }
    }

    @Test func `where the engine that is asked for can't be had, the command isn't started`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let denied = try await SampledProgram.denied(in: fixture.folder)
        let outcome = try await fixture.run(
          [
            "record", "-o", "\(fixture.folder)/t", "--samples", "--engine", "perf-clock", "--",
            "touch", "\(fixture.folder)/ran",
          ],
          prefix: [denied]
        )
        #expect(outcome.status == 125)
        #expect(
          outcome.error.contains("error: --engine perf-clock: the machine doesn't let it work: "),
          "\(outcome.error)"
        )
        #expect(outcome.error.contains("perf_event_open is forbidden"))
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.folder)/ran"))
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.folder)/t"))
        let doctor = try await fixture.run(["doctor"], prefix: [denied])
        #expect(doctor.output.contains("thread timers with a signal"), "\(doctor.output)")
        #expect(doctor.output.contains("perf_event_open is forbidden"), "\(doctor.output)")
      }
    }

    @Test func `options that contradict each other are refused`() async throws {
      try await ToolFixture.open { fixture in
        for arguments in [
          ["--samples", "--flight-recorder", "1s"], ["--samples", "--size-limit", "1G"],
          ["--samples=999Hz", "--relay", "localhost"], ["--engine", "perf-clock"], ["--samples=0"],
          ["--samples=often"], ["--samples", "--engine", "magic"],
        ] {
          let outcome = try await fixture.run(["record"] + arguments + ["--", "true"])
          #expect(outcome.status == 64, "\(arguments): \(outcome.error)")
        }
      }
    }
  }
}
