import Foundation

/// The environment in which a command is counted, in one of many layouts of memory.
///
/// What a program executes depends a little on where its memory lies: comparing strings takes other
/// instructions where one reaches into the next page. The kernel puts the environment above the stack, so
/// that its length moves all that lies there. Here it is the same for directories whose paths are equally
/// long, and a variable of no use is longer in each layout.
struct CountedEnvironment {
  static let padding = "HAMON_PADDING"

  /// How much longer the unused variable is in each layout than in the one before: a prime, so that all
  /// alignments occur, and large enough for five layouts to be spread over more than a page.
  private static let step = 1237

  /// Where the command runs.
  let directory: String
  /// Which layout it is, from 0.
  let layout: Int

  /// The variables, as `name=value` with a zero at the end, always in the same order.
  func variables(
    inherited: [String: String] = ProcessInfo.processInfo.environment
  ) -> [[UInt8]] {
    var all = inherited
    for name in ["OLDPWD", "PWD", Self.padding] { all[name] = nil }
    all["SWIFT_DETERMINISTIC_HASHING"] = "1"
    // Python's is random in each process otherwise, and so are its counts.
    if all["PYTHONHASHSEED"] == nil { all["PYTHONHASHSEED"] = "0" }
    var list = all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    // Shells take it for the path of the directory, also where that is a link.
    list.append("PWD=" + directory)
    list.append(Self.padding + "=" + String(repeating: "x", count: layout * Self.step))
    return list.map { Array($0.utf8) + [0] }
  }
}
