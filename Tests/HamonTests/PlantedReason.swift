import Foundation
import Testing

/// What Tests/Fixtures/PlantedReasons does by some names, and what a report has to say of it first.
struct PlantedReason: CustomTestStringConvertible, Sendable {
  /// What is recorded, and so what can be known.
  enum Options: String, Sendable {
    case samples = "--samples"
    case timers = "--samples --engine timers"
    case tasks = "--concurrency"
    case both = "--samples --concurrency"
  }

  let names: [String]
  let options: Options
  /// The words of the first lines, in their order: one of each list.
  let lines: [[[String]]]

  var testDescription: String { "\(names.joined(separator: ", ")) by \(options.rawValue)" }

  /// One reason, whose line has words in this order.
  private init(_ name: String, _ options: Options, _ words: [[String]]) {
    (names, self.options, lines) = ([name], options, [words])
  }

  /// Some at once, the one whose interval is longer first.
  private init(_ names: [String], _ lines: [[[String]]]) {
    (self.names, options, self.lines) = (names, .both, lines)
  }

  /// Whether a line has the words.
  static func says(_ line: String, _ words: [[String]]) -> Bool {
    var rest = line[...]
    return words.allSatisfy { some in
      let found = some.compactMap { rest.range(of: $0)?.upperBound }.min()
      if let found { rest = rest[found...] }
      return found != nil
    }
  }

  private static func each(
    _ name: String,
    _ options: [Options],
    _ words: [String]...
  ) -> [PlantedReason] {
    options.map { PlantedReason(name, $0, words) }
  }

  private static let untold = ["suspended, not told for what: record with --concurrency"]
  private static let othersOfThread = [
    "its thread runs tasks, perhaps others: record with --concurrency"
  ]
  private static let keeper = ["waiting for PlantedReasons.Shelf, mostly held by detached of "]
  private static let noThread = ["ready to run, with no thread of the pool free: detached of "]
  /// What computes is ready for most of the time, on a busy machine.
  private static let computed = ["which computed", "which had no processor"]

  /// Each reason by itself.
  static let alone: [PlantedReason] = [
    each(
      "lock",
      [.samples, .timers, .both],
      ["`enter a sale` took"],
      ["waiting in `enter()` for the lock that "],
      [" held on thread "],
      ["which slept in `usleep`"]
    ),
    each("read", [.samples, .both], ["`load` took"], ["blocked on I/O"], ["`readLine(after:)`"]),
    each("compute", [.samples, .timers, .both], ["`parse` took"], ["running"], ["`spin("]),
    each("compute task", [.both], ["`render all` took"], ["running"], ["`spin("]),
    each(
      "compute task",
      [.samples],
      ["`render all` took"],
      ["running"],
      ["`spin("],
      othersOfThread
    ),
    each(
      "compute task",
      [.tasks],
      ["`render all` took"],
      ["its task had a thread for"],
      ["record with --samples"]
    ),
    each("actor", [.both], ["`take one` took"], keeper, computed, ["`spin("]),
    each("actor", [.tasks], ["`take one` took"], keeper),
    each("actor", [.samples], ["`take one` took"], untold, ["`spin("]),
    each("pool", [.both], ["`answer` took"], noThread, ["which slept in `usleep`"]),
    each("pool", [.tasks], ["`answer` took"], noThread),
    each("sleep", [.both, .tasks], ["`back off` took"], ["waiting for "], ["sleep("]),
    each("sleep", [.samples], ["`back off` took"], untold),
    each(
      "unresumed",
      [.both, .tasks],
      ["1 intervals had not ended"],
      ["`ask`"],
      ["waiting for "],
      ["ontinuation"],
      ["in answer()"]
    ),
    each("unresumed", [.samples], ["1 intervals had not ended"], ["`ask`"], untold),
    each("child", [.samples, .both], ["`convert` took"], ["blocked on a child process"]),
    each("faults", [.samples], ["`fill` took"], ["page faults"], ["touchPages"]),
    each(
      "stopped",
      [.samples, .timers, .both],
      ["`freeze` took"],
      ["blocked by a signal or debugger that stopped the process"]
    ),
  ].flatMap(\.self)

  /// Two at once: one behind the other, one after the other, or beside each other.
  static let together: [PlantedReason] = [
    each(
      "lock read",
      [.both],
      ["`enter a sale` took"],
      ["waiting in `enter()` for the lock that `readLine(after:)`"],
      ["which waited for I/O"]
    ),
    each(
      "lock computes",
      [.both],
      ["`enter a sale` took"],
      ["waiting in `enter()` for the lock that `spin("],
      computed
    ),
    each(
      "lock faults",
      [.samples],
      ["`enter a sale` took"],
      ["waiting in `enter()` for the lock that "],
      ["`touchPages("],
      ["which met page faults", "which had no processor"]
    ),
    each(
      "actor reads",
      [.both],
      ["`take one` took"],
      keeper,
      ["which waited for I/O"],
      ["`readLine(after:)`"]
    ),
    each("actor locks", [.both], ["`take one` took"], keeper, ["which waited for a lock"]),
    each("pool reads", [.both], ["`answer` took"], noThread, ["which waited for I/O"]),
    each("pool computes", [.both], ["`answer` took"], noThread, computed),
    each(
      "unresumed after sleep",
      [.both],
      ["1 intervals had not ended"],
      ["`ask`"],
      ["waiting for "],
      ["ontinuation"],
      ["in answer()"]
    ),
    each("child output", [.both], ["`convert` took"], ["blocked on I/O"], ["readAll"]),
    each(
      "stopped task",
      [.both],
      ["`freeze` took"],
      ["blocked by a signal or debugger that stopped the process"]
    ),
    [
      PlantedReason(
        ["stopped", "sleep"],
        [
          [["Whole processes were silent", "`freeze` took"], ["stopped"]],
          [["`freeze` took", "`back off` took"], ["stopped the process", "sleep("]],
        ]
      )
    ],
  ].flatMap(\.self)
}
