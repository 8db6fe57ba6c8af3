import CommandRunning
import Foundation
import HeapImages
import MemoryFiles
import MemoryRecording
import Testing

/// A program that ran with the library that notes allocations, and what its snapshots say.
struct RecordedHeap {
  let snapshots: [HeapSnapshot]
  let output: String

  static let folder = PreloadedLibrary.ownFolder.path

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// Runs a program to its end.
  init(
    _ program: String,
    _ arguments: [String] = [],
    mode: MemoryRequest.Mode = .all
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "heap-\(UUID().uuidString)")
      .path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await Self.succeed(["\(Self.root)/tools/preloaded", Self.folder])
    let request = MemoryRequest(mode: mode) { copy, _ in
      let snapshot = try HeapAnalysis.snapshot(ofCopy: copy.copy, heap: copy.heapAddress)
      return Array(try JSONEncoder().encode(snapshot))
    }
    let recorder = try MemoryRecorder(request, in: MemoryDirectory(ofTrace: folder))
    var command = Command(program, arguments)
    command.environment = try recorder.environment(for: program, [:])
    let result = try await command.run()
    let tally = await recorder.end()
    #expect(tally.gaps == [])
    output = result.output
    snapshots = try tally.snapshots.map {
      try JSONDecoder().decode(HeapSnapshot.self, from: Data(contentsOf: URL(filePath: $0)))
    }
  }

  /// Runs a program that has to succeed.
  static func succeed(_ words: [String]) async throws {
    let result = try await Command(words[0], Array(words.dropFirst())).run()
    try #require(result.isSuccess, "\(words): \(result.errors)")
  }

  /// Compiles a program of one file, and runs it.
  static func compiling(
    _ source: String,
    _ name: String,
    _ compiler: [String],
    _ arguments: [String] = []
  ) async throws -> RecordedHeap {
    let folder = FileManager.default.temporaryDirectory.appending(path: "heap-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try Data(source.utf8).write(to: file)
    let program = folder.appending(path: "program").path
    try await succeed(compiler + ["-o", program, file.path])
    return try await RecordedHeap(program, arguments)
  }
}

extension HeapSnapshot {
  /// The types of a name.
  func types(_ name: String) -> [TypeEntry] { types.filter { $0.name == name } }

  /// The live blocks of the types of a name.
  func live(_ name: String) -> Int { types(name).map(\.live.blocks).reduce(0, +) }

  /// The leaked blocks of the types of a name.
  func leaked(_ name: String) -> Int { types(name).map(\.leaked.blocks).reduce(0, +) }

  /// The leaks with a cycle.
  func leaks(_ cycle: [String]) -> [Leak] { leaks.filter { $0.cycle == cycle } }

  /// The places that hold blocks of a type.
  func holders(_ name: String) -> [String] { types(name).flatMap { $0.holders.map(\.place) } }
}
