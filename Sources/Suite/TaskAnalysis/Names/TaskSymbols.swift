import Foundation
import ObjectFiles
package import SampleFiles
package import SuiteErrors
import TraceReading

/// The names of the functions that tasks use.
///
/// They were looked up when the trace was recorded, and are stored next to it in the form of `SampleSymbols`.
package struct TaskSymbols {
  package struct Function: Hashable, Sendable {
    /// Its name, or its location.
    package let name: String
    /// Whether it belongs to Swift's own libraries.
    package let isOfSystem: Bool
    /// Its source file; empty if unknown.
    package var file = ""
    package var line = 0

    var place: TaskReport.Place { TaskReport.Place(function: name, file: file, line: line) }

    /// Whether it belongs to the program and was written by a person.
    var isOwn: Bool { !isOfSystem && !isThunk }

    /// Whether the compiler made it only to call another function.
    package var isThunk: Bool {
      name.hasPrefix("reabstraction thunk") || name.hasPrefix("partial apply")
        || name.hasPrefix("thunk for")
    }
  }

  /// The path of the file in a trace.
  package static func path(ofTrace directory: String) -> String { "\(directory)/tasks/symbols" }

  private let symbols: SampleSymbols

  /// Reads the names of a trace; without them reports show addresses.
  ///
  /// - Throws: `SuiteError` if the file exists but can't be read.
  package init(inTrace directory: String) throws(SuiteError) {
    let path = Self.path(ofTrace: directory)
    symbols =
      FileManager.default.fileExists(atPath: path)
      ? try SampleSymbols(path: path) : SampleSymbols()
  }

  /// Writes the names of a trace.
  ///
  /// - Throws: `SuiteError` if there is no room for them.
  package static func write(
    _ symbols: SampleSymbols,
    toTrace directory: String
  ) throws(SuiteError) {
    let file = URL(filePath: path(ofTrace: directory))
    let remedy = "record into a directory that has room"
    try WorkDirectory.make(file.deletingLastPathComponent().path, orElse: remedy)
    try WrittenFile.write(symbols.text.utf8, to: file.path, orElse: remedy)
  }

  static func module(of address: UInt64, in modules: [TraceModule]) -> TraceModule? {
    modules.last { $0.addresses.contains(address) }
  }

  static func key(of module: TraceModule, _ catalog: TraceCatalog) -> SampleSymbols.Key {
    SampleSymbols.Key(
      path: catalog.string(module.path),
      buildID: BuildID(Substring(catalog.string(module.buildID)))
    )
  }

  /// The function at an address in some files with code; `nil` for 0.
  func function(
    at address: UInt64,
    in modules: [TraceModule],
    _ catalog: TraceCatalog
  ) -> Function? {
    guard address != 0 else { return nil }
    guard let module = Self.module(of: address, in: modules) else {
      return Function(name: "0x\(String(address, radix: 16))", isOfSystem: false)
    }
    let path = catalog.string(module.path)
    let own = address &- module.bias
    let isOfSystem = SystemObject.isRuntime(path)
    let frames = symbols.objects[Self.key(of: module, catalog)]?.frames[own] ?? []
    // Of functions inlined into each other: the innermost one of the program.
    if let frame = frames.first(where: { !Self.isOfConcurrency($0.function) }) ?? frames.last {
      // The compiler's name for the body of an asynchronous `main`.
      let name = frame.function.hasPrefix("async_Main") ? "main" : frame.function
      return Function(
        name: name,
        isOfSystem: isOfSystem || Self.isOfConcurrency(frame.function),
        file: frame.file,
        line: frame.line
      )
    }
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return Function(name: "\(file)+0x\(String(own, radix: 16))", isOfSystem: isOfSystem)
  }

  /// Whether a function of the concurrency library creates or awaits tasks; the compiler copies these into programs.
  static func isOfConcurrency(_ function: String) -> Bool {
    var name = FunctionName.function(ofShown: function)
    for prefix in ["specialized ", "static "] where name.hasPrefix(prefix) {
      name = name.dropFirst(prefix.count)
    }
    if types.contains(String(name.prefix { $0 != "." && $0 != "<" })) { return true }
    return functions.contains(String(name.prefix { $0 != "(" && $0 != "<" }))
  }

  private static let types: Set = [
    "Task", "TaskGroup", "ThrowingTaskGroup", "DiscardingTaskGroup", "ThrowingDiscardingTaskGroup",
    "AsyncStream", "AsyncThrowingStream", "CheckedContinuation", "UnsafeContinuation", "Clock",
    "ContinuousClock", "SuspendingClock",
  ]
  private static let functions: Set = [
    "withTaskGroup", "withThrowingTaskGroup", "withDiscardingTaskGroup",
    "withThrowingDiscardingTaskGroup", "withCheckedContinuation", "withCheckedThrowingContinuation",
    "withUnsafeContinuation", "withUnsafeThrowingContinuation", "withTaskCancellationHandler",
    "withTaskExecutorPreference", "withTaskPriorityEscalationHandler",
  ]
}
