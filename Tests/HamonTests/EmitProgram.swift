import CommandRunning
import Foundation
import Testing

/// Tests/Fixtures/Traces/emit.c, which emits known numbers of events.
struct EmitProgram {
  let path: String

  /// Compiles it with the package's own tracepoints.
  init(in folder: String) async throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
    let sources = tests.appending(path: "../../Sources/Signposts/CSignposts").standardized.path
    let emit = tests.appending(path: "../Fixtures/Traces/emit.c").standardized.path
    path = "\(folder)/emit"
    try await Command.succeed([
      "sh", "-c",
      """
      cc -O1 -DCSIGNPOSTS_TRACING -I"$1" -I"$1/include" -I"$1/../CEventTable/include" -o "$2" "$0" "$1"/*.c \
      -llttng-ust -ldl -lpthread
      """, emit, sources, path,
    ])
  }
}
