import CTFPackets

/// What of a recording a ring of buffers or of files still holds.
struct TraceExtent: Sendable, Equatable {
  /// How long before its end the trace is whole: nothing of that time was overwritten.
  var span: Duration = .zero

  /// Whether older events were overwritten.
  var isCut = false

  /// Looks at all streams of a trace.
  ///
  /// A stream of which nothing was overwritten bounds nothing, however late it begins: its
  /// processor was idle.
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

extension TraceDirectory {
  /// The packets of each stream, from all files that it is spread over.
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
