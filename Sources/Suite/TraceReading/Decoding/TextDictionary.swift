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

  /// The three of a metric, or a text three times.
  typealias Names = (TraceSymbol, TraceSymbol, TraceSymbol)

  /// By process, then by place: twice the number, and one more for metrics.
  private var known: [[Names?]] = []
  /// The greatest number that a program gives (Dictionary.c); those of a damaged trace must not fill the memory.
  private static let maximumNumber: UInt64 = 1 << 12
  /// The processes in which a number has had two meanings, which it never has in one program: they have executed another one.
  private var replaced: Set<Int> = []
  /// In processes that tell all numbers of their program just now: how many were told, and the places of what is still to come.
  private var untold: [Int: (count: Int, places: Set<Int>)] = [:]
  /// What was told by programs that processes no longer execute.
  private var gone: [Int: Set<Int>] = [:]

  /// Whether events come in the order of time.
  var isOrdered = true
  /// Reads all files for what they tell, in any order.
  var findAll: (() -> [Key: Texts])?
  private var found: [Key: Texts]?
  /// What no file tells.
  private var missing: Set<Key> = []

  var missingCount: Int { missing.count }

  /// A process begins to tell all numbers of its program, or has told so many.
  mutating func tellAll(_ count: Int?, in process: Int) {
    guard isOrdered else { return }
    let telling = untold.removeValue(forKey: process)
    if count == nil {
      let names = process < known.count ? known[process] : []
      // Of two at once it isn't known whose is lost.
      untold[process] = (0, Set(telling == nil ? names.indices.filter { names[$0] != nil } : []))
    } else if let telling, telling.count == count {
      for place in telling.places { known[process][place] = nil }
      gone[process, default: []].formUnion(telling.places)
    }
  }

  private static func place(_ number: UInt64, _ isSeries: Bool) -> Int {
    Int(min(number, maximumNumber + 1)) << 1 | (isSeries ? 1 : 0)
  }

  mutating func define(_ number: UInt64, as text: TraceSymbol, in process: Int) {
    define(number, isSeries: false, as: (text, text, text), in: process)
  }

  mutating func define(_ number: UInt64, isSeries: Bool, as names: Names, in process: Int) {
    guard number <= Self.maximumNumber else { return }
    let place = Self.place(number, isSeries)
    while known.count <= process { known.append([]) }
    while known[process].count <= place { known[process].append(nil) }
    if let told = known[process][place], told != names { replaced.insert(process) }
    known[process][place] = names
    gone[process]?.remove(place)
    untold[process]?.count += 1
    untold[process]?.places.remove(place)
  }

  /// The text of a number; one that says so if the trace doesn't tell it.
  mutating func text(_ number: UInt64, in process: Int, _ catalog: TraceCatalog) -> TraceSymbol {
    names(number, isSeries: false, in: process, catalog)?.0
      ?? catalog.symbol(for: "text \(number), lost")
  }

  /// The name, subsystem and category of a metric, as for ``text(_:in:_:)``.
  mutating func series(_ number: UInt64, in process: Int, _ catalog: TraceCatalog) -> Names {
    if let names = names(number, isSeries: true, in: process, catalog) { return names }
    let none = catalog.symbol(for: "")
    return (catalog.symbol(for: "metric \(number), whose name was lost"), none, none)
  }

  /// All that was defined, but in processes that have executed several programs: there it isn't known whose number it is.
  func definitions(_ catalog: TraceCatalog) -> [Key: Texts] {
    var all: [Key: Texts] = [:]
    for (process, known) in known.enumerated() where !replaced.contains(process) {
      for (place, names) in known.enumerated() {
        guard let names else { continue }
        let isSeries = place & 1 == 1
        all[Self.key(UInt64(place >> 1), isSeries, process, catalog)] =
          [names.0, names.1, names.2].prefix(isSeries ? 3 : 1).map { catalog.string($0) }
      }
    }
    return all
  }

  private mutating func names(
    _ number: UInt64,
    isSeries: Bool,
    in process: Int,
    _ catalog: TraceCatalog
  ) -> Names? {
    let place = Self.place(number, isSeries)
    if process < known.count, place < known[process].count, let names = known[process][place] {
      return names
    }
    let key = Self.key(number, isSeries, process, catalog)
    let isGone = gone[process]?.contains(place) == true
    if !isGone { found = found ?? findAll?() ?? [:] }
    guard !isGone, let texts = found?[key] else {
      missing.insert(key)
      return nil
    }
    let symbols = texts.map { catalog.symbol(for: $0) }
    let names = (symbols[0], symbols[min(1, symbols.count - 1)], symbols[symbols.count - 1])
    define(number, isSeries: isSeries, as: names, in: process)
    return names
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
}
#endif
