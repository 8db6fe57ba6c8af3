import CTFPackets

/// The state of one stream file: its fault, if any, and where its good data end.
struct StreamFile {
  /// In bytes.
  let size: UInt64

  /// How many bytes from the start hold whole packets.
  let wholeSize: UInt64

  /// The packet in which the file breaks off, if it has its header.
  let partialPacket: PacketHeader?

  /// Whether the file continues after its whole packets.
  var hasUnusableEnd: Bool { wholeSize < size }

  /// Whether the index next to the file describes another file, so that the library must not see it.
  let hasUnusableIndex: Bool

  /// Why the file can't be read to its end; `nil` if it can.
  let fault: TraceReadingError?

  /// Follows the packets.
  ///
  /// - Complexity: One read of 84 bytes for each packet.
  init(path: String) {
    guard let stream = PacketSequence(path: path) else {
      (size, wholeSize, partialPacket, hasUnusableIndex) = (0, 0, nil, false)
      fault = TraceReadingError(.unreadable, path: path, problem: "cannot be read")
      return
    }
    size = stream.fileSize
    wholeSize = stream.wholeSize
    let index = StreamIndex(streamFile: path)
    let records = index?.records ?? []
    let isIndexAbout = index?.records != nil && records.starts(with: stream.packets.map(\.extent))
    hasUnusableIndex = index != nil && !(isIndexAbout && records.count == stream.packets.count)
    func truncated(_ expected: String) -> TraceReadingError {
      let problem = "the file ends after \(stream.fileSize) bytes\(expected)"
      return TraceReadingError(.truncated, path: path, problem: problem)
    }
    if case .partialPacket(let header) = stream.end {
      partialPacket = header
    } else {
      partialPacket = nil
    }
    switch stream.end {
    case .fragment, .partialPacket: fault = truncated(", in the middle of a packet")
    case .damage:
      fault = TraceReadingError(
        .corrupt,
        path: path,
        problem: "the packet at byte \(stream.wholeSize) has a damaged header"
      )
    case .file:
      if isIndexAbout, let last = records.last, last.offset >= stream.fileSize {
        let (end, overflow) = last.offset.addingReportingOverflow(last.packetSize / 8)
        fault = truncated(" of \(overflow ? .max : end)")
      } else {
        fault = nil
      }
    }
  }
}
