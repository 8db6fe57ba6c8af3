import Glibc

// SAFETY: in this file, paths and structs outlive the calls of the C library that take their addresses.

/// A directory that the suite creates, for its output or for temporary files.
package enum WorkDirectory {
  /// Creates a directory and its parents, if missing.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - remedy: What to do if it can't be created, though there is room.
  /// - Throws: ``SuiteError``.
  package static func make(_ path: String, orElse remedy: String) throws(SuiteError) {
    var status = stat()
    for end in path.indices.dropFirst() where path[end] == "/" {
      unsafe mkdir(String(path[..<end]), 0o777)
    }
    if unsafe mkdir(path, 0o777) == 0 { return }
    let code = errno
    guard unsafe stat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR else { return }
    throw SuiteError(
      path,
      "it can't be made (\(SystemReason.text(code)))",
      remedy: SystemReason.remedy(code, orElse: remedy)
    )
  }

  /// Creates a symbolic link, replacing an earlier one.
  package static func link(_ path: String, to destination: String) throws(SuiteError) {
    unsafe unlink(path)
    guard unsafe symlink(destination, path) != 0 else { return }
    throw SuiteError(path, "it can't be made (\(SystemReason.text()))", remedy: "make room")
  }

  /// Creates a new directory for temporary files, below `TMPDIR`.
  ///
  /// - Parameters:
  ///   - name: What it is for.
  ///   - bytes: The least number of bytes that will be written to it.
  /// - Returns: Its path.
  /// - Throws: ``SuiteError``, also if there is less room.
  package static func makeTemporary(
    _ name: String,
    holding bytes: Int = 1 << 20
  ) throws(SuiteError) -> String {
    let given = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
    let parent = given.isEmpty ? "/tmp" : given
    let failure = { (code: Int32) in
      SuiteError(
        given.isEmpty ? parent : "TMPDIR=\(given)",
        "temporary files can't be written there (\(SystemReason.text(code)))",
        remedy: SystemReason.remedy(code, orElse: otherTemporary)
      )
    }
    var template = Array("\(parent)/hamon-\(name)-XXXXXX".utf8CString)
    guard let path = unsafe mkdtemp(&template) else { throw failure(errno) }
    guard hasRoom(in: parent, for: bytes) else {
      unsafe rmdir(path)
      throw failure(ENOSPC)
    }
    // Programs that get it run elsewhere.
    let absolute = unsafe realpath(path, nil)
    defer { unsafe free(absolute) }
    return unsafe String(cString: absolute ?? path)
  }

  /// Whether a file is in a directory of ``makeTemporary(_:holding:)``, not one that the user named.
  package static func isTemporary(_ path: String) -> Bool {
    path.split(separator: "/").dropLast().last?.wholeMatch(of: /hamon-[a-z-]+-\w{6}/) != nil
  }

  /// The advice if temporary files can't be written.
  package static let otherTemporary = "set TMPDIR to another directory"

  /// Whether a file system has so many bytes left; true if it doesn't report it.
  package static func hasRoom(in directory: String, for bytes: Int) -> Bool {
    var system = statvfs()
    guard unsafe statvfs(directory, &system) == 0, system.f_blocks > 0 else { return true }
    return system.f_bavail * system.f_frsize >= bytes
  }
}

extension SystemReason {
  /// What to do if something can't be written.
  ///
  /// - Parameters:
  ///   - code: An `errno`.
  ///   - other: What to do if room isn't the problem.
  /// - Returns: A clause that asks for something.
  package static func remedy(_ code: Int32, orElse other: String) -> String {
    [ENOSPC, EDQUOT].contains(code) ? "make room there, or \(other)" : other
  }
}
