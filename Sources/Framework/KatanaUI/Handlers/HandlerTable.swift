/// Handlers by event, written as a dictionary of closures.
///
///     props.touchHandlers = [.touchUpInside: { dispatch(IncrementCounter()) }]
///     props.touchHandlers[.touchDown] = Handler(item.id) { dispatch(Select(id: item.id)) }
///
/// Closures in a literal equal only their own copies; see ``Handler``.
public struct HandlerTable<Event: Hashable & Sendable>: Equatable, Sendable,
  ExpressibleByDictionaryLiteral, Sequence
{
  /// A closure of a literal.
  public typealias Closure = @MainActor @Sendable () -> Void

  // Few, so a search is faster than hashing, and they keep the order in which they were written. All of it is inlinable, specialized for
  // each type of events: with a generic one, each access looked up the entry's type, which took longer than the rest of a button's update.
  @usableFromInline var entries: [(event: Event, handler: Handler<Void>)] = []

  /// Makes an empty table.
  @inlinable
  public init() {}

  /// Makes a table from a literal.
  @inlinable
  public init(dictionaryLiteral elements: (Event, Closure)...) {
    for (event, closure) in elements {
      self[event] = Handler(unknown: { @MainActor in closure() })
    }
  }

  /// Whether no event is handled.
  @inlinable public var isEmpty: Bool { entries.isEmpty }
  /// The events, in the order in which their handlers were set.
  @inlinable public var events: [Event] { entries.map(\.event) }

  /// The handler of an event.
  @inlinable
  public subscript(event: Event) -> Handler<Void>? {
    get { entries.first { $0.event == event }?.handler }
    set {
      let index = entries.firstIndex { $0.event == event }
      switch (index, newValue) {
      case (let index?, let handler?): entries[index].handler = handler
      case (let index?, nil): entries.remove(at: index)
      case (nil, let handler?): entries.append((event, handler))
      case (nil, nil): break
      }
    }
  }

  /// Whether both handle the same events, in any order: enough to compare for code that only calls the handlers.
  @inlinable
  public func handlesSameEvents(as other: HandlerTable) -> Bool {
    entries.count == other.entries.count && entries.allSatisfy { other[$0.event] != nil }
  }

  /// Events and handlers, in the order in which they were set.
  @inlinable
  public func makeIterator() -> some IteratorProtocol<(event: Event, handler: Handler<Void>)> {
    entries.makeIterator()
  }

  /// Whether both are equal.
  @inlinable
  public static func == (left: HandlerTable, right: HandlerTable) -> Bool {
    left.entries.count == right.entries.count
      && left.entries.allSatisfy { right[$0.event] == $0.handler }
  }
}
