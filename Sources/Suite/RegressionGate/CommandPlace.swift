import Foundation
import SuiteErrors

/// Paths of equal length to the files of both sides: links in a directory of the gate.
///
/// Shells take the path that they are told for that of their directory. It is copied to where it moves all
/// else in memory, and scripts walk up along it: the same code has differed by 3 % between the repository
/// and the checkout of its base, which lies deeper.
struct CommandPlace {
  /// How much longer the name of a link is in each layout of memory than in the one before.
  private static let step = 16

  /// Where the links are.
  let directory: String
  /// The top of the files.
  let root: String
  /// Where the command runs below the top.
  let subdirectory: String

  /// Makes the link of a layout.
  ///
  /// - Parameters:
  ///   - side: Whose files they are.
  ///   - layout: Which layout, from 0; up to 15 of them have names.
  /// - Returns: The path of where the command runs.
  /// - Throws: ``SuiteError`` where it can't be made.
  func path(_ side: GateSide, layout: Int = 0) throws(SuiteError) -> String {
    let length = min(layout * Self.step, 240)
    let link = "\(directory)/\(side.rawValue)" + String(repeating: "-", count: length)
    do {
      // An earlier row has left one, which leads to the same place.
      try? FileManager.default.removeItem(atPath: link)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: root)
    } catch {
      throw SuiteError(
        "\(link)",
        "it can't be made (\(error.localizedDescription))",
        remedy: "make room"
      )
    }
    return subdirectory.isEmpty ? link : "\(link)/\(subdirectory)"
  }
}
