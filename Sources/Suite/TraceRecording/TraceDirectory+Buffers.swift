import CTFPackets
import Foundation
import Glibc

extension TraceDirectory {
  /// Appends what was left in the ring buffers to the streams of the trace.
  ///
  /// - Parameter folder: What lttng-crash made: below it, each folder with a description of events is
  ///   one of the trace's, by its path from `ust` on.
  /// - Returns: How many packets the trace has gained.
  /// - Throws: `RecordingError.notRecovered`; the trace is no worse than before.
  func append(buffers folder: String) throws(RecordingError) -> Int {
    var gained = 0
    for metadata in Self.files(in: folder, where: { $0.hasSuffix("/metadata") }) {
      let source = Self.parent(of: metadata)
      let words = source.split(separator: "/")
      guard let start = words.lastIndex(of: "ust") else { continue }
      let target = "\(path)/\(words[start...].joined(separator: "/"))"
      do {
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
        // The daemon keeps all of it beside the buffers; in the trace a part may be missing.
        try Data(contentsOf: URL(filePath: metadata)).write(
          to: URL(filePath: "\(target)/metadata"),
          options: .atomic
        )
        for file in Self.streamFiles(in: source) where Self.parent(of: file.path) == source {
          gained += try Self.append(file.path, to: target)
        }
      } catch {
        throw .notRecovered(path, reason: (error as NSError).localizedDescription)
      }
    }
    return gained
  }

  /// Appends the packets of a file to the newest of the files of the same stream.
  private static func append(_ source: String, to folder: String) throws -> Int {
    let packets = Self.packets(in: source)
    guard let first = packets.first else { return 0 }
    let name = source.split(separator: "/").last.map(String.init) ?? source
    let files = streamFiles(in: folder).filter { $0.stream == "\(folder)/\(name)" }.map(\.path)
    let written = files.map { (path: $0, packets: Self.packets(in: $0)) }
    let newest = written.max { ($0.packets.last?.sequence ?? 0) < ($1.packets.last?.sequence ?? 0) }
    let target = newest?.path ?? "\(folder)/\(name)"

    // Killed between writing a packet and giving its buffer back: it is in both.
    let kept = newest?.packets.last { $0.sequence < first.sequence }?.extent.upperBound ?? 0
    var bytes = try Data(contentsOf: URL(filePath: source))
    bytes = bytes.prefix(Int(packets.last?.extent.upperBound ?? 0))
    if newest == nil { _ = FileManager.default.createFile(atPath: target, contents: nil) }
    let file = try FileHandle(forUpdating: URL(filePath: target))
    defer { try? file.close() }
    try file.truncate(atOffset: kept)
    try file.seekToEnd()
    try file.write(contentsOf: bytes)
    // It does not name the new packets; without it readers look at the packets themselves.
    unlink("\(folder)/index/\(target.split(separator: "/").last ?? "").idx")
    return packets.count
  }
}
