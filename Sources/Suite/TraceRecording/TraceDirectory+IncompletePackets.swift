import Foundation
import Glibc

/// A packet that was cut short (a full disk) makes readers refuse the whole trace. LTTng's index
/// tells where packets end: 16 bytes of header, its last word the size of an entry; entries of
/// 64-bit words, the first two a packet's offset (bytes) and its size (bits). All big-endian.
extension TraceDirectory {
  /// Whether each description of events in the trace has something in it, and there is one.
  var hasMetadata: Bool {
    let sizes = metadataFiles.map(Self.size(of:))
    return !sizes.isEmpty && sizes.allSatisfy { $0 > 0 }
  }

  /// Cuts each stream file, and its index, after its last complete packet.
  ///
  /// - Complexity: O(*n*) in the number of packets, plus one walk of the directory.
  /// - Returns: How many stream files ended in an incomplete packet.
  func cutIncompletePackets() -> Int {
    var cut = 0
    for index in files(where: { $0.hasSuffix(".idx") }) {
      // FOLDER/index/NAME.idx describes FOLDER/NAME.
      let folder = Self.parent(of: Self.parent(of: index))
      let name = index.split(separator: "/").last.map(String.init) ?? index
      let stream = "\(folder)/\(name.dropLast(4))"
      guard let bytes = FileManager.default.contents(atPath: index),
        let complete = Self.completePackets(index: bytes, streamSize: Self.size(of: stream)),
        complete.streamEnd < Self.size(of: stream) || complete.indexEnd < bytes.count
      else { continue }
      if truncate(stream, off_t(complete.streamEnd)) == 0,
        truncate(index, off_t(complete.indexEnd)) == 0
      {
        cut += 1
      }
    }
    return cut
  }

  /// Where the complete packets end in a stream file of a size, and in its index.
  static func completePackets(
    index: Data,
    streamSize: Int
  ) -> (streamEnd: Int, indexEnd: Int)? {
    func word(at offset: Int, bytes count: Int) -> UInt64? {
      guard offset + count <= index.count else { return nil }
      return index.dropFirst(offset).prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
    }
    let header = 16
    guard word(at: 0, bytes: 4) == 0xC1F1_DCC1, let entry = word(at: 12, bytes: 4),
      (16...4096).contains(entry)
    else { return nil }
    var streamEnd = 0
    var indexEnd = header
    while let offset = word(at: indexEnd, bytes: 8), let bits = word(at: indexEnd + 8, bytes: 8),
      indexEnd + Int(entry) <= index.count, offset == UInt64(streamEnd),
      bits / 8 <= UInt64(streamSize - streamEnd)
    {
      streamEnd += Int(bits / 8)
      indexEnd += Int(entry)
    }
    return (streamEnd, indexEnd)
  }

  /// The descriptions of events: one for each user, or process, that emitted any.
  var metadataFiles: [String] {
    files { $0.hasSuffix("/metadata") }
  }

  private func files(where isWanted: (String) -> Bool) -> [String] {
    Self.files(in: path, where: isWanted)
  }

  /// The files at any depth below a directory, in the order of their paths.
  static func files(in path: String, where isWanted: (String) -> Bool) -> [String] {
    guard let walk = FileManager.default.enumerator(atPath: path) else { return [] }
    return walk.compactMap { $0 as? String }.map { "\(path)/\($0)" }.filter(isWanted).sorted()
  }

  static func size(of file: String) -> Int {
    var status = stat()
    return stat(file, &status) == 0 ? Int(status.st_size) : 0
  }
}
