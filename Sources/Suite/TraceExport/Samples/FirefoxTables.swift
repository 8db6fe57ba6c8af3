import ObjectFiles
import SampleAnalysis
import SampleFiles

/// The tables of a Firefox Profiler profile that all of its threads share: functions, frames, stacks and texts.
struct FirefoxTables {
  /// The color of a frame.
  private enum Category: Int, CaseIterable {
    case program, system, kernel, unknown

    var description: (name: String, colour: String) {
      switch self {
      case .program: ("Program", "blue")
      case .system: ("System", "orange")
      case .kernel: ("Kernel", "brown")
      case .unknown: ("Other", "grey")
      }
    }
  }

  /// The category of markers.
  static let otherCategory = Category.unknown.rawValue

  private struct Function: Hashable {
    let name: String
    let object: String
    let file: String?
  }

  private let stacks: StackTable?
  private let paths: SamplePaths
  private var texts = Places<String>()

  init(_ stacks: StackTable?) {
    self.stacks = stacks
    let all = stacks?.stacks ?? []
    paths = SamplePaths(all, times: [UInt64](repeating: 0, count: all.count), capacity: .max)
  }

  /// The place of a stack; `nil` if unknown.
  func stack(_ stack: Int32) -> Int64? {
    guard stack >= 0 else { return nil }
    let node = paths.nodeOfStack[Int(stack)]
    return node < 0 ? nil : Int64(node)
  }

  mutating func text(_ text: String) -> Int64 { Int64(texts.place(of: text)) }

  /// Writes the categories, in the form of the profile's `meta`.
  static func addCategories(to line: inout JSONLine) {
    line.addList("categories", Category.allCases) { line, category in
      let (name, colour) = category.description
      line.open("{")
      line.add("name", name)
      line.add("color", colour)
      line.addList("subcategories", ["Other"]) { $0.add(nil, $1) }
      line.close("}")
    }
  }

  /// Writes the programs and libraries, each once.
  func addLibraries(to line: inout JSONLine) {
    line.addList("libs", libraries()) { line, code in
      let name = Self.name(code.path)
      line.open("{")
      line.addNull("arch")
      line.add("name", name)
      line.add("path", code.path)
      line.add("debugName", name)
      line.add("debugPath", code.path)
      line.add("breakpadId", Self.breakpadID(code.buildID))
      if let buildID = code.buildID {
        line.add("codeId", "\(buildID)")
      } else {
        line.addNull("codeId")
      }
      line.close("}")
    }
  }

  private func libraries() -> [CodeAddress] {
    var seen: Set<String> = []
    return (stacks?.functions ?? []).compactMap(\.code).filter { seen.insert($0.path).inserted }
  }

  /// Writes the tables, after all texts have been requested.
  mutating func addShared(to line: inout JSONLine) {
    let all = stacks?.functions ?? []
    let libraries = libraries()
    let library = Dictionary(
      uniqueKeysWithValues: libraries.enumerated().map { ($1.path, Int64($0)) }
    )
    var functions = Places<Function>()
    var resources: [Int64] = []
    let ofFrame = all.map { function in
      let place = functions.place(
        of: Function(name: function.name, object: function.object, file: function.line?.file)
      )
      if place == resources.count {
        resources.append(function.code.flatMap { library[$0.path] } ?? -1)
      }
      return Int64(place)
    }
    var files = Places<String>()
    let sources = functions.all.map { $0.file.map { Int64(files.place(of: $0)) } }
    line.open("{", key: "shared")
    addFrames(all, ofFrame, to: &line)
    line.open("{", key: "funcTable")
    line.add("length", Int64(functions.all.count))
    line.addList("name", functions.all.map { text($0.name) })
    for column in ["isJS", "relevantForJS"] as [StaticString] {
      line.addList(column, resources) { line, _ in line.add(nil, false) }
    }
    line.addList("resource", resources)
    line.addList("source", sources)
    line.addList("lineNumber", resources.map { _ in nil })
    line.addList("columnNumber", resources.map { _ in nil })
    line.close("}")
    addStacks(to: &line)
    line.open("{", key: "resourceTable")
    line.add("length", Int64(libraries.count))
    line.addList("lib", libraries.indices.map { Int64($0) })
    line.addList("name", libraries.map { text(Self.name($0.path)) })
    line.addList("host", libraries.map { _ in nil })
    // A library.
    line.addList("type", libraries.map { _ in 1 })
    line.close("}")
    addSources(files.all, to: &line)
    line.open("{", key: "nativeSymbols")
    line.add("length", 0)
    for column in ["address", "functionSize", "libIndex", "name"] as [StaticString] {
      line.addList(column, [])
    }
    line.close("}")
    line.addList("stringArray", texts.all) { $0.add(nil, $1) }
    line.close("}")
  }

  private func addFrames(
    _ frames: [StackTable.Function],
    _ functions: [Int64],
    to line: inout JSONLine
  ) {
    line.open("{", key: "frameTable")
    line.add("length", Int64(frames.count))
    line.addList(
      "address",
      frames.map { $0.code.map { Int64(truncatingIfNeeded: $0.address) } ?? -1 }
    )
    line.addList("inlineDepth", frames.map { _ in 0 })
    line.addList("category", frames.map { Int64(Self.category(of: $0).rawValue) })
    line.addList("subcategory", frames.map { _ in 0 })
    line.addList("func", functions)
    line.addList("nativeSymbol", frames.map { _ in nil })
    line.addList("innerWindowID", frames.map { _ in 0 })
    line.addList("line", frames.map { $0.line.map { Int64($0.line) } })
    line.addList("column", frames.map { _ in nil })
    line.close("}")
  }

  private func addStacks(to line: inout JSONLine) {
    line.open("{", key: "stackTable")
    line.add("length", Int64(paths.nodes.count))
    line.addList("prefix", paths.nodes.map { $0.parent < 0 ? nil : Int64($0.parent) })
    line.addList("frame", paths.nodes.map { Int64($0.function) })
    line.close("}")
  }

  private mutating func addSources(_ files: [String], to line: inout JSONLine) {
    line.open("{", key: "sources")
    line.add("length", Int64(files.count))
    line.addList("id", files.map { _ in nil })
    line.addList("filename", files.map { text($0) })
    line.addList("startLine", files.map { _ in 1 })
    line.addList("startColumn", files.map { _ in 1 })
    line.addList("sourceMapURL", files.map { _ in nil })
    line.close("}")
  }

  private static func category(of function: StackTable.Function) -> Category {
    if function.object.isEmpty { return .kernel }
    if function.code == nil { return .unknown }
    return function.isOfSystem ? .system : .program
  }

  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The first sixteen bytes of a build id as a GUID, whose first three numbers are little-endian, and an age of 0.
  private static func breakpadID(_ buildID: BuildID?) -> String {
    let bytes = Array(((buildID?.bytes ?? []) + [UInt8](repeating: 0, count: 16)).prefix(16))
    let digits = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15].map { place in
      (bytes[place] < 16 ? "0" : "") + String(bytes[place], radix: 16, uppercase: true)
    }
    return digits.joined() + "0"
  }
}
