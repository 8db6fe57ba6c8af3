/// A comparable closure that a program hands to a description.
///
/// Plain closures can't be compared, so props with one would always differ. Two handlers are equal if they stand at the same place in the
/// source and capture equal values:
///
///     Row(props: RowProps(title: item.title, onTap: Handler(item.id) { dispatch(Select(id: item.id)) }))
///
/// A handler depends on exactly the values it lists, so a node that skips an update because of equal handlers has passed on handlers that
/// do the same. A plain closure, as in `[.touchUpInside: { dispatch(Increment()) }]`, lists nothing and therefore equals only its own
/// copies. A description that only calls it need not compare it: a node's newest props are there when an event comes
/// (``AnyNode/latestProps(of:)``), even if no update ran. So a button compares what it shows (``HandlerTable/handlesSameEvents(as:)``) and
/// never calls an old closure.
///
/// Isolation: the main actor calls it.
public struct Handler<Input>: Equatable, Sendable {
  /// The closure.
  public let body: @MainActor @Sendable (Input) -> Void
  /// The identity that equality compares.
  public let token: HandlerToken

  /// Takes a closure that equals any other from this place in the source with equal values.
  ///
  /// - Parameters:
  ///   - captured: Everything the closure captures that may change from one time to the next; a node's `dispatch` and `update` don't.
  ///   - fileID: The place in the source, with `line` and `column`.
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
    let values = HandlerToken.values(repeat each captured)
    token = HandlerToken(file: fileID, line: line, column: column, captured: values)
    self.body = body
  }

  /// Takes a closure with unknown captures: equal only to its own copies.
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

/// The identity of handlers: a place in the source and captured values, or an object.
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

    /// Hashes the value.
    public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
  }

  private final class Identity: Hashable, Sendable {
    static func == (left: Identity, right: Identity) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  // In the order that finds most differences first.
  private let identity: Identity?
  // Separate from the place's text, which is a literal of the program; a text that contained them would be made at each update.
  private let line: UInt
  private let column: UInt
  private let place: String
  private let captured: [Value]

  /// Makes the token of a place in the source.
  public init(place: String, captured: [Value]) {
    self.init(file: place, line: 0, column: 0, captured: captured)
  }

  /// Makes the token of a place in a file.
  @usableFromInline
  init(file: String, line: UInt, column: UInt, captured: [Value]) {
    (place, self.line, self.column) = (file, line, column)
    (self.captured, identity) = (captured, nil)
  }

  /// Makes a token that equals no other.
  @usableFromInline
  init() { (place, line, column, captured, identity) = ("", 0, 0, [], Identity()) }

  @inlinable
  static func values<each Captured: Hashable & Sendable>(
    _ captured: repeat each Captured
  ) -> [Value] {
    var values: [Value] = []
    repeat values.append(Value(each captured))
    return values
  }
}
