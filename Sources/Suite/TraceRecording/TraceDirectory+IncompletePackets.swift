import CTFPackets
import Foundation
import Glibc

/// A packet that was cut short (a full disk) makes readers refuse the whole trace. LTTng's index
/// tells where packets end.
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
      let size = Self.size(of: stream)
      guard let whole = StreamIndex(streamFile: stream)?.wholePackets(streamSize: size),
        whole.streamEnd < size || whole.indexEnd < Self.size(of: index)
      else { continue }
      if truncate(stream, off_t(whole.streamEnd)) == 0,
        truncate(index, off_t(whole.indexEnd)) == 0
      {
        cut += 1
      }
    }
    return cut
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
