import Foundation
import SampleAnalysis
import Testing

extension RecordTests {
  /// Programs of which each stack is known, also through libraries that keep no frame pointers.
  @Suite(.timeLimit(.minutes(30))) struct TrueCallers {
    private static let engines = (Samples.obstacle == nil ? ["perf-clock"] : []) + ["timers"]

    /// A stack's functions from `main` on, without the kernel's, which interrupt anywhere.
    private static func functions(of stack: String) -> [Substring] {
      stack.split(separator: ";").drop { $0 != "main" }.filter { !$0.hasSuffix("[kernel]") }
    }

    /// The sum of stacks, and of those that aren't as they must be: the time of samples while nothing of the program runs doesn't count.
    private static func check(
      _ stacks: [(stack: String, time: Double)],
      with function: String,
      _ isTrue: ([Substring]) -> Bool
    ) -> (all: Double, untrue: [String]) {
      let of = stacks.filter { $0.stack.contains(";\(function)") }
      let untrue = of.filter { stack in
        !isTrue(functions(of: stack.stack))
      }
      return (of.reduce(0) { $0 + $1.time }, untrue.map(\.stack))
    }

    @Test(arguments: engines, ["-fno-omit-frame-pointer", "-fomit-frame-pointer"])
    func `callers are found through the C library's sort, running and waiting`(
      engine: String,
      flag: String
    ) async throws {
      try await ToolFixture.open { fixture in
        let program = try await SampledProgram.build(
          #"""
          #include <stdint.h>
          #include <stdlib.h>
          #include <unistd.h>
          #define STILL __attribute__((noinline, noclone))
          static volatile uint64_t sink;
          STILL static uint64_t spin(uint64_t n) {
            uint64_t x = 88172645463325252u;
            while (n--) { x ^= x << 13; x ^= x >> 7; x ^= x << 17; }
            return x;
          }
          STILL static int compare(const void *a, const void *b) {
            sink += spin(20000);
            return *(const int *)a - *(const int *)b;
          }
          STILL static int pause_and_compare(const void *a, const void *b) {
            usleep(30000);
            return *(const int *)a - *(const int *)b;
          }
          STILL static void sorting(void) {
            int values[64];
            for (int i = 0; i < 64; i++) values[i] = i * 37 % 64;
            qsort(values, 64, sizeof *values, compare);
            sink += values[3];
          }
          STILL static void waiting(void) {
            int values[8] = {3, 1, 2, 7, 5, 4, 0, 6};
            qsort(values, 8, sizeof *values, pause_and_compare);
            sink += values[3];
          }
          STILL static void deep(int n) {
            if (n == 0) sink += spin(100000000); else deep(n - 1);
            sink++;
          }
          int main(void) {
            for (int i = 0; i < 60; i++) sorting();
            waiting();
            deep(40);
            deep(2000);
            return 0;
          }
          """#,
          "callers.c",
          ["cc", "-O2", "-fno-optimize-sibling-calls"] + [flag],
          in: fixture.folder
        )
        let trace = "\(fixture.folder)/t"
        try await fixture.succeed(
          ["record", "-o", trace, "--samples", "--engine", engine, "--", program]
        )
        let ran = try await SampledProgram.folded(fixture, trace, "folded-on-cpu")
        // Between the two are the C library's own functions, whatever they are called.
        let sorts = Self.check(ran, with: "compare") { functions in
          functions.starts(with: ["main", "sorting"]) && functions.count > 3
            && !functions.dropFirst(2).contains("sorting")
            && functions.firstIndex(of: "compare").map { $0 >= functions.count - 2 } == true
        }
        #expect(sorts.all > 5e7 && sorts.untrue == [], "\(sorts)")
        let whole = ran.filter { $0.stack.contains("main;deep;") && $0.stack.contains(";spin") }
        #expect(!whole.isEmpty)
        for stack in whole {
          #expect(
            Self.functions(of: stack.stack).count { $0 == "deep" } == 41,
            "\(stack.stack)"
          )
        }
        // As deep as is recorded, and no invented end.
        let cut = ran.filter { $0.stack.hasPrefix("deep;") || $0.stack.contains(";deep;deep") }
        #expect(cut.contains { $0.stack.split(separator: ";").count > 100 }, "\(cut)")
        let waited = try await SampledProgram.folded(fixture, trace, "folded-off-cpu")
        let waits = Self.check(waited, with: "pause_and_compare") { functions in
          functions.starts(with: ["main", "waiting"]) && functions.contains("usleep")
            && functions.firstIndex(of: "pause_and_compare").map { $0 >= 3 } == true
        }
        #expect(waits.all > 0.3e9 && waits.untrue == [], "\(waits)")
        let report = try await SampledProgram.report(fixture, trace)
        #expect(report.tooDeep?.contains("127 frames") == true, "\(report.tooDeep ?? "none")")
        let text = try await fixture.run(["report", trace])
        #expect(text.output.contains("of these, too deep"), "\(text.output)")
      }
    }

    @Test(arguments: engines)
    func `callers are found through libdispatch`(engine: String) async throws {
      try await ToolFixture.open { fixture in
        let program = try await SampledProgram.build(
          #"""
          import Dispatch
          import Foundation
          nonisolated(unsafe) var sink: UInt64 = 0
          @inline(never) func spin(_ n: Int) -> UInt64 {
            var x: UInt64 = 88172645463325252
            for _ in 0..<n { x ^= x << 13; x ^= x >> 7; x ^= x << 17 }
            return x
          }
          @inline(never) func work(_ i: Int) { sink &+= spin(3_000_000) &+ UInt64(i) }
          @inline(never) func rest(_ i: Int) { usleep(30_000); sink &+= UInt64(i) }
          @inline(never) func applying() {
            DispatchQueue.concurrentPerform(iterations: 60) { work($0) }
          }
          @inline(never) func syncing(_ queue: DispatchQueue) {
            for i in 0..<40 { queue.sync { work(i) } }
          }
          @inline(never) func resting(_ queue: DispatchQueue) {
            for i in 0..<10 { queue.sync { rest(i) } }
          }
          @main struct Main {
            static func main() {
              let queue = DispatchQueue(label: "q")
              applying()
              syncing(queue)
              resting(queue)
            }
          }
          """#,
          "dispatching.swift",
          ["swiftc", "-O", "-parse-as-library"],
          in: fixture.folder
        )
        let trace = "\(fixture.folder)/t"
        try await fixture.succeed(
          ["record", "-o", trace, "--samples", "--engine", engine, "--", program]
        )
        let ran = try await SampledProgram.folded(fixture, trace, "folded-on-cpu")
        var shares = ["applying()": 0.0, "syncing(_:)": 0.0, "pool": 0.0]
        for stack in ran where stack.stack.contains(";work(_:)") {
          let owners = ["applying()", "syncing(_:)"].filter { stack.stack.contains(";\($0);") }
          // A thread of the pool has no caller in the program.
          let isOfPool = owners.isEmpty && !stack.stack.contains("main")
          #expect(owners.count == 1 || isOfPool, "\(stack.stack)")
          shares[owners.first ?? "pool", default: 0] += stack.time
        }
        #expect(shares.values.allSatisfy { $0 > 1e7 } && shares.count == 3, "\(shares)")
        let waited = try await SampledProgram.folded(fixture, trace, "folded-off-cpu")
        let rests = waited.filter { $0.stack.contains(";rest(_:)") }
        #expect(rests.reduce(0) { $0 + $1.time } > 0.15e9)
        #expect(rests.allSatisfy { $0.stack.contains(";resting(_:);") }, "\(rests)")
        let report = try await SampledProgram.report(fixture, trace)
        #expect(report.cutStacks <= report.samples / 50, "\(report.cutStacks) of \(report.samples)")
      }
    }
  }
}
