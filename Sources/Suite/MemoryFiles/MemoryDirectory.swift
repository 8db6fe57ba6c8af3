import Foundation

/// The folder with the memory of a recording, next to the streams of its trace.
package struct MemoryDirectory: Sendable, Equatable {
  package static let name = "memory"
  package static let fileExtension = "memory"
  private static let snapshotExtension = ".snapshot.json"

  package let path: String

  /// The folder of a trace.
  package init(ofTrace directory: String) { path = "\(directory)/\(Self.name)" }

  /// The names of the functions at the time of the recording, as `SampleSymbols` writes them.
  package var symbols: String { "\(path)/symbols" }

  /// The files of processes, in the order of their names.
  package var files: [String] { paths { $0.hasSuffix(".\(Self.fileExtension)") } }

  /// Those of programs that have executed another one, which leaves no time for an end.
  package var executed: Set<String> {
    let all = Set(files)
    return all.filter { file in
      let words = URL(filePath: file).lastPathComponent.split(separator: ".")
      guard let process = words.first.flatMap({ Int32($0) }) else { return false }
      let images = words.count > 2 ? Int(words[1]) ?? 0 : 0
      return all.contains(self.file(of: process, images: images + 1))
    }
  }

  /// The files of snapshots, in the order of their names.
  package var snapshots: [String] { paths { $0.hasSuffix(Self.snapshotExtension) } }

  /// The file of a snapshot of a process; numbers count from 1.
  package func snapshot(_ number: Int, of process: Int32) -> String {
    "\(path)/\(process)-\(number)\(Self.snapshotExtension)"
  }

  /// The file of a process; `images` counts how often it has executed another program before.
  package func file(of process: Int32, images: Int = 0) -> String {
    "\(path)/\(process)\(images > 0 ? ".\(images)" : "").\(Self.fileExtension)"
  }

  private func paths(_ isWanted: (String) -> Bool) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter(isWanted).sorted().map { "\(path)/\($0)" }
  }
}
