import Foundation
import SeededRandom
import Testing

/// What the gate tells of a wall time that no count explains: by samples of both sides.
@Suite(.serialized, .enabled(if: TestTier.isCheck, "make check runs it"), .timeLimit(.minutes(30)))
struct GateSamplingTests {
  /// A benchmark of one row, as a harness serves it: an operation computes for a while and then waits.
  private static let row = #"""
    #include <stdint.h>
    #include <stdio.h>
    #include <string.h>
    #include <time.h>
    #include <unistd.h>
    #define STILL __attribute__((noinline, noclone))
    static volatile uint64_t sink;
    STILL static void compute(void) {
      for (int i = 0; i < 20000; i++) sink = sink * 6364136223846793005u + 1;
    }
    STILL static void rest(void) { usleep(PAUSE); sink++; }
    STILL static void answer(void) { compute(); rest(); sink++; }
    static uint64_t now(void) {
      struct timespec time;
      clock_gettime(CLOCK_MONOTONIC, &time);
      return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
    }
    int main(int count, char **words) {
      if (count > 1 && strcmp(words[1], "--describe") == 0) {
        puts("{\"name\":\"answer\",\"kind\":\"ours\",\"threads\":1}");
        return 0;
      }
      puts("serving 1 10 thread 1");
      fflush(stdout);
      char line[100];
      int samples;
      while (fgets(line, sizeof line, stdin) != NULL && sscanf(line, "sample %d", &samples) == 1) {
        printf("sampled");
        for (; samples > 0; samples--) {
          const uint64_t begin = now();
          for (int i = 0; i < 10; i++) answer();
          printf(" %llu", (unsigned long long)(now() - begin));
        }
        puts("");
        fflush(stdout);
      }
      puts("ended");
      return 0;
    }
    """#

  private static func build(_ name: String, pause: Int, in folder: String) async throws -> String {
    try await SampledProgram.build(
      row,
      "\(name).c",
      ["cc", "-O1", "-g", "-fno-omit-frame-pointer", "-DPAUSE=\(pause)"],
      in: folder
    )
  }

  // Where the kernel forbids perf events, programs sample themselves.
  @Test(arguments: [false, true])
  func `the function in which a row waits longer is named`(isDenied: Bool) async throws {
    guard isDenied || RecordTests.Samples.obstacle == nil else { return }
    try await ToolFixture.open { fixture in
      let base = try await Self.build("base", pause: 300, in: fixture.folder)
      let head = try await Self.build("head", pause: 1500, in: fixture.folder)
      let outcome = try await fixture.run(
        ["gate", "--base-executable", base, "--head-executable", head, "--no-counts"],
        prefix: isDenied ? [try await SampledProgram.denied(in: fixture.folder)] : []
      )
      #expect(outcome.status == 2, "\(outcome.output) \(outcome.error)")
      #expect(outcome.output.contains("waiting in `rest` +"), "\(outcome.output)")
      #expect(!outcome.output.contains("`compute`"), "\(outcome.output)")
      #expect(outcome.output.contains("sampled by timers") == isDenied, "\(outcome.output)")
    }
  }

  @Test(.disabled(if: RecordTests.Samples.obstacle != nil))
  func `the function in which a command waits longer is named, and none of its shells`()
    async throws
  {
    try await ToolFixture.open { fixture in
      let package = "\(fixture.folder)/package"
      try FileManager.default.createDirectory(atPath: package, withIntermediateDirectories: true)
      func write(_ name: String, _ text: String) throws {
        try text.write(toFile: "\(package)/\(name)", atomically: true, encoding: .utf8)
      }
      try write("Package.swift", "// swift-tools-version:6.0\n")
      try write(".gitignore", ".build\ntool\n")
      func program(pause: Int) throws {
        try write(
          "tool.c",
          """
          #include <unistd.h>
          static volatile int sink;
          __attribute__((noinline)) static void fetch(void) { usleep(\(pause)); sink++; }
          int main(void) { fetch(); return 0; }

          """
        )
      }
      try program(pause: 20_000)
      try await ShellPackage.commitAll(in: package)
      try program(pause: 60_000)
      let outcome = try await fixture.run([
        "gate", "--base", "HEAD", "--fresh", "--package-path", package, "--no-counts",
        "--build-command", "cc -O1 -g -fno-omit-frame-pointer -o tool tool.c",
        // A shell that waits for the program, too.
        "--command", "./tool; true",
      ])
      #expect(outcome.status == 2, "\(outcome.output) \(outcome.error)")
      #expect(outcome.output.contains("waiting in `fetch` +"), "\(outcome.output)")
      #expect(!outcome.output.contains("wait4"), "\(outcome.output)")
    }
  }
}
