import FoundationEssentials
import Glibc

/// A directory with scripts that stand for benchmark executables; removed with its owner.
final class BenchFixture {
  let path: String

  init() throws {
    var template = Array("\(FileManager.default.temporaryDirectory.path)/hamon-XXXXXX".utf8CString)
    guard let path = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
    self.path = String(cString: path)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(path)/\(name)",
      withIntermediateDirectories: true
    )
  }

  func write(_ text: String, to name: String) throws {
    let parent = name.split(separator: "/").dropLast().joined(separator: "/")
    if !parent.isEmpty { try makeDirectory(parent) }
    try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
  }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }

  func writeScript(_ commands: String, to name: String) throws {
    let parent = name.split(separator: "/").dropLast().joined(separator: "/")
    if !parent.isEmpty { try makeDirectory(parent) }
    try ExecutableFile.write("#!/bin/sh\n\(commands)\n", to: "\(path)/\(name)")
  }

  /// Writes a script that behaves as a suite of one row does.
  ///
  /// - Parameters:
  ///   - name: The name of the suite and of the script.
  ///   - row: The name of its row.
  ///   - threads: How many threads its row has.
  ///   - isLarge: Whether `--quick` leaves its row out.
  ///   - ending: What it does after it has written its results.
  /// - Throws: What writing a file throws.
  /// - Returns: The path of the script. It notes its arguments in `<name>.arguments`.
  func writeSuite(
    _ name: String,
    row: String,
    threads: Int = 1,
    isLarge: Bool = false,
    ending: String = "exit 0"
  ) throws -> String {
    try writeScript(
      """
      \(isLarge ? #"if [ "$*" = "--list --quick" ]; then exit 0; fi"# : "")
      if [ "$1" = --list ]; then echo '\(row)'; exit 0; fi
      echo "$@" > '\(path)/\(name).arguments'
      cat > "${1#--json=}" <<'END'
      \(Self.result(suite: name, row: row, threads: threads))
      END
      \(ending)
      """,
      to: name
    )
    return "\(path)/\(name)"
  }

  private static func result(suite: String, row: String, threads: Int) -> String {
    let times = #"""
      {"minimum":1,"median":1,"spread":0,"p50":1,"p90":1,"p99":1,"p999":1,"maximum":1}
      """#
    return """
      {"schemaVersion":1,"suite":"\(suite)","date":"2026-01-02T03:04:05Z","commandLine":[],
      "machine":{"cpuModel":"","logicalCPUs":1,"memoryBytes":1,"kernel":"","operatingSystem":""},
      "toolchain":"","deterministicHashing":true,"isOptimized":true,"rounds":1,
      "loadAverageBefore":[],"loadAverageAfter":[],"isComplete":true,"failures":[],
      "rows":[{"name":"\(row)","benchmark":"\(row)","parameters":[],"kind":"ours","threads":\(threads),
      "cpuClock":"thread","iterationsPerSample":1,"samplesPerRound":1,"wall":\(times),
      "cpu":\(times),"ratios":[],"wallSamples":[1],"cpuSamples":[1]}]}
      """
  }
}
