/// A closure that a program hands to a description, and that can be compared.
///
/// Closures can't be compared, so that props with one in them would always be different. A handler is equal to another one that
/// stands at the same place of the source and captures equal values:
///
///     Row(props: RowProps(title: item.title, onTap: Handler(item.id) { dispatch(Select(id: item.id)) }))
///
/// Nothing is guessed: what a handler depends on is what it says, so that whoever hands one on to a child, and isn't updated
/// because it is equal, has handed on one that does the same. A plain closure, as in `[.touchUpInside: { dispatch(Increment()) }]`, says nothing
/// and is therefore equal only to its own copies. It need not be compared where it is called and not handed on:
/// a node's newest props are there whenever an event comes (``AnyNode/latestProps(of:)``), also where no update was performed, so
/// that a button compares what it shows (``HandlerTable/handlesSameEvents(as:)``) and never calls an old closure.
///
/// Isolation: the main actor calls it.
public struct Handler<Input>: Equatable, Sendable {
  /// The closure.
  public let body: @MainActor @Sendable (Input) -> Void
  /// The identity that makes it equal to others.
  public let token: HandlerToken

  /// Takes a closure that does the same as any other from this place of the source with equal values.
  ///
  /// - Parameters:
  ///   - captured: All that the closure captures and that may differ from one time to the next; `dispatch` and `update` of a
  ///     node don't.
  ///   - fileID: The place, as all until `column`.
  ///   - line: Its line.
  ///   - column: Its column.
  ///   - body: The closure.
  @inlinable
  public init<each Captured: Hashable & Sendable>(
    _ captured: repeat each Captured,
    fileID: String = #fileID,
    line: UInt = #line,
    column: UInt = #column,
    _ body: @escaping @MainActor @Sendable (Input) -> Void
  ) {
    var values: [HandlerToken.Value] = []
    repeat values.append(HandlerToken.Value(each captured))
    token = HandlerToken(file: fileID, line: line, column: column, captured: values)
    self.body = body
  }

  /// Takes a closure of which nothing is known: equal only to its own copies.
  @inlinable
  public init(unknown body: @escaping @MainActor @Sendable (Input) -> Void) {
    self.body = body
    token = HandlerToken()
  }

  /// Calls the closure.
  @MainActor public func callAsFunction(_ input: Input) { body(input) }

  /// Whether the tokens are equal.
  public static func == (left: Handler, right: Handler) -> Bool { left.token == right.token }
}

extension Handler where Input == Void {
  /// Calls the closure.
  @MainActor public func callAsFunction() { body(()) }
}

/// The identity of handlers: a place of the source and captured values, or an object.
public struct HandlerToken: Hashable, Sendable {
  /// A captured value.
  public struct Value: Hashable, Sendable {
    let value: any Hashable & Sendable

    /// Takes a captured value.
    public init(_ value: some Hashable & Sendable) { self.value = value }

    /// Whether both are equal.
    public static func == (left: Value, right: Value) -> Bool {
      AnyHashable(left.value) == AnyHashable(right.value)
    }

    /// Feeds what makes them equal to a hasher.
    public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
  }

  private final class Identity: Hashable, Sendable {
    static func == (left: Identity, right: Identity) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  // In the order in which most that differ are told apart first.
  private let identity: Identity?
  // Beside the text of the place: that is a literal of the program, and one with them in it would be made at each update.
  private let line: UInt
  private let column: UInt
  private let place: String
  private let captured: [Value]

  /// Makes the token of a place.
  public init(place: String, captured: [Value]) {
    self.init(file: place, line: 0, column: 0, captured: captured)
  }

  /// Makes the token of a place in a file.
  @usableFromInline
  init(file: String, line: UInt, column: UInt, captured: [Value]) {
    (place, self.line, self.column) = (file, line, column)
    (self.captured, identity) = (captured, nil)
  }

  /// Makes a token that no other one is equal to.
  @usableFromInline
  init() { (place, line, column, captured, identity) = ("", 0, 0, [], Identity()) }

  /// The values that a closure captures.
  @inlinable
  static func values<each Captured: Hashable & Sendable>(
    _ captured: repeat each Captured
  ) -> [Value] {
    var values: [Value] = []
    repeat values.append(Value(each captured))
    return values
  }
}
