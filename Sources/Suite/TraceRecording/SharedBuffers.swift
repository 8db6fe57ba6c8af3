import Foundation
import Glibc

/// A directory of memory for the ring buffers: they outlive the programs that write and read them.
///
/// They are in /dev/shm in any case. With a name there, what is in them can still be read when the
/// recorder and both daemons have been killed.
struct SharedBuffers: Sendable {
  static let parent = "/dev/shm"

  /// Its path.
  let path: String

  /// Makes the directory; `nil` where that is not possible: a recording works without.
  init?() {
    var template = Array("\(Self.parent)/\(TemporaryHome.prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    path = template.withUnsafeBufferPointer { buffer in
      String(decoding: buffer.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }

  /// Removes the directory and all that is in it.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}
