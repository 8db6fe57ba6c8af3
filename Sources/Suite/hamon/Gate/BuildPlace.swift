import CommandRunning
import Foundation
import Statistics
import SuiteErrors

/// The place where the sides are built in turn, so that what they have in common is compiled once.
///
/// The commands of a build name absolute paths, and SwiftPM repeats each command that differs. So the head is built here and stays. The
/// base is built at the same path, in a copy of the head's sources and build, and is then moved away.
struct BuildPlace {
  /// What holds the place, the head's build while the base is built, and the kept builds of bases.
  private let directory: String

  /// How many builds of bases are kept.
  private static let keptCount = 3

  /// The part of all paths below ``current`` that differs from those of a kept build.
  private static let part = "/hamon-gate/build/"

  /// Restores the head's build if a gate was killed while it built the base.
  ///
  /// - Parameter parent: The directory for it.
  /// - Throws: `SuiteError` if a file can't be written.
  init(in parent: String) throws(SuiteError) {
    directory = "\(parent)/hamon-gate"
    if FileManager.default.fileExists(atPath: waiting) { try endBase() }
    try WorkDirectory.make(current, orElse: GateLock.remedy)
    // Of earlier versions.
    for side in Side.allCases { remove("\(directory)/\(side.rawValue)-build") }
  }

  private var current: String { "\(directory)/build" }
  private var waiting: String { "\(directory)/build-of-head" }
  private var bases: String { "\(directory)/bases" }

  /// The build directory.
  var scratch: String { "\(current)/scratch" }
  /// What stands for the root of the file system in the paths of the sources.
  var sources: String { "\(current)/sources" }

  /// The tree whose files are, or were last, among the sources of the head.
  var headTree: String? { try? String(contentsOfFile: "\(current)/tree", encoding: .utf8) }

  func note(headTree: String) throws(SuiteError) {
    try Self.write(Data(headTree.utf8), to: "\(current)/tree")
  }

  /// Lets all sources be written anew, so that SwiftPM compiles them anew.
  func renewSources(withDependencies: Bool) {
    remove(sources)
    remove("\(scratch)/plugins/outputs")
    // SwiftPM's list of what it has done.
    if withDependencies { remove("\(scratch)/build.db") }
  }

  // MARK: - The base's turn

  /// Makes room for the build of the base.
  ///
  /// - Parameter copies: Whether it begins as a copy of the head's; else it begins from nothing.
  /// - Throws: `SuiteError` if a file can't be written.
  func beginBase(copies: Bool) async throws(SuiteError) {
    guard copies else {
      try move(current, to: waiting)
      return try WorkDirectory.make(current, orElse: GateLock.remedy)
    }
    let part = "\(waiting).part"
    remove(part)
    // With the times of files, by which SwiftPM knows what has changed.
    let words = ["--archive", "--reflink=auto", "--", current, part]
    let result = try await Command("cp", words).run()
    guard result.isSuccess else { throw SuiteError(part, result.errors, remedy: "make room") }
    try move(part, to: waiting)
    // A plugin may read what it doesn't name.
    remove("\(scratch)/plugins/outputs")
  }

  /// Gives the place back to the head, and removes what the base left there.
  func endBase() throws(SuiteError) {
    remove(current)
    try move(waiting, to: current)
  }

  /// Gives the place back to the head, and keeps the build of the base elsewhere.
  ///
  /// - Parameters:
  ///   - key: What it is kept by.
  ///   - programs: Its executables by name.
  /// - Returns: Where they are now.
  /// - Throws: `SuiteError` if a file can't be written.
  func keepBase(
    _ key: String,
    _ programs: [String: String]
  ) throws(SuiteError) -> [String: String] {
    let other = "/hamon-gate/bases/\(key)/"
    let moved = programs.mapValues { $0.replacing(Self.part, with: other) }
    // All that no program needs when it is linked anew, or runs.
    for name in ["repositories", "checkouts", "build.db"] { remove("\(scratch)/\(name)") }
    if let path = programs.values.first {
      let products = URL(filePath: path).deletingLastPathComponent().path
      for name in ["ModuleCache", "Modules"] { remove("\(products)/\(name)") }
      let names = (try? FileManager.default.contentsOfDirectory(atPath: products)) ?? []
      let lists = names.filter { $0.hasSuffix(".product") }
        .map { "\(products)/\($0)/Objects.LinkFileList" }
      for path in ["\(scratch)/release.yaml"] + lists {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { continue }
        try Self.write(Data(text.replacing(Self.part, with: other).utf8), to: path)
      }
    }
    if let list = try? JSONEncoder().encode(moved) {
      try Self.write(list, to: "\(current)/programs")
    }
    try WorkDirectory.make(bases, orElse: GateLock.remedy)
    remove("\(bases)/\(key)")
    try move(current, to: "\(bases)/\(key)")
    removeOldBases(keeping: key)
    try endBase()
    return moved
  }

  // MARK: - Kept bases

  /// The kept executables of a base by name; `nil` if one of them isn't there.
  func kept(_ names: [String], of key: String) -> [String: String]? {
    let base = "\(bases)/\(key)"
    let manager = FileManager.default
    guard let list = manager.contents(atPath: "\(base)/programs"),
      let programs = try? JSONDecoder().decode([String: String].self, from: list),
      names.allSatisfy({ programs[$0].map(manager.isExecutableFile) ?? false })
    else { return nil }
    // The oldest use goes first.
    try? manager.setAttributes([.modificationDate: Date.now], ofItemAtPath: base)
    return programs
  }

  private func removeOldBases(keeping key: String) {
    let manager = FileManager.default
    func time(_ name: String) -> Date {
      let attributes = try? manager.attributesOfItem(atPath: "\(bases)/\(name)")
      return name == key ? .distantFuture : attributes?[.modificationDate] as? Date ?? .distantPast
    }
    let names = (try? manager.contentsOfDirectory(atPath: bases)) ?? []
    for name in names.sorted(by: { time($0) > time($1) }).dropFirst(Self.keptCount) {
      remove("\(bases)/\(name)")
    }
  }

  private static func write(_ data: Data, to path: String) throws(SuiteError) {
    try WrittenFile.write(data, to: path, orElse: "make room")
  }

  private func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  private func move(_ path: String, to other: String) throws(SuiteError) {
    do {
      try FileManager.default.moveItem(atPath: path, toPath: other)
    } catch {
      throw .unwritten(other, error, remedy: GateLock.remedy)
    }
  }
}
