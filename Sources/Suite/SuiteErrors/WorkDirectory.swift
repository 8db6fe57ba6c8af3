import Glibc

// SAFETY: in this file, paths and structs outlive the calls of the C library that take their addresses.

/// A directory that the suite makes, for what it writes or for what it needs meanwhile.
package enum WorkDirectory {
  /// Makes a directory, if it isn't there, and those that it is in.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - remedy: What to do where it can't be made, though there is room.
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

  /// Makes a directory of its own for temporary files, below `TMPDIR`.
  ///
  /// - Parameters:
  ///   - name: What it is for.
  ///   - bytes: How many will be written to it at least.
  /// - Returns: Its path.
  /// - Throws: ``SuiteError``, also where there is less room.
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
    // Programs that are given it run elsewhere.
    let absolute = unsafe realpath(path, nil)
    defer { unsafe free(absolute) }
    return unsafe String(cString: absolute ?? path)
  }

  /// Whether a file lies in a directory of ``makeTemporary(_:holding:)``, which nobody has named.
  package static func isTemporary(_ path: String) -> Bool {
    path.split(separator: "/").dropLast().last?.wholeMatch(of: /hamon-[a-z-]+-\w{6}/) != nil
  }

  /// The advice where temporary files can't be written.
  package static let otherTemporary = "set TMPDIR to another directory"

  /// Whether a file system has so many bytes left; true where it doesn't tell.
  package static func hasRoom(in directory: String, for bytes: Int) -> Bool {
    var system = statvfs()
    guard unsafe statvfs(directory, &system) == 0, system.f_blocks > 0 else { return true }
    return system.f_bavail * system.f_frsize >= bytes
  }
}

extension SystemReason {
  /// What to do where something can't be written.
  ///
  /// - Parameters:
  ///   - code: An `errno`.
  ///   - other: What to do where room isn't what is missing.
  /// - Returns: A clause that asks for something.
  package static func remedy(_ code: Int32, orElse other: String) -> String {
    [ENOSPC, EDQUOT].contains(code) ? "make room there, or \(other)" : other
  }
}
