/// Handlers by the events that they handle, written as a dictionary of closures.
///
///     props.touchHandlers = [.touchUpInside: { dispatch(IncrementCounter()) }]
///     props.touchHandlers[.touchDown] = Handler(item.id) { dispatch(Select(id: item.id)) }
///
/// Closures of a literal are equal only to their own copies; see ``Handler``.
public struct HandlerTable<Event: Hashable & Sendable>: Equatable, Sendable,
  ExpressibleByDictionaryLiteral, Sequence
{
  /// A closure of a literal.
  public typealias Closure = @MainActor @Sendable () -> Void

  // A few: found faster than hashed, and in the order in which they were written. All is made anew for each type of events: where that is a
  // parameter, the type of an entry is looked up at each access, which took longer than all else of a button's update.
  @usableFromInline var entries: [(event: Event, handler: Handler<Void>)] = []

  /// Makes a table of what is given.
  @inlinable
  public init() {}

  /// Makes a table of what is given.
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

  /// Whether both handle the same events, in whatever order: what somebody who only calls them need compare.
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
