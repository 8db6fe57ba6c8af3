import Foundation

/// The kind of thing at a path.
struct FileStatus {
  private let status: stat

  /// Looks at the target of the path, through symbolic links.
  init?(path: String) {
    var status = stat()
    // SAFETY: of both calls: the path is a string for the call, and the status is ours.
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.status = status
  }

  /// Looks at the path itself, which may be a symbolic link.
  init?(link path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    self.status = status
  }

  var isDirectory: Bool { status.st_mode & S_IFMT == S_IFDIR }

  /// In bytes; `nil` if it isn't a regular file.
  var regularFileSize: UInt64? {
    status.st_mode & S_IFMT == S_IFREG ? UInt64(clamping: status.st_size) : nil
  }
}
