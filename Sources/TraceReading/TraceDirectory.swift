import Foundation

/// One directory with a file `metadata`: what the CTF format calls a physical trace.
struct TraceDirectory {
  let path: String
  /// The data files that hold anything, sorted.
  let streamFiles: [String]
  let metadata: TraceMetadata

  static let metadataName = "metadata"

  /// Reads what is needed to open the directory.
  init(path: String) throws(TraceReadingError) {
    self.path = path
    metadata = try TraceMetadata(path: path + "/" + Self.metadataName)
    streamFiles = try Self.streamFiles(in: path)
  }

  private static func streamFiles(in path: String) throws(TraceReadingError) -> [String] {
    var files: [String] = []
    for name in try contents(of: path) where name != metadataName && !name.hasPrefix(".") {
      let file = path + "/" + name
      guard let size = FileStatus(path: file)?.regularFileSize else { continue }
      guard access(file, R_OK) == 0 else {
        throw TraceReadingError(.unreadable, path: file, problem: "cannot be read")
      }
      // Even an empty file counts where LTTng's index says that it had something in it.
      if size > 0 || StreamIndex(streamFile: file)?.totalSize ?? 0 > 0 { files.append(file) }
    }
    return files
  }

  /// Finds every directory at or below a path that holds a file `metadata`.
  ///
  /// Symbolic links below the path aren't followed, so that it ends.
  ///
  /// - Returns: The directories, sorted, and the ones that could not be searched.
  static func paths(
    below root: String
  ) throws(TraceReadingError) -> (found: [String], faults: [TraceReadingError]) {
    guard let status = FileStatus(path: root) else {
      throw TraceReadingError(.noSuchPath, path: root, problem: "no such trace")
    }
    guard status.isDirectory else {
      throw TraceReadingError(.notATrace, path: root, problem: "it is a file, not a trace")
    }
    var found: [String] = []
    var faults: [TraceReadingError] = []
    var pending = [root]
    while let path = pending.popLast() {
      do throws(TraceReadingError) {
        let names = try contents(of: path)
        if names.contains(metadataName),
          FileStatus(path: path + "/" + metadataName)?.isDirectory == false
        {
          found.append(path)
        }
        for name in names where FileStatus(link: path + "/" + name)?.isDirectory == true {
          pending.append(path + "/" + name)
        }
      } catch {
        faults.append(error)
      }
    }
    if found.isEmpty {
      throw faults.first
        ?? TraceReadingError(
          .notATrace, path: root, problem: "no file `metadata` in it or below, so it is no CTF trace")
    }
    return (found.sorted(), faults)
  }

  private static func contents(of path: String) throws(TraceReadingError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      throw TraceReadingError(.unreadable, path: path, problem: "the directory cannot be listed")
    }
  }
}
