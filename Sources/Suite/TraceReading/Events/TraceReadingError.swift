/// Why a trace, or a part of one, can't be read.
package struct TraceReadingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of fault.
  package enum Code: String, Sendable, Codable {
    /// This build was made without libbabeltrace2.
    case missingLibrary
    /// Nothing is at the path.
    case noSuchPath
    /// The path doesn't lead to a CTF trace.
    case notATrace
    /// The permissions don't allow reading.
    case unreadable
    /// A file ends before the data that it announces.
    case truncated
    /// A file contradicts its own format.
    case corrupt
    /// The trace lacks the events that were named for a pair.
    case unknownPair
    /// The library failed for a reason that isn't in the trace.
    case libraryFailure
  }

  package let code: Code

  /// The file or directory, or the event or text that was named for a pair.
  package let path: String

  /// The fault, in one line.
  package let problem: String

  /// The remedy, in one line.
  package let remedy: String

  /// The error in the form `path: what is wrong; what to do`.
  package var description: String { "\(path): \(problem); \(remedy)" }

  init(_ code: Code, path: String, problem: String, remedy: String? = nil) {
    self.code = code
    self.path = path
    self.problem = problem
    self.remedy = remedy ?? code.usualRemedy
  }
}

extension TraceReadingError.Code {
  fileprivate var usualRemedy: String {
    switch self {
    case .missingLibrary:
      "install libbabeltrace2-dev (apt-get install libbabeltrace2-dev) and rebuild hamon"
    case .noSuchPath: "give the directory that the trace was recorded into"
    case .notATrace:
      "give the directory that the trace was recorded into: one below it holds a file `metadata`"
    case .unreadable: "change its permissions, or read it as the user who recorded it"
    case .truncated: "copy the trace again, or record it anew if the recording was cut off"
    case .corrupt: "copy the trace again, or record it anew"
    case .unknownPair: "see `hamon report --pairs`"
    case .libraryFailure: "check that libbabeltrace2 and its plugins are installed"
    }
  }
}
