import CTFPackets
import Foundation
import Glibc
import SampleFiles

/// The directory of a trace.
struct RecordingDirectory: Sendable {
  /// Absolute, without links.
  let path: String

  /// The directories that were created for it, outermost first.
  private let made: [String]

  /// Room reserved for the description of the events, and for the last packets.
  static let reserveSize: off_t = 256 << 10
  var reserve: String { "\(path)/.hamon-reserve" }

  /// Creates the directory, or takes an empty one.
  ///
  /// - Parameters:
  ///   - requested: Its path; `nil` for `./trace-YYYYMMDD-HHMMSS`.
  ///   - now: The time for that name.
  /// - Throws: `RecordingError`; nothing that was made remains.
  init(_ requested: String?, now: Date = Date()) throws(RecordingError) {
    var made: [String] = []
    do throws(RecordingError) {
      let wanted: String
      if let requested {
        try Self.make(requested, recording: &made)
        wanted = requested
      } else {
        wanted = try Self.makeUnique(Self.defaultName(at: now), recording: &made)
      }
      guard let path = realPath(wanted) else { throw .outputUnusable(wanted) }
      self.path = path
      self.made = made
      try makeReserve(named: wanted)
    } catch {
      Self.remove(made)
      throw error
    }
  }

  static func defaultName(at time: Date) -> String {
    var seconds = time_t(time.timeIntervalSince1970)
    // SAFETY: localtime_r fills one `tm`, of which only numbers are read.
    var local = unsafe tm()
    unsafe localtime_r(&seconds, &local)
    return unsafe String(
      format: "trace-%04d%02d%02d-%02d%02d%02d",
      local.tm_year + 1900,
      local.tm_mon + 1,
      local.tm_mday,
      local.tm_hour,
      local.tm_min,
      local.tm_sec
    )
  }

  private static func makeUnique(
    _ name: String,
    recording made: inout [String]
  ) throws(RecordingError) -> String {
    for attempt in 1...1000 {
      let candidate = attempt == 1 ? name : "\(name)-\(attempt)"
      if mkdir(candidate, 0o777) == 0 {
        made.append(candidate)
        return candidate
      }
      guard errno == EEXIST else { throw .outputUnusable(candidate) }
    }
    throw .outputUnusable(name, reason: RecordingError.reason(EEXIST))
  }

  private static func make(
    _ path: String,
    recording made: inout [String]
  ) throws(RecordingError) {
    if mkdir(path, 0o777) == 0 {
      made.append(path)
      return
    }
    let code = errno
    let parent = Self.parent(of: path)
    if code == ENOENT, !parent.isEmpty {
      try make(parent, recording: &made)
      // "a/." and "a/b/.." exist as soon as their first components do.
      if mkdir(path, 0o777) == 0 {
        made.append(path)
      } else if errno != EEXIST {
        throw .outputUnusable(path)
      }
      return
    }
    guard code == EEXIST else { throw .outputUnusable(path, reason: RecordingError.reason(code)) }
    // FileManager's error doesn't say why.
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .outputUnusable(path) }
    close(descriptor)
    if (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty != true {
      guard access("\(path)/\(RecordingMarker.fileName)", F_OK) != 0 else {
        throw RecordingError(
          path,
          "has a trace that is being recorded, or whose recording was killed",
          remedy: "name another directory with -o, or run hamon recover"
        )
      }
      throw .outputNotEmpty(path)
    }
  }

  /// The path before the last component; empty if there is none, or only the root.
  ///
  /// Not `NSString.deletingLastPathComponent`, which crashes on "m" (Foundation 6.3.1).
  static func parent(of path: String) -> String {
    var rest = path[...]
    while rest.last == "/" { rest.removeLast() }
    while let last = rest.last, last != "/" { rest.removeLast() }
    while rest.last == "/" { rest.removeLast() }
    return String(rest)
  }

  private func makeReserve(named name: String) throws(RecordingError) {
    let descriptor = open(reserve, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == ENOSPC { throw .diskFull(directory: name) }
      throw .outputUnusable(name)
    }
    defer { close(descriptor) }
    let code = posix_fallocate(descriptor, 0, Self.reserveSize)
    guard code == 0 else {
      unlink(reserve)
      if code == ENOSPC || code == EDQUOT { throw .diskFull(directory: name) }
      throw .outputUnusable(name, reason: RecordingError.reason(code))
    }
  }

  /// Frees the reserved room; harmless when repeated.
  func releaseReserve() {
    unlink(reserve)
  }

  /// Removes the description of the recording, which has ended and is whole.
  func removeMarker() {
    unlink("\(path)/\(RecordingMarker.fileName)")
  }

  /// Tells readers of the trace that its end is missing, unless there is no room even for an empty file.
  func markIncomplete() {
    let descriptor = open(
      "\(path)/\(IncompleteTrace.fileName)",
      O_CREAT | O_WRONLY | O_CLOEXEC,
      0o644
    )
    if descriptor >= 0 { close(descriptor) }
  }

  /// Removes all that was made, with its contents; an existing directory is only emptied.
  func discard() {
    releaseReserve()
    removeMarker()
    unlink("\(path)/\(IncompleteTrace.fileName)")
    try? FileManager.default.removeItem(atPath: "\(path)/ust")
    try? FileManager.default.removeItem(atPath: "\(path)/index")
    try? FileManager.default.removeItem(atPath: SampleDirectory(ofTrace: path).path)
    Self.remove(made)
  }

  /// Takes a directory that has a recording.
  init(existing path: String) throws(RecordingError) {
    guard let resolved = realPath(path) else {
      throw RecordingError(
        path,
        "cannot be opened: \(RecordingError.reason(errno))",
        remedy: "name the directory that hamon record -o had"
      )
    }
    self.path = resolved
    made = []
  }

  private static func remove(_ made: [String]) {
    // rmdir, not a recursive removal: files that others put there meanwhile are not ours.
    for path in made.reversed() { rmdir(path) }
  }
}

/// Room for the descriptions of the events on a full disk: docs/recording.md, R11.
extension RecordingDirectory {
  /// Gives the reserved room to the descriptions of events.
  func giveReserveToMetadata() {
    let files = metadataFiles.map { (descriptor: open($0, O_WRONLY | O_CLOEXEC), path: $0) }
      .filter { $0.descriptor >= 0 }
    let sizes = files.map { off_t(Self.size(of: $0.path)) }
    releaseReserve()
    for (file, size) in zip(files, sizes) {
      // If the file system can't do it, the room is merely free.
      _ = SystemCall.reserveBlocks(
        of: file.descriptor,
        from: size,
        count: Self.reserveSize / off_t(files.count)
      )
      close(file.descriptor)
    }
  }

  /// Frees blocks beyond the ends of the descriptions.
  func trimMetadata() {
    for file in metadataFiles { truncate(file, Self.size(of: file)) }
  }
}
