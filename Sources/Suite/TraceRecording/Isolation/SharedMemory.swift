import Foundation
import Glibc

/// The file system in memory that holds all ring buffers: docs/recording.md, R7.
package struct SharedMemory: Sendable {
  static let path = "/dev/shm"

  /// How much of it is free, in bytes.
  package let free: Int
  private let used: Int

  /// Reads its state.
  ///
  /// - Throws: `RecordingError` if it isn't writable.
  package init() throws(RecordingError) {
    guard access(Self.path, W_OK | X_OK) == 0 else { throw Self.unusable(errno) }
    var status = statvfs()
    // SAFETY: statvfs reads the path and writes the structure, for the call only.
    guard unsafe statvfs(Self.path, &status) == 0 else { throw Self.unusable(errno) }
    func bytes(_ blocks: UInt) -> Int { Int(clamping: blocks) * Int(clamping: status.f_frsize) }
    // Without a limit it has no blocks at all.
    free = status.f_blocks == 0 ? 1 << 50 : bytes(status.f_bavail)
    used = bytes(status.f_blocks - status.f_bfree)
  }

  /// Fits the usual buffers of a recording into it.
  ///
  /// - Returns: The memory that they need, and a warning if they have to be smaller.
  /// - Throws: `RecordingError` if there is too little room for any.
  package func standard() throws(RecordingError) -> (need: Int, shortage: RecordingError?) {
    let layout = try fit(.standard)
    try layout.checkLimits()
    return (layout.memory(), shortage(of: .standard, fitted: layout))
  }

  /// The largest buffers of a layout that fit.
  ///
  /// - Throws: `RecordingError` if there is too little room for any.
  func fit(_ layout: ChannelLayout) throws(RecordingError) -> ChannelLayout {
    if let fitted = layout.fitted(to: free) { return fitted }
    throw RecordingError(
      Self.path,
      "has \(free >> 10)k free, too little for the ring buffers of \(ChannelLayout.processorCount) processors",
      remedy: remedy(for: layout)
    )
  }

  /// The warning about buffers that are smaller than requested.
  func shortage(of layout: ChannelLayout, fitted: ChannelLayout) -> RecordingError? {
    guard fitted != layout else { return nil }
    func text(_ layout: ChannelLayout) -> String {
      "\(layout.subBufferCount) x \(layout.subBufferSize >> 10)k"
    }
    return RecordingError(
      Self.path,
      "has room for smaller ring buffers only, \(text(fitted)) a processor instead of \(text(layout)): they are full sooner",
      remedy: remedy(for: layout)
    )
  }

  private func remedy(for layout: ChannelLayout) -> String {
    let size = "\((used + layout.memory() + (1 << 20) - 1) >> 20)m"
    return "give it \(size): start the container with --shm-size=\(size), or as root: "
      + "mount -o remount,size=\(size) \(Self.path)"
  }

  /// The error of a /dev/shm that is missing or not writable.
  static func unusable(_ code: Int32) -> RecordingError {
    let command = code == EROFS ? "-o remount,rw \(path)" : "-t tmpfs tmpfs \(path)"
    return RecordingError(
      path,
      "cannot hold the ring buffers: \(RecordingError.reason(code))",
      remedy: "start the container with it writable, or as root: mount \(command)"
    )
  }
}

/// A directory of shared memory for the ring buffers, which outlive the programs that write and read them.
///
/// Because the buffers have a name, they can still be read after the recorder and both daemons were killed.
struct SharedBuffers: Sendable {
  let path: String

  init() throws(RecordingError) {
    guard let path = makeTemporaryDirectory(in: SharedMemory.path) else {
      throw SharedMemory.unusable(errno)
    }
    self.path = path
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}
