import Foundation
import Glibc
import SampleAnalysis
import SampleFiles
import SeededRandom
import Testing

@testable import hamon

extension RecordTests {
  /// Programs that sample themselves, as where the kernel forbids perf events.
  @Suite(.timeLimit(.minutes(30))) struct Timers {
    @Test func `where perf events are forbidden, shares, stacks and waits are found by timers`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let denied = try await SampledProgram.denied(in: fixture.folder)
        let program = try await SampledProgram.buildPlanted(in: fixture.folder)
        let trace = "\(fixture.folder)/t"
        let recorded = try await fixture.succeed(
          ["record", "-o", trace, "--samples", "--", program],
          prefix: [denied]
        )
        #expect(
          recorded.error.contains("by thread timers with a signal (perf_event_open is forbidden")
        )
        #expect(recorded.error.contains("; lost: 0\n"), "\(recorded.error)")
        #expect(!FileManager.default.fileExists(atPath: "\(trace)/samples/rings"))
        let report = try await SampledProgram.report(fixture, trace)
        #expect(report.engine == "timers" && report.lost == 0 && report.faults == [])
        #expect(report.threads == 102)
        // A late signal stands for several samples, in both.
        #expect(recorded.error.contains("\nsamples: \(report.samples) by "), "\(recorded.error)")
        func total(_ name: String) -> Double {
          Double(report.functions.first { $0.name == name }?.runningTotal ?? 0)
        }
        let share = total("seventy") / (total("seventy") + total("thirty"))
        #expect(abs(share - 0.7) < 0.1, "\(share)")
        #expect(total("spin") >= total("seventy") + total("thirty"))
        // What the kernel has counted of running, and what was sampled of it; also of threads that live some milliseconds.
        let sampled = Double(report.samples) * 1e9 / Double(report.frequency)
        #expect(abs(sampled / Double(report.times.running) - 1) < 0.15)
        #expect(total("brief") > 0)
        let waits = try await SampledProgram.folded(fixture, trace, "folded-off-cpu")
        func waited(_ functions: String...) -> Double {
          waits.filter { wait in functions.allSatisfy { wait.stack.contains($0) } }
            .reduce(0) { $0 + $1.time }
        }
        #expect(waited("main", "waiter", "lock") >= 0.08e9, "\(waits)")
        #expect(waited("sleeper", "sleep") >= 0.27e9, "\(waits)")
        #expect(waited("holder", "sleep") >= 0.17e9, "\(waits)")
        let runs = try await SampledProgram.folded(fixture, trace, "folded-on-cpu")
        let deep = runs.filter { $0.stack.contains("deeper;deeper;deeper;deeper;deeper") }
        #expect(deep.allSatisfy { $0.stack.ranges(of: "deeper").count == 31 }, "\(deep)")
        #expect(deep.contains { $0.stack.contains("main;deeper") && $0.stack.hasSuffix("spin") })
        let text = try await fixture.run(["report", trace])
        #expect(text.output.contains("timers, "))
      }
    }

    @Test(
      .enabled(if: TestTier.isCheck, "make check runs it"),
      arguments: RecordTests.Samples.obstacle == nil ? ["timers", "perf-clock"] : ["timers"]
    )
    func `each way to call a function, start a thread and start a process has its names`(
      engine: String
    ) async throws {
      try await ToolFixture.open { fixture in
        let program = try await SampledProgram.constructs(in: fixture.folder)
        let trace = "\(fixture.folder)/t"
        let recorded = try await fixture.run(
          ["record", "-o", trace, "--samples", "--engine", engine, "--", program]
        )
        #expect(recorded.status == 0 && recorded.output == "true\n", "\(recorded.error)")
        let runs = try await SampledProgram.folded(fixture, trace, "folded-on-cpu")
        func has(_ functions: String...) -> Bool {
          runs.contains { run in
            var rest = run.stack[...]
            // In this order, from the outermost.
            return functions.allSatisfy { function in
              guard let range = rest.range(of: function) else { return false }
              rest = rest[range.upperBound...]
              return true
            }
          }
        }
        #expect(
          has("Main.main()", "deeper(_:);deeper(_:);deeper(_:)", "spin(_:);c_spin"),
          "\(runs)"
        )
        #expect(has("apply(_:)", "closure 1 in makeClosure()", "spin(_:);c_spin"), "\(runs)")
        #expect(has("specialized(_:)", "spin(_:);c_spin"), "\(runs)")
        #expect(has("Box.unspecialized()", "spin(_:);c_spin"), "\(runs)")
        #expect(has("Counter.work()", "spin(_:);c_spin"), "\(runs)")
        #expect(has("third()", "spin(_:);c_spin"), "\(runs)")
        #expect(
          has("shop_total", "shop::Cart<unsigned long>::total(unsigned long)", "c_spin"),
          "\(runs)"
        )
        #expect(engine != "timers" || has("brief", "c_spin"), "\(runs)")
        #expect(has("forks", "in_child", "c_spin"), "\(runs)")
        #expect(has("Main.main()", "executed", "c_spin"), "\(runs)")
        let report = try await SampledProgram.report(fixture, trace)
        #expect(report.threads >= 602, "\(report.threads)")
        // Each runs for less than the time between two samples: of timers they have as many as are due to all together.
        let brief = report.functions.first { $0.name == "brief" }?.runningTotal ?? 0
        #expect(engine != "timers" || brief > 60_000_000, "\(brief)")
      }
    }

    @Test(.enabled(if: TestTier.isCheck, "make check runs it"))
    func `functions that await are told as callers, where frames lead to the task's context`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let program = try await SampledProgram.constructs(
          in: fixture.folder,
          ["-Xfrontend", "-swift-async-frame-pointer=always"]
        )
        let trace = "\(fixture.folder)/t"
        let recorded = try await fixture.run(
          ["record", "-o", trace, "--samples", "--engine", "timers", "--", program]
        )
        #expect(recorded.status == 0 && recorded.output == "true\n", "\(recorded.error)")
        let runs = try await SampledProgram.folded(fixture, trace, "folded-on-cpu")
        #expect(
          runs.contains { run in
            run.stack.contains("first();second();third();spin(_:);c_spin") && run.time > 2e7
          },
          "\(runs)"
        )
      }
    }

    @Test
    func `a program keeps its signals, and is sampled where it blocks them and what it loads`()
      async throws
    {
      try await ToolFixture.open { fixture in
        _ = try await SampledProgram.build(
          #"""
          #include <stdint.h>
          __attribute__((noinline)) uint64_t plugin_work(uint64_t n) {
            uint64_t x = 88172645463325252u;
            while (n--) { x ^= x << 13; x ^= x >> 7; x ^= x << 17; }
            return x;
          }
          """#,
          "plugin.c",
          ["cc", "-O2", "-shared", "-fPIC", "-fno-omit-frame-pointer"],
          in: fixture.folder
        )
        let program = try await SampledProgram.build(
          #"""
          #define _GNU_SOURCE
          #include <dlfcn.h>
          #include <pthread.h>
          #include <signal.h>
          #include <stdint.h>
          #include <string.h>
          #include <sys/time.h>
          #include <unistd.h>
          #define STILL __attribute__((noinline))
          static volatile uint64_t sink;
          static volatile int profiled, own;
          STILL static uint64_t spin(uint64_t n) {
            uint64_t x = 88172645463325252u;
            while (n--) { x ^= x << 13; x ^= x >> 7; x ^= x << 17; }
            return x;
          }
          static void on_profile(int number) { (void)number; profiled++; }
          static void on_own(int number) { (void)number; own++; }
          STILL static void *deaf(void *none) {
            sigset_t all;
            sigfillset(&all);
            pthread_sigmask(SIG_SETMASK, &all, NULL);
            sink += spin(100000000);
            return none;
          }
          int main(int count, char **words) {
            (void)count;
            struct sigaction action;
            memset(&action, 0, sizeof action);
            action.sa_handler = on_profile;
            sigaction(SIGPROF, &action, NULL);
            // All real-time signals are the program's, whichever it is sampled by.
            for (int number = SIGRTMIN; number <= SIGRTMAX; number++) {
              if (signal(number, on_own) != SIG_DFL) return 2;
            }
            struct itimerval often = {{0, 10000}, {0, 10000}};
            setitimer(ITIMER_PROF, &often, NULL);
            sink += spin(100000000);
            pthread_t thread;
            pthread_create(&thread, NULL, deaf, NULL);
            pthread_join(thread, NULL);
            for (int number = SIGRTMIN; number <= SIGRTMAX; number++) raise(number);
            if (own != SIGRTMAX - SIGRTMIN + 1 || profiled == 0) return 3;
            for (int number = SIGRTMIN; number <= SIGRTMAX; number++) {
              if (signal(number, SIG_DFL) != on_own) return 4;
            }
            void *plugin = dlopen(words[1], RTLD_NOW);
            if (plugin == NULL) return 5;
            uint64_t (*work)(uint64_t) = (uint64_t (*)(uint64_t))dlsym(plugin, "plugin_work");
            sink += work(200000000);
            // Whoever closes what it doesn't know.
            for (int file = 3; file < 256; file++) close(file);
            sink += spin(100000000);
            return 0;
          }
          """#,
          "signals.c",
          ["cc", "-O2", "-fno-omit-frame-pointer", "-pthread"],
          in: fixture.folder
        )
        let trace = "\(fixture.folder)/t"
        try await fixture.succeed(
          [
            "record", "-o", trace, "--samples", "--engine", "timers", "--", program,
            "\(fixture.folder)/plugin",
          ]
        )
        let runs = try await SampledProgram.folded(fixture, trace, "folded-on-cpu")
        #expect(runs.contains { $0.stack.contains("deaf;spin") && $0.time > 2e7 }, "\(runs)")
        #expect(runs.contains { $0.stack.contains("main;plugin_work") && $0.time > 2e7 }, "\(runs)")
      }
    }

    @Test
    func
      `a program that ends at once, that is killed, or keeps no frame pointers is told as far as it goes`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let source = #"""
          #include <signal.h>
          #include <stdint.h>
          #include <unistd.h>
          #define STILL __attribute__((noinline))
          static volatile uint64_t sink;
          STILL static uint64_t spin(uint64_t n) {
            uint64_t x = 88172645463325252u;
            while (n--) { x ^= x << 13; x ^= x >> 7; x ^= x << 17; }
            return x;
          }
          STILL static uint64_t deep(uint64_t n, uint64_t *sum) {
            uint64_t words[64];
            for (int i = 0; i < 64; i++) words[i] = *sum + i;
            sink += n == 0 ? spin(100000000) : deep(n - 1, words) + words[n];
            return words[7] + sink;
          }
          int main(void) { uint64_t sum = 1; sink += deep(9, &sum); kill(getpid(), SIGKILL); return 0; }
          """#
        let program = try await SampledProgram.build(
          source,
          "bare.c",
          ["cc", "-O2", "-fomit-frame-pointer"],
          in: fixture.folder
        )
        let trace = "\(fixture.folder)/t"
        let killed = try await fixture.run(
          ["record", "-o", trace, "--samples", "--engine", "timers", "--", program]
        )
        #expect(killed.status == 128 + SIGKILL, "\(killed.error)")
        let report = try await SampledProgram.report(fixture, trace)
        #expect(report.cutStacks < 10 && report.faults == [], "\(report)")
        let runs = try await SampledProgram.folded(fixture, trace, "folded-on-cpu")
        let deep = runs.filter { $0.stack.contains("main;deep;deep") }
        #expect(deep.reduce(0) { $0 + $1.time } > 50_000_000, "\(runs)")
        #expect((report.functions.first { $0.name.hasPrefix("spin") }?.running ?? 0) > 50_000_000)
        #expect(!FileManager.default.fileExists(atPath: "\(trace)/samples/rings"))
        let brief = "\(fixture.folder)/brief"
        let none = try await fixture.run(
          ["record", "-o", brief, "--samples", "--engine", "timers", "--", "true"]
        )
        #expect(none.status == 0 && none.error.contains("by thread timers"), "\(none.error)")
        #expect(try await SampledProgram.report(fixture, brief).threads == 1)
      }
    }

    @Test func `what outlives a recording starts programs as if it had not been recorded`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let trace = "\(fixture.folder)/t"
        let (errors, end) = ("\(fixture.folder)/errors", "\(fixture.folder)/end")
        let script = "(sleep 1; env true; touch \(end)) >/dev/null 2>\(errors) </dev/null &"
        try await fixture.succeed(
          ["record", "-o", trace, "--samples", "--engine", "timers", "--", "sh", "-c", script]
        )
        #expect(!FileManager.default.fileExists(atPath: "\(trace)/samples/rings"))
        for _ in 0..<600 where !FileManager.default.fileExists(atPath: end) {
          try await Task.sleep(for: .milliseconds(100))
        }
        #expect(FileManager.default.fileExists(atPath: end))
        #expect(try String(contentsOfFile: errors, encoding: .utf8) == "")
      }
    }

    @Test(
      .enabled(if: TestTier.isCheck, "make check runs it"),
      .enabled(if: geteuid() == 0, "only root may become somebody else")
    )
    func `a program that may not write into the trace is told of`() async throws {
      try await ToolFixture.open { fixture in
        let trace = "\(fixture.folder)/t"
        let recorded = try await fixture.succeed(
          [
            "record", "-o", trace, "--samples", "--engine", "timers", "--", "setpriv",
            // Long enough for 25 looks at it, each some 150 ms after the one before.
            "--reuid=65534", "sleep", "10",
          ]
        )
        #expect(
          recorded.error.contains(
            "sleep that were not sampled: 1 at least; it could not write its samples"
          ),
          "\(recorded.error)"
        )
      }
    }

    @Test func `what can't be sampled is told`() async throws {
      try await ToolFixture.open { fixture in
        let program = try await SampledProgram.build(
          "int main(void) { return 3; }",
          "static.c",
          ["cc", "-static"],
          in: fixture.folder
        )
        let engine = ["--samples", "--engine", "timers"]
        let trace = "\(fixture.folder)/t"
        let refused = try await fixture.run(["record", "-o", trace] + engine + ["--", program])
        #expect(refused.status == 125)
        #expect(refused.error.contains("it is linked statically"), "\(refused.error)")
        #expect(!FileManager.default.fileExists(atPath: trace))
        // Behind another program it can only be missed.
        let missed = try await fixture.run(
          ["record", "-o", trace] + engine + ["--", "env", "-u", "LD_PRELOAD", program]
        )
        #expect(missed.status == 3, "\(missed.error)")
        // As long as it can be seen, it is told.
        let slow = try await SampledProgram.build(
          "#include <unistd.h>\nint main(void) { usleep(700000); return 0; }",
          "slow.c",
          ["cc", "-static"],
          in: fixture.folder
        )
        for (name, command) in [
          ("s", "\(slow); true"), ("d", "env -u LD_PRELOAD sleep 1; true"),
        ] {
          let seen = try await fixture.succeed(
            ["record", "-o", "\(fixture.folder)/\(name)"] + engine + ["--", "sh", "-c", command]
          )
          let line = seen.error.split(separator: "\n").first { $0.contains(" at least; ") } ?? ""
          if name == "s" {
            #expect(line.contains("processes of \(slow) that were not sampled: 1"), "\(seen.error)")
            #expect(line.contains("it is linked statically"), "\(seen.error)")
          } else {
            #expect(line.contains("sleep that were not sampled: 1"), "\(seen.error)")
            #expect(line.contains("started without LD_PRELOAD"), "\(seen.error)")
          }
        }
        let spaced = "\(fixture.folder)/a b"
        let space = try await fixture.run(["record", "-o", spaced] + engine + ["--", "true"])
        #expect(space.status == 125 && space.error.contains("record into another directory"))
        // No room for a ring: the program runs as ever.
        let limited = "\(fixture.folder)/l"
        let outcome = try await fixture.run(
          ["record", "-o", limited] + engine + [
            "--", "sh", "-c", "ulimit -f 8; sh -c 'exit 4'; exit $?",
          ]
        )
        #expect(outcome.status == 4, "\(outcome.error)")
        #expect(outcome.error.contains("processes that were not sampled: 1 ("), "\(outcome.error)")
        let report = try await fixture.run(["report", limited])
        #expect(report.error.contains("that were not sampled"), "\(report.error)")
      }
    }

    @Test func `what was sampled before hamon was killed is recovered, and the program goes on`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let program = try await SampledProgram.build(
          #"""
          #include <fcntl.h>
          #include <stdint.h>
          #include <unistd.h>
          static volatile uint64_t sink;
          __attribute__((noinline)) static uint64_t spin(uint64_t n) {
            uint64_t x = 88172645463325252u;
            while (n--) { x ^= x << 13; x ^= x >> 7; x ^= x << 17; }
            return x;
          }
          int main(int count, char **words) {
            (void)count;
            sink += spin(200000000);
            close(open(words[1], O_CREAT | O_WRONLY, 0644));
            // It is killed meanwhile, however late that is.
            sink += spin(1000000000);
            close(open(words[2], O_CREAT | O_WRONLY, 0644));
            return 0;
          }
          """#,
          "long.c",
          ["cc", "-O2", "-fno-omit-frame-pointer"],
          in: fixture.folder
        )
        let (ready, done, trace) = (
          "\(fixture.folder)/ready", "\(fixture.folder)/done", "\(fixture.folder)/t"
        )
        let outcome = try await fixture.run(
          ["record", "-o", trace, "--samples", "--engine", "timers", "--", program, ready, done]
        ) { tool in
          try await fixture.wait(for: ready)
          kill(tool, SIGKILL)
        }
        #expect(outcome.status == 128 + SIGKILL)
        try await fixture.wait(for: done)
        try await fixture.succeed(["recover", trace])
        let report = try await fixture.run(["report", trace])
        #expect(
          report.error.contains("the recording was ended before all was written"),
          "\(report.error)"
        )
        #expect(report.output.contains("spin"), "\(report.output)")
        #expect(!FileManager.default.fileExists(atPath: "\(trace)/samples/rings"))
        for _ in 0..<2000 where !fixture.leftovers().isEmpty {
          try await Task.sleep(for: .milliseconds(10))
        }
      }
    }

    @Test(.enabled(if: geteuid() == 0, "only root may mount"))
    func `a program that was built anew is one row, and a full disk is told by what is missing`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let program = try await SampledProgram.build(
          SampledProgram.planted,
          "planted.c",
          ["cc", "-O2", "-fno-omit-frame-pointer", "-pthread"],
          in: fixture.folder
        )
        let trace = "\(fixture.folder)/t"
        let changing = try await fixture.succeed([
          "record", "-o", trace, "--samples", "--engine", "timers", "--", "sh", "-c",
          "\(program); cp /bin/true \(program).new; mv \(program).new \(program)",
        ])
        #expect(
          changing.error.contains("it is another build than the one that ran"),
          "\(changing.error)"
        )
        let runs = try await SampledProgram.folded(fixture, trace, "folded-on-cpu")
        #expect(runs.contains { $0.stack.contains("[planted]") }, "\(runs)")
        // The rings of the first threads fit, those of more don't; whatever happens to the trace, the program ends well.
        let script = """
          mkdir \(fixture.folder)/m && mount -t tmpfs -o size=2m tmpfs \(fixture.folder)/m || exit 99
          cd \(fixture.folder)/m
          "$0" record -o t --samples --engine timers -- sh -c 'head -c 3000000 /dev/zero > filled; "$1"; echo ended $?' sh "$1"
          echo "status $?"; cd /; umount \(fixture.folder)/m
          """
        let other = try await SampledProgram.build(
          SampledProgram.planted,
          "other.c",
          ["cc", "-O2", "-fno-omit-frame-pointer", "-pthread"],
          in: fixture.folder
        )
        let full = try await fixture.run(
          [other],
          prefix: ["unshare", "-m", "sh", "-c", script]
        )
        #expect(full.output.contains("ended 0\n"), "\(full.output) \(full.error)")
        #expect(full.error.contains("that were not sampled"), "\(full.error)")
      }
    }
  }
}
