import Foundation
import SeededRandom
import SuiteErrors

/// A change that moves a program's code without changing what it does: uncalled functions between its object files.
///
/// Calibrations use it as a commit that changes no performance.
package struct CodeShift: Sendable {
  /// The sizes of the functions, in bytes, and their relative places in the list of objects, 0 to 1.
  let insertions: [(size: Int, place: Double)]

  /// Chooses one to four functions of 16 to 512 bytes.
  package init(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    insertions = (0..<(1 + generator.next(below: 4))).map { _ in
      (16 * (1 + generator.next(below: 32)), Double(generator.next(below: 1000)) / 1000)
    }
  }

  var symbols: [String] { insertions.indices.map { "hamon_gate_shift_\($0)" } }

  /// Writes a command's list of object files with the functions inserted.
  func write(
    _ path: String,
    of command: LinkCommand,
    directory: String
  ) async throws(SuiteError) {
    let original = command.objectList
    guard let text = try? String(contentsOfFile: original, encoding: .utf8) else {
      throw SuiteError(original, "can't be read", remedy: "build the package anew")
    }
    let objects = text.split(separator: "\n").map(String.init)
    var places: [Int: [String]] = [:]
    for (index, insertion) in insertions.enumerated() {
      let object = "\(directory)/shift-\(index).o"
      try await command.assemble(insertion.size, symbol: symbols[index], to: object, in: directory)
      places[Int(insertion.place * Double(objects.count)), default: []].append(object)
    }
    let shifted = objects.enumerated().flatMap { (places[$0] ?? []) + [$1] }
    let moved = shifted.joined(separator: "\n") + "\n"
    try WrittenFile.write(moved.utf8, to: path, orElse: "make room")
  }
}
