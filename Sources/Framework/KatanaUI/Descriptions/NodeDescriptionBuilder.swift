/// Makes an array of the descriptions listed in a closure or function.
///
/// A function that uses `return` returns an array as it is.
@resultBuilder
public enum NodeDescriptionBuilder {
  /// Takes what is listed.
  @inlinable
  public static func buildExpression(
    _ description: some AnyNodeDescription
  ) -> [any AnyNodeDescription] {
    [description]
  }

  /// Takes what is listed.
  @inlinable
  public static func buildExpression(
    _ description: any AnyNodeDescription
  ) -> [any AnyNodeDescription] {
    [description]
  }

  /// Takes what is listed.
  @inlinable
  public static func buildExpression(
    _ description: (any AnyNodeDescription)?
  ) -> [any AnyNodeDescription] {
    description.map { [$0] } ?? []
  }

  /// Takes what is listed.
  @inlinable
  public static func buildExpression(
    _ descriptions: [any AnyNodeDescription]
  ) -> [any AnyNodeDescription] {
    descriptions
  }

  /// Takes what is listed.
  @inlinable
  public static func buildExpression(_ descriptions: NodeChildren) -> [any AnyNodeDescription] {
    descriptions.descriptions
  }

  /// Makes an empty list.
  @inlinable
  public static func buildBlock() -> [any AnyNodeDescription] { [] }

  /// Begins with the first descriptions.
  @inlinable
  public static func buildPartialBlock(
    first: [any AnyNodeDescription]
  ) -> [any AnyNodeDescription] { first }

  /// Appends the next descriptions.
  @inlinable
  public static func buildPartialBlock(
    accumulated: consuming [any AnyNodeDescription],
    next: [any AnyNodeDescription]
  ) -> [any AnyNodeDescription] {
    // In place: a list of arrays would be copied once for each.
    if !next.isEmpty { accumulated.append(contentsOf: next) }
    return accumulated
  }

  /// Takes what a condition lets through.
  @inlinable
  public static func buildOptional(
    _ descriptions: [any AnyNodeDescription]?
  ) -> [any AnyNodeDescription] {
    descriptions ?? []
  }

  /// Takes a branch of a condition.
  @inlinable
  public static func buildEither(
    first: [any AnyNodeDescription]
  ) -> [any AnyNodeDescription] { first }

  /// Takes the other branch of a condition.
  @inlinable
  public static func buildEither(
    second: [any AnyNodeDescription]
  ) -> [any AnyNodeDescription] { second }

  /// Takes what a loop lists.
  @inlinable
  public static func buildArray(
    _ descriptions: [[any AnyNodeDescription]]
  ) -> [any AnyNodeDescription] {
    descriptions.flatMap(\.self)
  }
}
