#if HAS_BABELTRACE
/// The texts and names of metrics that numbers stand for, in each process: `signpost:text` and `signpost:series`.
///
/// They are told before they are used, and once more at each state dump. So what isn't known yet was lost or overwritten where it was told
/// first, or a recording began just then; it is looked for in all files, once.
struct TextDictionary {
  /// A number of one process.
  struct Key: Hashable {
    var hostname: String
    var processID: Int64?
    let number: UInt64
    let isSeries: Bool
  }

  /// One text, or the name, subsystem and category of a metric.
  typealias Texts = [String]

  // By process, then by number.
  private var texts: [[TraceSymbol?]] = []
  private var series: [[(TraceSymbol, TraceSymbol, TraceSymbol)?]] = []
  /// The greatest number that a program gives (Dictionary.c); those of a damaged trace must not fill the memory.
  private static let maximumNumber = 1 << 12
  /// The processes in which a number has had two meanings, which it never has in one program: they have executed another one.
  private var replaced: Set<Int> = []

  /// In processes that tell all numbers of their program just now, how many were told, and what of those before is still to come; the
  /// numbers of metrics are negative.
  private var untold: [Int: (count: Int, numbers: Set<Int>)] = [:]
  /// Such numbers that were told by a program which the process no longer executes.
  private var gone: [Int: Set<Int>] = [:]

  /// Reads all files for what they tell, in any order.
  var findAll: (() -> [Key: Texts])?
  private var found: [Key: Texts]?
  /// What no file tells.
  private var missing: Set<Key> = []

  var missingCount: Int { missing.count }

  /// A process begins to tell all numbers of its program, or has told so many.
  mutating func tellAll(_ count: Int?, in process: Int) {
    let telling = untold.removeValue(forKey: process)
    if count == nil {
      let known = Self.numbers(process, in: texts) + Self.numbers(process, in: series).map { -$0 }
      // Of two at once it isn't known whose is lost.
      untold[process] = (0, telling == nil ? Set(known) : [])
    } else if let telling, telling.count == count {
      gone[process, default: []].formUnion(telling.numbers)
    }
  }

  private static func numbers<Value>(_ process: Int, in values: [[Value?]]) -> [Int] {
    guard process < values.count else { return [] }
    return values[process].indices.filter { values[process][$0] != nil }
  }

  mutating func define(_ number: UInt64, as text: TraceSymbol, in process: Int) {
    if let known = Self.known(number, process, in: texts), known != text {
      replaced.insert(process)
    }
    Self.set(text, number, process, in: &texts)
    noteTold(Int(truncatingIfNeeded: number), process)
  }

  mutating func define(
    series number: UInt64,
    as names: (TraceSymbol, TraceSymbol, TraceSymbol),
    in process: Int
  ) {
    if let known = Self.known(number, process, in: series), known != names {
      replaced.insert(process)
    }
    Self.set(names, number, process, in: &series)
    noteTold(-Int(truncatingIfNeeded: number), process)
  }

  private mutating func noteTold(_ number: Int, _ process: Int) {
    untold[process]?.count += 1
    untold[process]?.numbers.remove(number)
    gone[process]?.remove(number)
  }

  /// The text of a number; one that says so if the trace doesn't tell it.
  mutating func text(_ number: UInt64, in process: Int, _ catalog: TraceCatalog) -> TraceSymbol {
    if let known = Self.known(number, process, in: texts),
      gone[process]?.contains(Int(number)) != true
    {
      return known
    }
    guard let found = find(number, isSeries: false, in: process, catalog) else {
      return catalog.symbol(for: "text \(number), lost")
    }
    let text = catalog.symbol(for: found[0])
    define(number, as: text, in: process)
    return text
  }

  /// The name, subsystem and category of a metric, as for ``text(_:in:_:)``.
  mutating func series(
    _ number: UInt64,
    in process: Int,
    _ catalog: TraceCatalog
  ) -> (TraceSymbol, TraceSymbol, TraceSymbol) {
    if let known = Self.known(number, process, in: series),
      gone[process]?.contains(-Int(number)) != true
    {
      return known
    }
    guard let found = find(number, isSeries: true, in: process, catalog) else {
      let none = catalog.symbol(for: "")
      return (catalog.symbol(for: "metric \(number), whose name was lost"), none, none)
    }
    let names = (
      catalog.symbol(for: found[0]), catalog.symbol(for: found[1]), catalog.symbol(for: found[2])
    )
    define(series: number, as: names, in: process)
    return names
  }

  /// All that was defined, but in processes that have executed several programs: there it isn't known whose number it is.
  func definitions(_ catalog: TraceCatalog) -> [Key: Texts] {
    var all: [Key: Texts] = [:]
    for (process, known) in texts.enumerated() where !replaced.contains(process) {
      for (number, text) in known.enumerated() {
        guard let text else { continue }
        all[Self.key(UInt64(number), false, process, catalog)] = [catalog.string(text)]
      }
    }
    for (process, known) in series.enumerated() where !replaced.contains(process) {
      for (number, names) in known.enumerated() {
        guard let (name, subsystem, category) = names else { continue }
        all[Self.key(UInt64(number), true, process, catalog)] =
          [name, subsystem, category].map { catalog.string($0) }
      }
    }
    return all
  }

  private mutating func find(
    _ number: UInt64,
    isSeries: Bool,
    in process: Int,
    _ catalog: TraceCatalog
  ) -> Texts? {
    let all = found ?? findAll?() ?? [:]
    found = all
    let key = Self.key(number, isSeries, process, catalog)
    let isGone = gone[process]?.contains(Int(truncatingIfNeeded: number) * (isSeries ? -1 : 1))
    let texts = isGone == true ? nil : all[key]
    if texts == nil { missing.insert(key) }
    return texts
  }

  private static func key(
    _ number: UInt64,
    _ isSeries: Bool,
    _ process: Int,
    _ catalog: TraceCatalog
  ) -> Key {
    let owner = catalog.processes[process]
    return Key(
      hostname: owner.hostname,
      processID: owner.processID,
      number: number,
      isSeries: isSeries
    )
  }

  private static func known<Value>(
    _ number: UInt64,
    _ process: Int,
    in values: [[Value?]]
  ) -> Value? {
    guard process < values.count, number < values[process].count else { return nil }
    return values[process][Int(number)]
  }

  private static func set<Value>(
    _ value: Value,
    _ number: UInt64,
    _ process: Int,
    in values: inout [[Value?]]
  ) {
    guard number <= maximumNumber else { return }
    while values.count <= process { values.append([]) }
    while values[process].count <= number { values[process].append(nil) }
    values[process][Int(number)] = value
  }
}
#endif
