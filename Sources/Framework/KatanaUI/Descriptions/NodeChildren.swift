/// Descriptions in props, such as those that ``NodeDescriptionWithChildren`` shows.
///
/// Two lists are equal if they are the same array, or if types, keys and props are equal one by one.
public struct NodeChildren: Equatable, Sendable, ExpressibleByArrayLiteral, RandomAccessCollection,
  MutableCollection, RangeReplaceableCollection
{
  /// The descriptions.
  public var descriptions: [any AnyNodeDescription]

  /// Makes an empty list.
  @inlinable
  public init() { descriptions = [] }

  /// Takes an array.
  @inlinable
  public init(_ descriptions: [any AnyNodeDescription]) { self.descriptions = descriptions }

  /// Makes a list of the given descriptions.
  @inlinable
  public init(arrayLiteral elements: any AnyNodeDescription...) { descriptions = elements }

  /// 0.
  @inlinable public var startIndex: Int { 0 }
  /// The number of descriptions.
  @inlinable public var endIndex: Int { descriptions.count }

  /// A description by its place.
  @inlinable
  public subscript(index: Int) -> any AnyNodeDescription {
    get { descriptions[index] }
    set { descriptions[index] = newValue }
  }

  /// Replaces descriptions.
  @inlinable
  public mutating func replaceSubrange(
    _ range: Range<Int>,
    with elements: some Collection<any AnyNodeDescription>
  ) {
    descriptions.replaceSubrange(range, with: elements)
  }

  /// Whether both are equal.
  public static func == (left: NodeChildren, right: NodeChildren) -> Bool {
    guard left.count == right.count else { return false }
    let isSame = unsafe left.descriptions.withUnsafeBufferPointer { left in
      unsafe right.descriptions.withUnsafeBufferPointer { right in
        // SAFETY: compares the addresses and reads nothing through them.
        unsafe left.baseAddress == right.baseAddress
      }
    }
    if isSame { return true }
    let (olds, news) = (left.descriptions, right.descriptions)
    for place in olds.indices {
      if let memo = olds[place].memo, memo === news[place].memo { continue }
      if !olds[place].isEqual(to: news[place]) { return false }
    }
    return true
  }
}

/// Props that have children in them.
///
/// Source: docs/semantics/ui.md, U10.
public protocol Childrenable {
  /// The children.
  var children: NodeChildren { get set }
}

extension NodeDescription where PropsType: Childrenable {
  /// The children in the props.
  @inlinable public var childrenInProps: NodeChildren? {
    get { props.children }
    set { if let newValue { props.children = newValue } }
  }
}

/// A description whose children are in its props.
///
///     View(props: .build { $0.backgroundColor = .black }) {
///       Label(props: labelProps)
///       Button(props: buttonProps)
///     }
///
/// Source: docs/semantics/ui.md, U10.
public protocol NodeDescriptionWithChildren: NodeDescription where PropsType: Childrenable {
  /// Makes a description from props.
  init(props: PropsType)
}

extension NodeDescriptionWithChildren {
  /// Makes a description with children, listed or in an array.
  @inlinable
  public init(
    props: PropsType,
    @NodeDescriptionBuilder _ children: () throws -> [any AnyNodeDescription]
  ) rethrows {
    var props = props
    props.children = NodeChildren(try children())
    self.init(props: props)
  }

  /// The children in the props.
  @inlinable
  public static func childrenDescriptions(
    props: PropsType,
    state: StateType,
    update: @escaping @Sendable (StateType) -> Void,
    dispatch: @escaping StoreDispatch
  ) throws -> [any AnyNodeDescription] {
    props.children.descriptions
  }
}

/// A description that has no children, such as one whose view shows a text.
public protocol NodeDescriptionWithoutChildren: NodeDescription {}

extension NodeDescriptionWithoutChildren {
  /// No children.
  @inlinable
  public static func childrenDescriptions(
    props: PropsType,
    state: StateType,
    update: @escaping @Sendable (StateType) -> Void,
    dispatch: @escaping StoreDispatch
  ) throws -> [any AnyNodeDescription] { [] }
}
