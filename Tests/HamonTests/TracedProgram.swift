import CommandRunning
import Foundation
import Testing

/// A C program that emits events through the package's own tracepoints, step by step.
///
/// Its arguments are steps: `emit:N` (N intervals, 2 N events), `touch:FILE`, `await:FILE` (at most
/// 20 s), `kill:SIGNAL` (itself), `exit:STATUS`, `print:TEXT`, `fork:TEXT` (prints the text and the
/// new process' id; both take the following steps, then the parent waits), `ignore:SIGNAL`,
/// `repeat:N` (an interval every N ms, for ever), `close:HOW` (all descriptors but the standard ones, by closefrom(3) where that is `from`,
/// close_range(2) where it is `range`, in a table of the thread's own where it is `own`, close(2) of each where it is `each`),
/// `daemon:FILE` (as daemon(3) does; writes its process id).
struct TracedProgram {
  let path: String

  /// Whether this machine can record it.
  static let isPossible: Bool = {
    ["/usr/bin/lttng", "/usr/bin/lttng-sessiond", "/usr/bin/babeltrace2", "/usr/bin/cc"]
      .allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// Compiled once a run, beside the tests.
  static let built = Task { try await TracedProgram(path: build()) }

  private static func build() async throws -> String {
    // Another run may use it, or compile it as well.
    let own = "\(Built.folder)/traced-\(getpid())"
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Signposts/CSignposts").standardized.path
    try Data(source.utf8).write(to: URL(filePath: "\(own).c"))
    let files = try FileManager.default.contentsOfDirectory(atPath: sources)
      .filter { $0.hasSuffix(".c") }.map { "\(sources)/\($0)" }
    try await Command.succeed(
      [
        "cc", "-O1", "-DCSIGNPOSTS_TRACING", "-I\(sources)", "-I\(sources)/include",
        "-I\(sources)/../CEventTable/include", "-o", own, "\(own).c",
      ] + files + ["-llttng-ust", "-ldl"]
    )
    try FileManager.default.removeItem(atPath: "\(own).c")
    try #require(rename(own, Built.program("traced")) == 0)
    return Built.program("traced")
  }

  private static let source = """
    #define _GNU_SOURCE
    #include "CSignposts.h"
    #include <fcntl.h>
    #include <signal.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/wait.h>
    #include <unistd.h>

    int main(int count, char **steps) {
      for (int i = 1; i < count; i++) {
        char *value = strchr(steps[i], ':') + 1;
        long number = atol(value);
        switch (steps[i][0]) {
        case 'e':
          if (steps[i][1] == 'x') return (int)number;
          for (; number > 0; number--) {
            uint64_t id = csignposts_make_id();
            csignposts_signpost_interval_begin(id, 0, "interval", "tests", "recording", false);
            csignposts_emit_thread_cpu_time(id);
            csignposts_signpost_interval_end(id);
          }
          break;
        case 't': close(open(value, O_CREAT | O_WRONLY, 0666)); break;
        case 'a':
          for (int n = 0; n < 2000 && access(value, F_OK) != 0; n++) usleep(10000);
          break;
        case 'c':
          if (value[0] == 'f') closefrom(3);
          if (value[0] == 'r' || value[0] == 'o') close_range(3, ~0u, value[0] == 'o' ? 2 : 0);
          if (value[0] == 'e') for (int n = 3; n < sysconf(_SC_OPEN_MAX); n++) close(n);
          break;
        case 'd': {
          if (daemon(1, 0) != 0) return 99;
          FILE *file = fopen(value, "w");
          fprintf(file, "%d", getpid());
          fclose(file);
          break;
        }
        case 'k': kill(getpid(), (int)number); break;
        case 'p': puts(value); fflush(stdout); break;
        case 'i': signal((int)number, SIG_IGN); break;
        case 'r':
          for (;; usleep((unsigned)number * 1000)) {
            uint64_t id = csignposts_make_id();
            csignposts_signpost_interval_begin(id, 0, "interval", "tests", "recording", false);
            csignposts_signpost_interval_end(id);
          }
        case 'f': {
          pid_t child = fork();
          if (child > 0) printf("%s %d\\n", value, child);
          fflush(stdout);
          break;
        }
        }
      }
      while (wait(NULL) > 0) {}
      return 0;
    }
    """
}

extension Trait where Self == ConditionTrait {
  /// A test that records programs.
  static var records: Self {
    .enabled(
      if: TracedProgram.isPossible,
      "needs lttng-tools, liblttng-ust-dev, babeltrace2 and cc"
    )
  }
}
