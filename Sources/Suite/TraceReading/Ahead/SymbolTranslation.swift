/// The symbols of a batch in a reader's catalog.
struct SymbolTranslation {
  private static let unknown = TraceSymbol(index: -1)

  private let texts: SymbolTable
  private var known: [TraceSymbol]

  init(_ texts: SymbolTable) {
    self.texts = texts
    known = Array(repeating: Self.unknown, count: texts.count)
  }

  /// The catalog's symbol of the same text, which is stored if it is new: in the order of the events, as a reader of one
  /// event after the other stores them.
  mutating func symbol(_ symbol: TraceSymbol, in catalog: TraceCatalog) -> TraceSymbol {
    let place = Int(symbol.index)
    if known[place] != Self.unknown { return known[place] }
    // SAFETY: the text is only read during the call.
    let found = unsafe texts.withText(of: symbol) { unsafe catalog.symbol(for: $0) }
    known[place] = found
    return found
  }

  /// The same of a symbol that may be missing.
  mutating func symbol(_ symbol: TraceSymbol?, in catalog: TraceCatalog) -> TraceSymbol? {
    symbol.map { self.symbol($0, in: catalog) }
  }
}

extension TracePayload {
  /// The payload with a catalog's symbols.
  func translated(_ symbols: inout SymbolTranslation, into catalog: TraceCatalog) -> TracePayload {
    switch self {
    case .begin(var begin):
      begin.name = symbols.symbol(begin.name, in: catalog)
      begin.subsystem = symbols.symbol(begin.subsystem, in: catalog)
      begin.category = symbols.symbol(begin.category, in: catalog)
      return .begin(begin)
    case .end(let kind, let id, let outcome):
      return .end(kind: kind, id: id, outcome: symbols.symbol(outcome, in: catalog))
    case .point(let id, let parentID, let name, let subsystem, let category, let message):
      return .point(
        id: id,
        parentID: parentID,
        name: symbols.symbol(name, in: catalog),
        subsystem: symbols.symbol(subsystem, in: catalog),
        category: symbols.symbol(category, in: catalog),
        message: message
      )
    case .counter(let name, let value, let subsystem, let category, let store):
      return .counter(
        name: symbols.symbol(name, in: catalog),
        value: value,
        subsystem: symbols.symbol(subsystem, in: catalog),
        category: symbols.symbol(category, in: catalog),
        store: store
      )
    case .sample(let name, let value, let subsystem, let category):
      return .sample(
        name: symbols.symbol(name, in: catalog),
        value: value,
        subsystem: symbols.symbol(subsystem, in: catalog),
        category: symbols.symbol(category, in: catalog)
      )
    case .dispatchEnqueue(let id, let parentID, let kind, let name, let depth):
      return .dispatchEnqueue(
        id: id,
        parentID: parentID,
        kind: symbols.symbol(kind, in: catalog),
        name: symbols.symbol(name, in: catalog),
        depth: depth
      )
    case .dispatchDiscard(let id, let reason):
      return .dispatchDiscard(id: id, reason: symbols.symbol(reason, in: catalog))
    case .dispatchRetry(let id, let name, let attempt, let delay, let error):
      return .dispatchRetry(
        id: id,
        name: symbols.symbol(name, in: catalog),
        attempt: attempt,
        delay: delay,
        error: error
      )
    case .field(let id, var field):
      field.key = symbols.symbol(field.key, in: catalog)
      return .field(id: id, field)
    case .task(let event): return .task(event.translated(&symbols, into: catalog))
    case .spanContext, .spanLink, .threadCPUTime, .other: return self
    }
  }
}

extension TraceTaskEvent {
  fileprivate func translated(
    _ symbols: inout SymbolTranslation,
    into catalog: TraceCatalog
  ) -> TraceTaskEvent {
    switch self {
    case .create(var creation):
      creation.name = symbols.symbol(creation.name, in: catalog)
      return .create(creation)
    case .nameExecutor(let executor, let isMain, let isDefault, let name):
      return .nameExecutor(
        executor: executor,
        isMain: isMain,
        isDefault: isDefault,
        name: symbols.symbol(name, in: catalog)
      )
    case .loadModule(var module):
      module.buildID = symbols.symbol(module.buildID, in: catalog)
      module.path = symbols.symbol(module.path, in: catalog)
      return .loadModule(module)
    case .findRuntime(let processors, let problem):
      return .findRuntime(processors: processors, problem: symbols.symbol(problem, in: catalog))
    case .enqueue, .run, .change, .pause, .end, .resume, .cancel, .escalate, .site, .exit:
      return self
    }
  }
}
