import Glibc

/// The session daemon that a directory of sockets belongs to.
struct RunDirectoryOwner {
  /// Its process id, by the file that it leaves there; `nil` if there is none.
  let id: Int32?

  /// Reads the file.
  ///
  /// - Parameter directory: The directory of sockets.
  init(_ directory: String) {
    id = {
      guard let file = fopen("\(directory)/lttng-sessiond.pid", "re") else { return nil }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 32)
      guard fgets(&line, Int32(line.count), file) != nil else { return nil }
      let id = line.withUnsafeBufferPointer { $0.baseAddress.map { strtol($0, nil, 10) } ?? 0 }
      return id > 0 ? Int32(clamping: id) : nil
    }()
  }

  /// Whether no such process runs.
  var isDead: Bool {
    guard let id else { return true }
    return kill(id, 0) != 0 && errno == ESRCH
  }
}
