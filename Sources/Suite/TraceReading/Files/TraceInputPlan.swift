import Foundation

/// Decides what the library reads: whole directories if they are sound, and else one stream at a time, so that damaged ones don't hide the
/// others.
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
      let damaged = Self.damagedStreams(of: directory)
      if let fault = directory.metadata.fault { faults.append(fault) }
      guard damaged.isEmpty, directory.missingStreams.isEmpty, directory.metadata.fault == nil
      else {
        divide(directory, damaged: damaged)
        continue
      }
      // A rotated recording has a directory for each period, all with one UUID; the library counts discarded events right only if it sees
      // them together. One without events has none to count, but its declarations may be refused all the same.
      let uuid = directory.streamFiles.isEmpty ? nil : directory.metadata.uuid
      if let uuid, let group = groups[uuid],
        inputs[group].divisible.allSatisfy({ $0.metadata.declaresTheSame(as: directory.metadata) })
      {
        inputs[group].paths.append(path)
        inputs[group].divisible.append(directory)
      } else {
        if let uuid { groups[uuid] = inputs.count }
        inputs.append(TraceInput(of: directory))
      }
    }
  }

  /// Replaces an input that the library refused: several directories by each of them, one directory by its streams; a stream is given up.
  ///
  /// If a directory's declarations are refused, none of its streams can be read.
  ///
  /// - Parameters:
  ///   - index: The place of the input.
  ///   - reason: The library's reason for refusing an input; `nil` if it accepts it.
  mutating func replace(inputAt index: Int, reason: (TraceInput) -> String?) {
    let input = inputs.remove(at: index)
    let directory = input.directory
    guard input.divisible.count < 2 else {
      for directory in input.divisible { inputs.append(TraceInput(of: directory)) }
      return
    }
    do throws(TraceReadingError) {
      let metadata = try RepairedStream(
        file: nil,
        of: directory,
        cut: nil,
        in: temporaryDirectory
      )
      let declarations = TraceInput(stream: directory.path, of: directory, in: metadata.path)
      if let problem = reason(declarations) {
        inputs.removeAll { $0.directory.path == directory.path }
        guard directory.metadata.fault == nil else { return }
        throw TraceReadingError(
          .corrupt,
          path: "\(directory.path)/\(TraceDirectory.metadataName)",
          problem: "libbabeltrace2 refuses what it declares: \(problem)",
          remedy: "copy it again if it is a copy, or have the program corrected that has written it"
        )
      }
      if !input.divisible.isEmpty {
        divide(directory, damaged: [:])
      } else if !input.hasKnownFault, let problem = reason(input) {
        throw TraceReadingError(.corrupt, path: input.subject, problem: input.told(problem))
      }
    } catch {
      faults.append(error)
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
            stream: file,
            of: directory,
            in: repaired.path,
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

  /// The user's file or directory that this stands for.
  var subject: String

  /// The user's directory, or the first of several.
  let directory: TraceDirectory

  /// Whether one of its faults has been reported already, so that the library's complaint about the same damage isn't news.
  let hasKnownFault: Bool

  /// The directories to read stream by stream if the library can't open the whole; empty if this is
  /// one stream already.
  var divisible: [TraceDirectory]

  /// A whole directory.
  init(of directory: TraceDirectory) {
    paths = [directory.path]
    subject = directory.path
    self.directory = directory
    hasKnownFault = false
    divisible = [directory]
  }

  /// One stream file, by itself in a directory.
  init(stream: String, of directory: TraceDirectory, in path: String, hasKnownFault: Bool = false) {
    paths = [path]
    subject = stream
    self.directory = directory
    self.hasKnownFault = hasKnownFault
    divisible = []
  }

  /// The library's message about it, with the user's file in place of a copy.
  func told(_ problem: String) -> String {
    paths.reduce(problem) { $0.replacing($1, with: subject) }
  }
}
