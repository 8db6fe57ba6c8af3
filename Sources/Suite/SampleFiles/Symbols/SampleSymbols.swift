import Foundation
package import ObjectFiles
package import SuiteErrors

/// The functions of sampled addresses, from the machine that took the samples.
///
/// The file has a line for each program or library, `object BUILD-ID STATE PATH`, with `-` for an unknown build id; below it a line for
/// each function of an address, `ADDRESS<tab>FUNCTION<tab>FILE<tab>LINE`, the innermost of inlined functions first. Addresses are those of
/// the file, hexadecimal. In texts, `\t`, `\n`, `\r` and `\\` are as in Swift.
package struct SampleSymbols: Sendable {
  /// A function at an address.
  package struct Frame: Sendable, Hashable {
    package let function: String
    /// Empty if unknown.
    package let file: String
    /// 0 if unknown.
    package let line: Int
    /// The function's name in the source; `nil` if nobody wrote it or it is unknown, as when read from a file.
    package let written: String?

    package init(function: String, file: String, line: Int, written: String? = nil) {
      self.function = function
      self.file = file
      self.line = line
      self.written = written
    }
  }

  /// What is known about a program or library.
  package enum State: String, Sendable {
    /// It was the file that ran.
    case found
    case gone
    /// It is another build than the one that ran.
    case changed
    /// It is no file: memory of the kernel, or code that was generated at run time.
    case memory
    /// No tool could name its functions.
    case untold
  }

  /// A program or library.
  package struct Object: Sendable {
    package let path: String
    package let buildID: BuildID?
    package let state: State
    /// Where it can be read now; isn't written.
    package var file: String
    package var frames: [UInt64: [Frame]] = [:]
    /// The first segments, which map places in the file to addresses.
    package var segments: [ELFFile.Segment] = []

    package init(path: String, buildID: BuildID?, state: State) {
      self.path = path
      self.buildID = buildID
      self.state = state
      file = path
    }

    /// The address of a place in the file; the place itself if the file has no segments.
    package func address(ofOffset offset: UInt64) -> UInt64 {
      segments.address(ofOffset: offset) ?? offset
    }
  }

  /// The identity of an object.
  package struct Key: Hashable, Sendable {
    /// The kernel with its modules, whose addresses are those of the memory.
    package static let kernel = Key(path: "[kernel]", buildID: nil)

    /// What a process has compiled at run time, as it tells perf; addresses are those of the memory.
    package static func generated(by process: Int32) -> Key {
      Key(path: "/tmp/perf-\(process).map", buildID: nil)
    }

    package let path: String
    package let buildID: BuildID?

    package init(path: String, buildID: BuildID?) {
      self.path = path
      self.buildID = buildID
    }
  }

  package private(set) var objects: [Key: Object] = [:]

  package init() {}

  package mutating func add(_ object: Object) {
    objects[Key(path: object.path, buildID: object.buildID)] = object
  }

  /// Reads a file.
  ///
  /// - Throws: ``SuiteError`` if it can't be read.
  package init(path: String) throws(SuiteError) {
    let text: String
    do {
      text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    } catch {
      throw SuiteError(
        path,
        "the names of functions can't be read (\(error.localizedDescription))",
        remedy: "copy the whole trace; without it, those of a library are told as one"
      )
    }
    var object: Object?
    for line in text.split(separator: "\n") {
      if line.hasPrefix("object ") {
        if let object { add(object) }
        let words = line.split(separator: " ", maxSplits: 3)
        object =
          words.count == 4
          ? Object(
            path: Self.text(ofField: words[3]),
            buildID: BuildID(words[1]),
            state: State(rawValue: String(words[2])) ?? .untold
          ) : nil
        continue
      }
      let words = line.split(separator: "\t", omittingEmptySubsequences: false)
      if words.first == "segment", words.count == 4 {
        let numbers = words.dropFirst().compactMap { UInt64($0, radix: 16) }
        guard numbers.count == 3 else { continue }
        object?.segments.append(
          ELFFile.Segment(fileOffset: numbers[0], address: numbers[1], size: numbers[2])
        )
      } else if words.count == 4, let address = UInt64(words[0], radix: 16),
        let line = Int(words[3])
      {
        object?.frames[address, default: []].append(
          Frame(
            function: Self.text(ofField: words[1]),
            file: Self.text(ofField: words[2]),
            line: line
          )
        )
      }
    }
    if let object { add(object) }
  }

  /// The text of the file.
  package var text: String {
    var text = ""
    for object in objects.values.sorted(by: {
      ($0.path, "\($0.buildID?.description ?? "")") < ($1.path, "\($1.buildID?.description ?? "")")
    }) {
      text +=
        "object \(object.buildID?.description ?? "-") \(object.state.rawValue) \(Self.field(object.path))\n"
      for segment in object.segments {
        let numbers = [segment.fileOffset, segment.address, segment.size].map {
          String($0, radix: 16)
        }
        text += "segment\t\(numbers.joined(separator: "\t"))\n"
      }
      for (address, frames) in object.frames.sorted(by: { $0.key < $1.key }) {
        for frame in frames {
          text +=
            "\(String(address, radix: 16))\t\(Self.field(frame.function))\t\(Self.field(frame.file))\t\(frame.line)\n"
        }
      }
    }
    return text
  }

  /// Characters that would end a field or a line, and the backslash, with their escapes.
  private static let escapes: [(plain: String, written: String)] = [
    ("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("\r", "\\r"),
  ]

  private static func field(_ text: String) -> String {
    var field = text
    for (plain, written) in escapes { field = field.replacing(plain, with: written) }
    return field
  }

  private static func text(ofField field: Substring) -> String {
    guard field.contains("\\") else { return String(field) }
    return String(field).replacing(#/\\[\\tnr]/#) { match -> String in
      let written = String(match.output)
      return escapes.first { $0.written == written }?.plain ?? written
    }
  }
}
