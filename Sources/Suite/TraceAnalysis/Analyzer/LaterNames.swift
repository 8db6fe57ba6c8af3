import TraceReading

/// The names that intervals got after their begin: a server's span learns its route only then.
///
/// By then earlier facts, such as how many ran at a time and what they began, have been counted under the first name. So a trace with such
/// intervals is read a second time, in which they have their last names from the begin. They are few, and 24 bytes each.
struct LaterNames {
  /// One interval: its id may occur again, at another time.
  private struct Key: Hashable {
    let interval: TraceIntervalID
    let begin: Int64
  }

  private var names: [Key: TraceSymbol] = [:]

  var isEmpty: Bool { names.isEmpty }

  subscript(interval: TraceIntervalID, begin begin: Int64) -> TraceSymbol? {
    get { names[Key(interval: interval, begin: begin)] }
    set { names[Key(interval: interval, begin: begin)] = newValue }
  }

  /// The names as symbols of another catalog.
  func translated(from old: TraceCatalog, to new: TraceCatalog) -> LaterNames {
    var symbols: [TraceSymbol: TraceSymbol] = [:]
    var translated = self
    translated.names = names.mapValues { name in
      if let known = symbols[name] { return known }
      let symbol = new.symbol(for: old.string(name))
      symbols[name] = symbol
      return symbol
    }
    return translated
  }
}
