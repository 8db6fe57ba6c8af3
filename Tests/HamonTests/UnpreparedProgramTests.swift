import CommandRunning
import Foundation
import SampleAnalysis
import Testing

extension RecordTests {
  /// Programs that know nothing of LTTng: with code that they compile themselves, and with a library whose symbols were removed.
  @Suite(.timeLimit(.minutes(30))) struct Unprepared {
    private static let library = #"""
      int first_export(int n) { return n + 1; }
      static __attribute__((noinline, noclone)) int hidden(int n) {
        volatile int sum = 0;
        while (n--) sum += n;
        return sum;
      }
      int works_long(int n) { return hidden(n) + 1; }
      """#

    /// Of machine code: a loop that counts its argument down.
    private static let program = #"""
      #include <fcntl.h>
      #include <stdio.h>
      #include <string.h>
      #include <sys/mman.h>
      #include <unistd.h>
      int works_long(int n);
      int main(void) {
      #if defined(__x86_64__)
        const unsigned char code[] = {0x48, 0x89, 0xf8, 0x48, 0xff, 0xc8, 0x75, 0xfb, 0xc3};
      #else
        const unsigned int code[] = {0xf1000400, 0x54ffffe1, 0xd65f03c0};
      #endif
        void *page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        memcpy(page, code, sizeof code);
        mprotect(page, 4096, PROT_READ | PROT_EXEC);
        __builtin___clear_cache(page, (char *)page + sizeof code);
        char name[64], block[1 << 16];
        snprintf(name, sizeof name, "/tmp/perf-%d.map", getpid());
        FILE *map = fopen(name, "w");
        fprintf(map, "%lx %zx compiled loop\n", (unsigned long)page, sizeof code);
        fclose(map);
        int zero = open("/dev/zero", O_RDONLY);
        fclose(fopen("ready", "w"));
        while (access("stop", F_OK) != 0) {
          ((void (*)(unsigned long))page)(20000000);
          works_long(5000000);
          for (int i = 0; i < 2000; i++) if (read(zero, block, sizeof block) < 0) return 1;
        }
        return unlink(name);
      }
      """#

    @Test(.disabled(if: Samples.obstacle != nil))
    func `a running process without LTTng is sampled by perf alone, and all its code has names`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let flags = ["-O1", "-fno-omit-frame-pointer", "-fno-toplevel-reorder"]
        try Data(Self.library.utf8).write(to: URL(filePath: "\(fixture.folder)/own.c"))
        try await Command.succeed(
          ["cc"] + flags
            + ["-shared", "-fPIC", "-o", "\(fixture.folder)/libown.so", "\(fixture.folder)/own.c"]
        )
        try await Command.succeed(["strip", "\(fixture.folder)/libown.so"])
        _ = try await SampledProgram.build(
          Self.program,
          "unprepared.c",
          ["cc"] + flags
            + [
              "-L\(fixture.folder)", "-Wl,-rpath,\(fixture.folder)", "-Wl,--no-as-needed", "-lown",
            ],
          in: fixture.folder
        )
        let script = """
          cd \(fixture.folder); ./unprepared & a=$!
          n=0; until test -e ready; do n=$((n+1)); [ $n -lt 1000 ] || exit 98; sleep 0.02; done
          "$0" record -o t --samples --duration 2s --pid $a; echo "status $?"; touch stop; wait $a
          """
        let outcome = try await fixture.run([], prefix: ["sh", "-c", script])
        #expect(outcome.output == "status 0\n", "\(outcome.error)")
        #expect(
          outcome.error.contains(#/events: none, process [0-9]+ is not linked with LTTng-UST\n/#),
          "\(outcome.error)"
        )
        #expect(!outcome.error.contains("warning: trace"), "\(outcome.error)")
        let trace = "\(fixture.folder)/t"
        let runs = try await SampledProgram.folded(fixture, trace, "folded-on-cpu")
        func time(_ functions: String...) -> Double {
          runs.filter { run in functions.allSatisfy { run.stack.contains($0) } }
            .reduce(0) { $0 + $1.time }
        }
        #expect(time("main;compiled loop") > 1e8, "\(runs)")
        let hidden = " (between first_export and works_long)"
        #expect(time("works_long;libown.so+0x", hidden) > 1e7, "\(runs)")
        let report = try await SampledProgram.report(fixture, trace)
        let listed = try? String(contentsOfFile: "/proc/kallsyms", encoding: .utf8)
        if report.includesKernel, listed?.contains("\nffff") == true {
          #expect(time("read", " [kernel]") > 1e7, "\(runs)")
        }
        let page = "\(fixture.folder)/p.html"
        let text = try await fixture.succeed(["report", trace, "--html", page]).output
        let line = text.split(separator: "\n").dropFirst(2).first ?? ""
        #expect(line.hasPrefix("- Samples alone of `unprepared` ("), "\(text)")
        #expect(text.contains("Processes and threads\n"), "\(text)")
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("compiled loop"))
        for format in ["perfetto", "firefox", "pprof"] {
          let export = try await fixture.run(
            ["export", trace, "--format", format, "-o", "\(fixture.folder)/\(format)"]
          )
          #expect(export.status == 0, "\(format): \(export.error)")
        }
      }
    }
  }
}
