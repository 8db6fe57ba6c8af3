import CTFPackets
import Foundation
import Glibc

/// The part of a recording that a ring of buffers or of files still holds.
struct TraceExtent: Sendable, Equatable {
  /// How long before its end the complete part begins: nothing of it was overwritten.
  var span: Duration = .zero

  /// Whether older events were overwritten.
  var isCut = false

  /// Computes the extent from all streams of a trace.
  ///
  /// A stream without overwritten packets sets no bound, however late it begins: its processor was idle.
  ///
  /// - Complexity: O(*n*) in the number of packets, plus one walk of the directory.
  /// - Parameter streams: The packets of each stream, in any order.
  init(streams: [[PacketHeader]]) {
    let starts = streams.compactMap { packets in packets.min { $0.sequence < $1.sequence } }
    guard let end = streams.joined().map(\.extent.end).max(),
      let first = starts.map(\.extent.begin).min()
    else { return }
    let cuts = starts.filter { $0.sequence > 0 }
    isCut = !cuts.isEmpty
    let begin = cuts.map(\.extent.begin).max() ?? first
    span = .nanoseconds(Int64(clamping: end - min(begin, end)))
  }
}

extension RecordingDirectory {
  /// The packets of each stream, from all its files.
  ///
  /// - Parameter path: A directory with a trace, or several.
  /// - Returns: The streams in the order of their files' names.
  static func streams(in path: String) -> [[PacketHeader]] {
    var streams: [String: [PacketHeader]] = [:]
    for file in streamFiles(in: path) {
      streams[file.stream, default: []] += packets(in: file.path)
    }
    return streams.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The whole packets of a stream file, in their order; none if it cannot be read.
  static func packets(in file: String) -> [PacketHeader] {
    PacketSequence(path: file)?.packets ?? []
  }

  /// The stream files: FOLDER/CHANNEL_CPU, or CHANNEL_CPU_NUMBER where files have a limit.
  static func streamFiles(in path: String) -> [(path: String, stream: String)] {
    files(in: path) { file in
      let name = file.split(separator: "/").last ?? ""
      return name.hasPrefix("\(LTTngCommand.channel)_") && !name.contains(".")
    }.map { file in
      let words = file.split(separator: "_", omittingEmptySubsequences: false)
      let channel = words.lastIndex { $0.hasSuffix("/\(LTTngCommand.channel)") } ?? 0
      return (file, words.prefix(channel + 2).joined(separator: "_"))
    }
  }
}

/// A truncated packet (from a full disk) makes readers refuse the whole trace.
extension RecordingDirectory {
  /// Whether the trace has descriptions of events, none of them empty.
  var hasMetadata: Bool {
    let sizes = metadataFiles.map(Self.size(of:))
    return !sizes.isEmpty && sizes.allSatisfy { $0 > 0 }
  }

  /// Whether a description of events had no room in the shared memory, which LTTng doesn't report.
  var hasUndescribedStreams: Bool {
    Self.streamFiles(in: path).contains {
      access("\(Self.parent(of: $0.path))/metadata", F_OK) != 0
    }
  }

  /// Cuts each stream file, and its index, after its last complete packet.
  ///
  /// - Complexity: O(*n*) in the number of packets, plus one walk of the directory.
  /// - Returns: How many stream files ended in an incomplete packet.
  func cutIncompletePackets() -> Int {
    var cut = 0
    for index in Self.files(in: path, where: { $0.hasSuffix(".idx") }) {
      // FOLDER/index/NAME.idx describes FOLDER/NAME.
      let folder = Self.parent(of: Self.parent(of: index))
      let name = index.split(separator: "/").last.map(String.init) ?? index
      let stream = "\(folder)/\(name.dropLast(4))"
      let size = Self.size(of: stream)
      guard let whole = StreamIndex(streamFile: stream)?.wholePackets(streamSize: size),
        whole.streamEnd < size || whole.indexEnd < Self.size(of: index)
      else { continue }
      if truncate(stream, whole.streamEnd) == 0,
        truncate(index, whole.indexEnd) == 0
      {
        cut += 1
      }
    }
    return cut
  }

  /// The descriptions of events: one for each user, or process, that emitted any.
  var metadataFiles: [String] {
    Self.files(in: path) { $0.hasSuffix("/metadata") }
  }

  /// The files at any depth below a directory, in the order of their paths.
  static func files(in path: String, where isWanted: (String) -> Bool) -> [String] {
    guard let walk = FileManager.default.enumerator(atPath: path) else { return [] }
    return walk.compactMap { $0 as? String }.map { "\(path)/\($0)" }.filter(isWanted).sorted()
  }

  static func size(of file: String) -> Int {
    status(of: file).map { Int($0.st_size) } ?? 0
  }
}

extension RecordingDirectory {
  /// Appends what was left in the ring buffers to the streams of the trace.
  ///
  /// - Parameter folder: The output of lttng-crash: each folder in it with a description of events belongs to the trace's folder with the
  ///   same path from `ust` on.
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
        // The daemon keeps all of it next to the buffers; the trace may lack a part.
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

  /// Appends the packets of a file to the newest file of the same stream.
  private static func append(_ source: String, to folder: String) throws -> Int {
    let packets = Self.packets(in: source)
    guard let first = packets.first else { return 0 }
    let name = source.split(separator: "/").last.map(String.init) ?? source
    let files = streamFiles(in: folder).filter { $0.stream == "\(folder)/\(name)" }.map(\.path)
    let written = files.map { (path: $0, packets: Self.packets(in: $0)) }
    let newest = written.max { ($0.packets.last?.sequence ?? 0) < ($1.packets.last?.sequence ?? 0) }
    let target = newest?.path ?? "\(folder)/\(name)"

    // A kill between writing a packet and giving its buffer back leaves it in both.
    let kept = newest?.packets.last { $0.sequence < first.sequence }?.extent.upperBound ?? 0
    var bytes = try Data(contentsOf: URL(filePath: source))
    bytes = bytes.prefix(Int(packets.last?.extent.upperBound ?? 0))
    if newest == nil { _ = FileManager.default.createFile(atPath: target, contents: nil) }
    let file = try FileHandle(forUpdating: URL(filePath: target))
    defer { try? file.close() }
    try file.truncate(atOffset: kept)
    try file.seekToEnd()
    try file.write(contentsOf: bytes)
    // It lacks the new packets; without it readers look at the packets themselves.
    unlink("\(folder)/index/\(target.split(separator: "/").last ?? "").idx")
    return packets.count
  }
}
