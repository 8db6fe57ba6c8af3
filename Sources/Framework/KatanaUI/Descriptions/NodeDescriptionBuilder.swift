/// Makes an array of the descriptions that are listed in a closure or function.
///
/// A function that says `return` returns an array as it is.
@resultBuilder
public enum NodeDescriptionBuilder {
  @inlinable
  public static func buildExpression(
    _ description: some AnyNodeDescription
  ) -> [any AnyNodeDescription] {
    [description]
  }

  @inlinable
  public static func buildExpression(
    _ description: any AnyNodeDescription
  ) -> [any AnyNodeDescription] {
    [description]
  }

  @inlinable
  public static func buildExpression(
    _ description: (any AnyNodeDescription)?
  ) -> [any AnyNodeDescription] {
    description.map { [$0] } ?? []
  }

  @inlinable
  public static func buildExpression(
    _ descriptions: [any AnyNodeDescription]
  ) -> [any AnyNodeDescription] {
    descriptions
  }

  @inlinable
  public static func buildExpression(_ descriptions: NodeChildren) -> [any AnyNodeDescription] {
    descriptions.descriptions
  }

  @inlinable
  public static func buildBlock() -> [any AnyNodeDescription] { [] }

  @inlinable
  public static func buildPartialBlock(
    first: [any AnyNodeDescription]
  ) -> [any AnyNodeDescription] { first }

  @inlinable
  public static func buildPartialBlock(
    accumulated: [any AnyNodeDescription],
    next: [any AnyNodeDescription]
  ) -> [any AnyNodeDescription] {
    accumulated + next
  }

  @inlinable
  public static func buildOptional(
    _ descriptions: [any AnyNodeDescription]?
  ) -> [any AnyNodeDescription] {
    descriptions ?? []
  }

  @inlinable
  public static func buildEither(
    first: [any AnyNodeDescription]
  ) -> [any AnyNodeDescription] { first }

  @inlinable
  public static func buildEither(
    second: [any AnyNodeDescription]
  ) -> [any AnyNodeDescription] { second }

  @inlinable
  public static func buildArray(
    _ descriptions: [[any AnyNodeDescription]]
  ) -> [any AnyNodeDescription] {
    descriptions.flatMap(\.self)
  }
}
