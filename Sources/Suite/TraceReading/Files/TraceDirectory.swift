import CTFPackets
import Foundation

/// One directory with a file `metadata`: a physical trace in the terms of CTF.
struct TraceDirectory {
  let path: String
  /// The data files that aren't empty, sorted.
  let streamFiles: [String]
  /// The data files whose contents can't be read.
  let missingStreams: [TraceReadingError]
  let metadata: TraceMetadata

  static let metadataName = "metadata"

  /// Reads what is needed to open the directory.
  init(path: String) throws(TraceReadingError) {
    self.path = path
    metadata = try TraceMetadata(path: path + "/" + Self.metadataName)
    var files: [String] = []
    var missing: [TraceReadingError] = []
    let names = try Self.contents(of: path)
    for name in names where name != Self.metadataName && !name.hasPrefix(".") {
      let file = path + "/" + name
      guard let size = FileStatus(path: file)?.regularFileSize else { continue }
      // SAFETY: the path is a string for the call.
      if unsafe access(file, R_OK) != 0 {
        missing.append(TraceReadingError(.unreadable, path: file, problem: "cannot be read"))
      } else if size > 0 || Self.indexHasPackets(ofStream: file) {
        // Even an empty file counts if LTTng's index says that it had data.
        files.append(file)
      }
    }
    for name in Self.streamsWithIndex(in: path) where !names.contains(name) {
      let file = path + "/" + name
      guard Self.indexHasPackets(ofStream: file) else { continue }
      let problem = "the file is missing, although an index of it is there"
      missing.append(TraceReadingError(.truncated, path: file, problem: problem))
    }
    streamFiles = files
    missingStreams = missing
  }

  private static func indexHasPackets(ofStream file: String) -> Bool {
    StreamIndex(streamFile: file)?.records?.isEmpty == false
  }

  private static func streamsWithIndex(in path: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path + "/index")) ?? []
    return names.filter { $0.hasSuffix(".idx") }.map { String($0.dropLast(4)) }.sorted()
  }

  /// Finds every directory at or below a path that holds a file `metadata`.
  ///
  /// Doesn't follow symbolic links below the path, so that it ends.
  ///
  /// - Returns: The directories, sorted, and the ones that could not be searched.
  static func paths(
    below root: String
  ) throws(TraceReadingError) -> (found: [String], faults: [TraceReadingError]) {
    guard let status = FileStatus(path: root) else {
      if errno == EACCES {
        throw TraceReadingError(.unreadable, path: root, problem: "a directory above it is closed")
      }
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
        if names.contains(IncompleteTrace.fileName) {
          faults.append(
            TraceReadingError(
              .truncated,
              path: path,
              problem: "the disk was full while it was recorded, so its end is missing",
              remedy: "record again, with more room"
            )
          )
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
          .notATrace,
          path: root,
          problem: "no file `metadata` in it or below, so it is no CTF trace"
        )
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
