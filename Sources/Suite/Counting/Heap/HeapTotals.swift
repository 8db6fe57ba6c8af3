import Foundation

/// The total blocks and bytes that a program has allocated, from valgrind's dhat.
///
/// It leaves out allocations of LTTng-UST, in its own threads or the program's: these depend on which session daemons run and who records.
/// It also leaves out what the C library allocates for a thread it starts. ``CallgrindProfile`` leaves out the same.
///
/// Source: valgrind manual, chapter 10, and dhat/dh_main.c. A `realloc` is an allocation of its new size and a free.
struct HeapTotals: Equatable {
  /// Allocated blocks.
  private(set) var allocations = 0
  /// Freed blocks.
  private(set) var frees = 0
  /// Requested bytes.
  private(set) var bytes = 0

  /// The valgrind options that produce this file.
  ///
  /// - Parameter output: The file to write.
  /// - Returns: Options of valgrind.
  static func options(output: String) -> [String] {
    // Enough frames to see LTTng even when it has called the dynamic loader.
    ["--tool=dhat", "--num-callers=40", "--dhat-out-file=\(output)"]
  }

  /// Reads dhat's output; `nil` if it is no such file, as after a crash.
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

  /// Whether allocations below a frame, such as `0x4B2F10: calloc (in /usr/lib/liblttng-ust.so.1)`, aren't counted.
  private static func isLeftOut(_ frame: String) -> Bool {
    frame.contains("/\(CallgrindProfile.tracer)")
      || frame.contains(": \(CallgrindProfile.threadStart) (")
  }

  /// The parts of dhat's file that are read, by their names in the file.
  private struct Profile: Decodable {
    /// Program points.
    let pps: [Point]
    /// Frames.
    let ftbl: [String]
  }

  /// A place that allocates.
  private struct Point: Decodable {
    /// Total bytes.
    let tb: Int
    /// Total blocks.
    let tbk: Int
    /// Blocks left at the end.
    let ebk: Int
    /// The frames, innermost first, as indices into the table.
    let fs: [Int]
  }
}
