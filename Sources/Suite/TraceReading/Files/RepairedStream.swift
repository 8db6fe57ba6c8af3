import CTFPackets
import Foundation

/// A directory with one stream of a trace, or with its declarations alone, for the library to open instead of the whole.
///
/// libbabeltrace2 2.0 opens a trace directory as a whole or not at all: one stream file that ends in the middle of a packet hides all the
/// others. So a stream gets its own temporary directory, with a copy that ends where its good data end.
struct RepairedStream {
  let path: String

  /// Creates a directory with one stream file in it, or none.
  ///
  /// - Parameters:
  ///   - file: The stream file; copied only if something has to be cut off. `nil` for the declarations alone.
  ///   - directory: The directory it is in, for its metadata.
  ///   - cut: Where it breaks off, if it does.
  ///   - parent: Where the directory goes.
  /// - Throws: ``TraceReadingError`` if there is no room for it.
  init(
    file: String?,
    of directory: TraceDirectory,
    cut: StreamFile?,
    in parent: String
  ) throws(TraceReadingError) {
    path = parent + "/" + UUID().uuidString
    do {
      let manager = FileManager.default
      try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
      let metadata = path + "/" + TraceDirectory.metadataName
      if let text = directory.metadata.repairedText {
        try text.write(to: URL(fileURLWithPath: metadata))
      } else {
        try manager.createSymbolicLink(
          atPath: metadata,
          withDestinationPath: Self.absolute(directory.path + "/" + TraceDirectory.metadataName)
        )
      }
      guard let file else { return }
      let copy = path + "/" + (file.split(separator: "/").last ?? "stream")
      if let cut, cut.hasUnusableEnd {
        try manager.copyItem(atPath: file, toPath: copy)
        try Self.cut(copy, to: cut)
      } else {
        try manager.createSymbolicLink(atPath: copy, withDestinationPath: Self.absolute(file))
      }
    } catch {
      throw TraceReadingError(
        .libraryFailure,
        path: path,
        problem: "cannot make a temporary copy of a damaged stream (\(error.localizedDescription))",
        remedy: "make room in the directory for temporary files, or set TMPDIR to another"
      )
    }
  }

  /// Cuts the file, and adjusts the sizes in the last packet's header.
  private static func cut(_ path: String, to stream: StreamFile) throws {
    // A copy of a recording may be read-only.
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? handle.close() }
    guard let packet = stream.partialPacket else {
      return try handle.truncate(atOffset: stream.wholeSize)
    }
    let available = (stream.size - packet.extent.offset) * 8
    let sizes = [
      (PacketHeader.contentSizeOffset, min(packet.extent.contentSize, available)),
      (PacketHeader.packetSizeOffset, available),
    ]
    for (offset, size) in sizes {
      try handle.seek(toOffset: packet.extent.offset + UInt64(offset))
      let value = packet.isBigEndian ? size.bigEndian : size.littleEndian
      // SAFETY: the bytes of an integer are copied during the call.
      unsafe try handle.write(contentsOf: withUnsafeBytes(of: value) { unsafe Data($0) })
    }
  }

  private static func absolute(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }
}
