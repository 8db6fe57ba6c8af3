public import Katana
public import Plastic

/// Rows of a ``List`` that belong together, with a header above them or without one.
///
///     ListSection(props.messages, height: .fixed(44)) { message in MessageRow(message) }
///     ListSection(\ShopState.products, height: .scalable(80)) { id, product in ProductRow(id, product) }
///     ListSection(count: 100_000, id: { $0 }, height: .fixed(20)) { number in NumberRow(number) }
///
/// A row is described when it is seen. Its description gets the row's place as its frame, at the origin of a view for each row.
/// Closures must make the same of the same rows, but for what they are said to capture.
///
/// Source: docs/semantics/ui.md, N10.
public struct ListSection: Sendable {
  enum Rows: Sendable {
    case told(any ListSource)
    case state(StateRows)
  }

  let rows: Rows
  let captured: [HandlerToken.Value]
  private(set) var header: (any AnyNodeDescription)?
  private(set) var headerHeight: Value?

  /// Puts a description above the rows.
  public func header(_ header: any AnyNodeDescription, height: Value) -> ListSection {
    var section = self
    (section.header, section.headerHeight) = (header, height)
    return section
  }

  /// Makes rows by their number.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - captured: What the closures capture and may differ from one time to the next.
  ///   - id: What tells a row from others in the section.
  ///   - height: Height of each row.
  ///   - content: Describes a row.
  public init<ID: Hashable & Sendable, each Captured: Hashable & Sendable>(
    count: Int,
    capturing captured: repeat each Captured,
    id: @escaping @Sendable (Int) -> ID,
    height: Value,
    content: @escaping @Sendable (Int) -> any AnyNodeDescription
  ) {
    rows = .told(
      NumberedRows(count: max(count, 0), id: id, heightOfRow: .fixed(height), content: content)
    )
    self.captured = Self.values(repeat each captured)
  }

  /// Makes rows by their number that have heights of their own.
  ///
  /// Complexity: of an update, O(n) for `n` rows, since all heights are asked for.
  public init<ID: Hashable & Sendable, each Captured: Hashable & Sendable>(
    count: Int,
    capturing captured: repeat each Captured,
    id: @escaping @Sendable (Int) -> ID,
    heightOfRow: @escaping @Sendable (Int) -> Value,
    content: @escaping @Sendable (Int) -> any AnyNodeDescription
  ) {
    rows = .told(
      NumberedRows(count: max(count, 0), id: id, heightOfRow: .each(heightOfRow), content: content)
    )
    self.captured = Self.values(repeat each captured)
  }

  /// Makes rows of items.
  public init<Item: Identifiable & Sendable, each Captured: Hashable & Sendable>(
    _ items: [Item],
    capturing captured: repeat each Captured,
    height: Value,
    content: @escaping @Sendable (Item) -> any AnyNodeDescription
  ) {
    rows = .told(ItemRows(items: items, heightOfRow: .fixed(height), content: content))
    self.captured = Self.values(repeat each captured)
  }

  /// Makes rows of items that have heights of their own.
  ///
  /// Complexity: of an update with another array, O(n) for `n` rows, since all heights are asked for.
  public init<Item: Identifiable & Sendable, each Captured: Hashable & Sendable>(
    _ items: [Item],
    capturing captured: repeat each Captured,
    heightOfRow: @escaping @Sendable (Item) -> Value,
    content: @escaping @Sendable (Item) -> any AnyNodeDescription
  ) {
    rows = .told(ItemRows(items: items, heightOfRow: .each(heightOfRow), content: content))
    self.captured = Self.values(repeat each captured)
  }

  /// Makes rows of the values of a collection in the store's state, which notes its changes.
  public init<S: State, ID, Item, each Captured: Hashable & Sendable>(
    _ keyPath: any KeyPath<S, Entities<ID, Item>> & Sendable,
    capturing captured: repeat each Captured,
    height: Value,
    content: @escaping @Sendable (ID, Item) -> any AnyNodeDescription
  ) {
    rows = .state(
      StateRows(keyPath) {
        EntityRows(entities: $0, heightOfRow: .fixed(height), content: content)
      }
    )
    self.captured = Self.values(repeat each captured)
  }

  /// Makes rows of the values of a collection in the store's state that have heights of their own.
  ///
  /// Complexity: of an update, O(log n) for each value that has changed; O(n) where some have come, gone or moved.
  public init<S: State, ID, Item, each Captured: Hashable & Sendable>(
    _ keyPath: any KeyPath<S, Entities<ID, Item>> & Sendable,
    capturing captured: repeat each Captured,
    heightOfRow: @escaping @Sendable (ID, Item) -> Value,
    content: @escaping @Sendable (ID, Item) -> any AnyNodeDescription
  ) {
    rows = .state(
      StateRows(keyPath) {
        EntityRows(
          entities: $0,
          heightOfRow: .each { heightOfRow($0.0, $0.1) },
          content: content
        )
      }
    )
    self.captured = Self.values(repeat each captured)
  }

  private static func values<each Captured: Hashable & Sendable>(
    _ captured: repeat each Captured
  ) -> [HandlerToken.Value] {
    var values: [HandlerToken.Value] = []
    repeat values.append(HandlerToken.Value(each captured))
    return values
  }
}

/// Rows in the state of a store whose type the list doesn't know; read in each update, and not kept.
struct StateRows: Sendable {
  let keyPath: any AnyKeyPath & Sendable
  let stateName: String
  let read: @MainActor @Sendable (AnyStoreConnection) -> (any ListSource)?
  let subscribe: @MainActor @Sendable (AnyStoreConnection, AnyNode) -> [Subscription]?

  init<S: State, ID, Item>(
    _ keyPath: any KeyPath<S, Entities<ID, Item>> & Sendable,
    _ makeRows: @escaping @Sendable (Entities<ID, Item>) -> EntityRows<ID, Item>
  ) {
    self.keyPath = keyPath
    stateName = "\(S.self)"
    read = { connection in
      ((connection as? StoreConnection<S>)?.read(keyPath)).map(makeRows)
    }
    subscribe = {
      ($0 as? StoreConnection<S>)?.subscribe($1, to: .collection(keyPath))
    }
  }
}

/// Collects the sections of a ``List``.
@resultBuilder
public enum ListBuilder {
  /// Takes what is listed.
  public static func buildExpression(_ section: ListSection) -> [ListSection] { [section] }
  /// Takes what is listed.
  public static func buildExpression(_ sections: [ListSection]) -> [ListSection] { sections }
  /// Joins what is listed.
  public static func buildBlock(_ sections: [ListSection]...) -> [ListSection] {
    sections.flatMap(\.self)
  }
  /// Takes what a condition lets through.
  public static func buildOptional(_ sections: [ListSection]?) -> [ListSection] { sections ?? [] }
  /// Takes a branch of a condition.
  public static func buildEither(first: [ListSection]) -> [ListSection] { first }
  /// Takes the other branch of a condition.
  public static func buildEither(second: [ListSection]) -> [ListSection] { second }
  /// Takes what a loop lists.
  public static func buildArray(_ sections: [[ListSection]]) -> [ListSection] {
    sections.flatMap(\.self)
  }
}
