import Foundation

/// Decides what the library is given to read: whole directories where they are sound, and else one
/// stream at a time, so that the damaged ones don't hide the others.
struct TraceInputPlan {
  private(set) var inputs: [TraceInput] = []
  private(set) var faults: [TraceReadingError] = []

  private let temporaryDirectory: String

  /// Looks at the directories.
  ///
  /// - Parameters:
  ///   - paths: The directories with a file `metadata`.
  ///   - temporaryDirectory: Where the copies of damaged streams go.
  init(paths: [String], temporaryDirectory: String) {
    self.temporaryDirectory = temporaryDirectory
    var groups: [[UInt8]: Int] = [:]
    for path in paths {
      let directory: TraceDirectory
      do throws(TraceReadingError) {
        directory = try TraceDirectory(path: path)
      } catch {
        faults.append(error)
        continue
      }
      faults += directory.missingStreams
      guard !directory.streamFiles.isEmpty else { continue }
      let damaged = Self.damagedStreams(of: directory)
      if let fault = directory.metadata.fault { faults.append(fault) }
      guard damaged.isEmpty, directory.missingStreams.isEmpty, directory.metadata.fault == nil
      else {
        divide(directory, damaged: damaged)
        continue
      }
      // A rotated recording has a directory for each period, all with one UUID; the library counts
      // discarded events right only if it sees them together.
      let uuid = directory.metadata.uuid
      if let uuid, let group = groups[uuid],
        inputs[group].divisible.allSatisfy({ $0.metadata.declaresTheSame(as: directory.metadata) })
      {
        inputs[group].paths.append(path)
        inputs[group].divisible.append(directory)
      } else {
        if let uuid { groups[uuid] = inputs.count }
        inputs.append(TraceInput(paths: [path], subject: path, divisible: [directory]))
      }
    }
  }

  /// Replaces an input that the library could not open by its single streams, or, if it is one
  /// already, gives it up.
  mutating func replace(inputAt index: Int, because cause: String) {
    let input = inputs.remove(at: index)
    if input.divisible.isEmpty {
      guard !input.hasKnownFault else { return }
      faults.append(TraceReadingError(.corrupt, path: input.subject, problem: cause))
    } else if input.divisible.count > 1 {
      for directory in input.divisible {
        inputs.append(
          TraceInput(paths: [directory.path], subject: directory.path, divisible: [directory])
        )
      }
    } else {
      for directory in input.divisible { divide(directory, damaged: [:]) }
    }
  }

  private static func damagedStreams(of directory: TraceDirectory) -> [String: StreamFile] {
    guard directory.metadata.hasKnownPackets else { return [:] }
    var damaged: [String: StreamFile] = [:]
    for file in directory.streamFiles {
      let stream = StreamFile(path: file)
      if stream.fault != nil || stream.hasUnusableIndex { damaged[file] = stream }
    }
    return damaged
  }

  private mutating func divide(_ directory: TraceDirectory, damaged: [String: StreamFile]) {
    for file in directory.streamFiles {
      let cut = damaged[file]
      if let fault = cut?.fault { faults.append(fault) }
      if let cut, cut.wholeSize == 0, cut.partialPacket == nil { continue }
      do throws(TraceReadingError) {
        let repaired = try RepairedStream(
          file: file,
          of: directory,
          cut: cut,
          in: temporaryDirectory
        )
        inputs.append(
          TraceInput(
            paths: [repaired.path],
            subject: file,
            hasKnownFault: cut?.fault != nil || directory.metadata.fault != nil
          )
        )
      } catch {
        faults.append(error)
      }
    }
  }
}

/// The input of one source component of the library.
struct TraceInput {
  /// The directories that together are one trace.
  var paths: [String]

  /// The file or directory of the user's that this stands for.
  var subject: String

  /// Whether a fault of it has been reported already, so that the library's complaint about the same
  /// damage isn't news.
  var hasKnownFault = false

  /// The directories to read stream by stream if the library can't open the whole; empty if this is
  /// one stream already.
  var divisible: [TraceDirectory] = []
}
