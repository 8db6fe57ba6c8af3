import ArgumentParser

/// What runs before and after the runs of commands.
struct TimeHooks: ParsableArguments {
  @Option(
    name: .shortAndLong,
    parsing: .unconditional,
    help: ArgumentHelp("Run this once before all runs of each command.", valueName: "command")
  )
  var setup: String?

  @Option(
    name: .shortAndLong,
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Run this before each run; given as often as there are commands, each is for one of them.",
      valueName: "command"
    )
  )
  var prepare: [String] = []

  @Option(
    name: [.customShort("C"), .long],
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run this after each run; once, or for each command.", valueName: "command")
  )
  var conclude: [String] = []

  @Option(
    name: .shortAndLong,
    parsing: .unconditional,
    help: ArgumentHelp(
      "Run this once after all runs of each command, even if it fails, and after Ctrl-C.",
      valueName: "command"
    )
  )
  var cleanup: String?
}

/// The parameters of commands.
struct TimeParameters: ParsableArguments {
  @Option(
    name: [.customShort("L"), .customLong("parameter-list")],
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Put each value of a list in the place of {NAME}; may be repeated, for all combinations.",
      valueName: "name a,b,c"
    )
  )
  var lists: [String] = []

  @Option(
    name: [.customShort("P"), .customLong("parameter-scan")],
    parsing: .unconditional,
    help: ArgumentHelp(
      "Put each number from MIN to MAX in the place of {NAME}.",
      valueName: "name min max"
    )
  )
  var scan: String?

  @Option(
    name: [.customShort("D"), .customLong("parameter-step-size")],
    help: ArgumentHelp("The distance of these numbers (default: 1).", valueName: "delta")
  )
  var step: String?

  /// The command line with each option as ArgumentParser takes it: a parameter is one word there, `--ignore-failure` has a value, and
  /// letters stand alone.
  static func joined(_ words: [String]) -> [String] {
    guard words.first == TimeCommand.name else { return words }
    var joined: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "-L", "--parameter-list":
        joined += [word, rest.prefix(2).joined(separator: " ")]
        rest = rest.dropFirst(2)
      case "-P", "--parameter-scan":
        joined += [word, rest.prefix(3).joined(separator: " ")]
        rest = rest.dropFirst(3)
      case "-i", "--ignore-failure": joined.append("--ignore-failure=all-non-zero")
      case _ where word.hasPrefix("-i="): joined.append("--ignore-failure=\(word.dropFirst(3))")
      case "--": return joined + [word] + rest
      default:
        if let pair = word.wholeMatch(of: /-([Ni])([A-Za-z].*)/.dotMatchesNewlines()) {
          rest = ["-\(pair.1)", "-\(pair.2)"] + rest
        } else if let pair = word.wholeMatch(of: /-([cCDmMnprsSuw])([^=].*)/.dotMatchesNewlines()) {
          joined.append("-\(pair.1)=\(pair.2)")
        } else {
          joined.append(word)
        }
      }
    }
    return joined
  }
}
