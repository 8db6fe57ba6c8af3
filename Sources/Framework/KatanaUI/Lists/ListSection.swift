public import Katana
public import Plastic

/// Rows of a ``List`` that belong together, with or without a header above them.
///
///     ListSection(props.messages, height: .fixed(44)) { message in MessageRow(message) }
///     ListSection(\ShopState.products, height: .scalable(80)) { id, product in ProductRow(id, product) }
///     ListSection(count: 100_000, id: { $0 }, height: .fixed(20)) { number in NumberRow(number) }
///
/// A row is described when it becomes visible. Each row has a view of its own, at whose origin its description is placed. Closures must
/// make the same of the same rows, except for what they are declared to capture.
///
/// Source: docs/semantics/ui.md, N10.
public struct ListSection: Sendable {
  enum Rows: Sendable {
    case told(any ListSource)
    case state(StatePart<any ListSource>)
  }

  let rows: Rows
  /// The part of the state that the section shows.
  var statePath: AnyKeyPath? { if case .state(let rows) = rows { rows.keyPath } else { nil } }
  let captured: [HandlerToken.Value]
  private(set) var header: (any AnyNodeDescription)?
  private(set) var headerHeight: Value?

  /// Puts a description above the rows.
  public func header(_ header: any AnyNodeDescription, height: Value) -> ListSection {
    var section = self
    (section.header, section.headerHeight) = (header, height)
    return section
  }

  /// Makes rows by number.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - captured: What the closures capture that may change from one time to the next.
  ///   - id: Distinguishes a row from others in the section.
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
    self.captured = HandlerToken.values(repeat each captured)
  }

  /// Makes rows by number, with individual heights.
  ///
  /// Complexity: an update takes O(n) for `n` rows, since it asks for all heights.
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
    self.captured = HandlerToken.values(repeat each captured)
  }

  /// Makes rows for items.
  public init<Item: Identifiable & Sendable, each Captured: Hashable & Sendable>(
    _ items: [Item],
    capturing captured: repeat each Captured,
    height: Value,
    content: @escaping @Sendable (Item) -> any AnyNodeDescription
  ) {
    rows = .told(ItemRows(items: items, heightOfRow: .fixed(height), content: content))
    self.captured = HandlerToken.values(repeat each captured)
  }

  /// Makes rows for items, with individual heights.
  ///
  /// Complexity: an update with another array takes O(n) for `n` rows, since it asks for all heights.
  public init<Item: Identifiable & Sendable, each Captured: Hashable & Sendable>(
    _ items: [Item],
    capturing captured: repeat each Captured,
    heightOfRow: @escaping @Sendable (Item) -> Value,
    content: @escaping @Sendable (Item) -> any AnyNodeDescription
  ) {
    rows = .told(ItemRows(items: items, heightOfRow: .each(heightOfRow), content: content))
    self.captured = HandlerToken.values(repeat each captured)
  }

  /// Makes rows for the values of a collection in the store's state that records its changes.
  public init<S: State, ID, Item, each Captured: Hashable & Sendable>(
    _ keyPath: any KeyPath<S, Entities<ID, Item>> & Sendable,
    capturing captured: repeat each Captured,
    height: Value,
    content: @escaping @Sendable (ID, Item) -> any AnyNodeDescription
  ) {
    rows = .state(
      StatePart(keyPath).map {
        EntityRows(entities: $0, heightOfRow: .fixed(height), content: content)
      }
    )
    self.captured = HandlerToken.values(repeat each captured)
  }

  /// Makes rows for the values of a collection in the store's state, with individual heights.
  ///
  /// Complexity: an update takes O(log n) for each changed value; O(n) if some came, went or moved.
  public init<S: State, ID, Item, each Captured: Hashable & Sendable>(
    _ keyPath: any KeyPath<S, Entities<ID, Item>> & Sendable,
    capturing captured: repeat each Captured,
    heightOfRow: @escaping @Sendable (ID, Item) -> Value,
    content: @escaping @Sendable (ID, Item) -> any AnyNodeDescription
  ) {
    rows = .state(
      StatePart(keyPath).map {
        EntityRows(
          entities: $0,
          heightOfRow: .each { heightOfRow($0.0, $0.1) },
          content: content
        )
      }
    )
    self.captured = HandlerToken.values(repeat each captured)
  }
}

/// Collects the sections of a ``List``.
@resultBuilder
public enum ListBuilder {
  /// A section.
  public static func buildExpression(_ section: ListSection) -> [ListSection] { [section] }
  /// Several sections.
  public static func buildExpression(_ sections: [ListSection]) -> [ListSection] { sections }
  /// All sections, in order.
  public static func buildBlock(_ sections: [ListSection]...) -> [ListSection] {
    sections.flatMap(\.self)
  }
  /// Sections that may be missing.
  public static func buildOptional(_ sections: [ListSection]?) -> [ListSection] { sections ?? [] }
  /// Sections of the first branch.
  public static func buildEither(first: [ListSection]) -> [ListSection] { first }
  /// Sections of the second branch.
  public static func buildEither(second: [ListSection]) -> [ListSection] { second }
  /// Sections of a loop.
  public static func buildArray(_ sections: [[ListSection]]) -> [ListSection] {
    sections.flatMap(\.self)
  }
}
