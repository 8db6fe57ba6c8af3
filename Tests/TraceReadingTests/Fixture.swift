import Foundation

/// The recorded traces of Tests/Fixtures/Traces, and damaged copies of them.
enum Fixture {
  /// The directory of a recorded trace.
  static func path(_ name: String, file: String = #filePath) -> String {
    URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/Traces/\(name)").path
  }

  /// The names of the recorded traces.
  static var traces: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path(""))) ?? []
    return names.filter { !$0.contains(".") }.sorted()
  }

  /// Where the metadata and the streams of a trace are that was recorded for each user.
  static let userDirectory = "ust/uid/0/64-bit"

  /// Calls a closure with a copy of a trace that may be damaged, and removes it afterwards.
  static func withCopy<Result>(
    of name: String,
    _ body: (String) throws -> Result
  ) throws -> Result {
    try withDirectory { directory in
      let copy = directory + "/" + name
      try FileManager.default.copyItem(atPath: path(name), toPath: copy)
      return try body(copy)
    }
  }

  /// Calls a closure with an empty directory, and removes it afterwards.
  static func withDirectory<Result>(_ body: (String) throws -> Result) throws -> Result {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("hamon-test-" + UUID().uuidString).path
    try FileManager.default.createDirectory(
      atPath: directory,
      withIntermediateDirectories: true
    )
    defer { try? FileManager.default.removeItem(atPath: directory) }
    return try body(directory)
  }

  /// Cuts a file to a length in bytes.
  static func truncate(_ path: String, to length: UInt64) throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? handle.close() }
    try handle.truncate(atOffset: length)
  }

  /// Replaces bytes of a file.
  static func overwrite(_ path: String, at offset: UInt64, with bytes: [UInt8]) throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? handle.close() }
    try handle.seek(toOffset: offset)
    try handle.write(contentsOf: bytes)
  }
}
