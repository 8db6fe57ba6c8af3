import Foundation

/// What a program has allocated in all, by valgrind's dhat: blocks and bytes.
///
/// What LTTng-UST allocates isn't in it, in threads of its own or in the program's: that depends on which session daemons are up
/// and on who records meanwhile. Neither is what the C library allocates for a thread that it starts. ``CallgrindProfile`` leaves
/// out the same.
///
/// Source: valgrind manual, chapter 10, and dhat/dh_main.c; a `realloc` is an allocation of its new size and a free.
struct HeapTotals: Equatable {
  /// Blocks that were allocated.
  private(set) var allocations = 0
  /// Blocks that were freed.
  private(set) var frees = 0
  /// Bytes that were asked for.
  private(set) var bytes = 0

  /// What makes valgrind write what is read here.
  ///
  /// - Parameter output: The file that it writes.
  /// - Returns: Options of valgrind.
  static func options(output: String) -> [String] {
    // So many that LTTng is seen also where it has called the dynamic loader.
    ["--tool=dhat", "--num-callers=40", "--dhat-out-file=\(output)"]
  }

  /// Reads what dhat has written; `nil` if it is no such file, as after a crash.
  ///
  /// - Complexity: Proportional to the length of the file.
  init?(_ data: Data) {
    guard let profile = try? JSONDecoder().decode(Profile.self, from: data) else { return nil }
    let isLeftOut = profile.ftbl.map(Self.isLeftOut)
    for point in profile.pps
    where !point.fs.contains(where: { isLeftOut.indices.contains($0) && isLeftOut[$0] }) {
      allocations += point.tbk
      frees += point.tbk - point.ebk
      bytes += point.tb
    }
  }

  /// Whether what is allocated below a frame, as in `0x4B2F10: calloc (in /usr/lib/liblttng-ust.so.1)`, isn't counted.
  private static func isLeftOut(_ frame: String) -> Bool {
    frame.contains("/\(CallgrindProfile.tracer)")
      || frame.contains(": \(CallgrindProfile.threadStart) (")
  }

  /// The parts of dhat's file that are read, by their names in it.
  private struct Profile: Decodable {
    /// Program points.
    let pps: [Point]
    /// Frames.
    let ftbl: [String]
  }

  /// Where was allocated.
  private struct Point: Decodable {
    /// Bytes in all.
    let tb: Int
    /// Blocks in all.
    let tbk: Int
    /// Blocks that are left at the end.
    let ebk: Int
    /// The frames, innermost first, by their place in the table.
    let fs: [Int]
  }
}
