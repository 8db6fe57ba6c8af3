/// A node, without a reference that is counted.
///
/// A tree that is shown for the first time has two steps for each destination, and counting references would take longer than all the rest.
///
/// Shape: the address of the destination or of the parent; an odd number for the former.
@safe struct UnownedNode: Equatable {
  // SAFETY, for all of it: those who make one hold the node for as long as they use it, and a node holds its children.
  private let bits: UInt

  @inline(__always)
  init(_ node: TreeNode) {
    switch node {
    case .leaf(let destination):
      bits = unsafe UInt(bitPattern: Unmanaged.passUnretained(destination.contents).toOpaque()) | 1
    case .parent(let parent):
      bits = unsafe UInt(bitPattern: Unmanaged.passUnretained(parent).toOpaque())
    }
  }

  /// The node as one that has children, or `nil`.
  @inline(__always)
  var parent: Unmanaged<ParentNode>? {
    guard bits & 1 == 0, let address = unsafe UnsafeRawPointer(bitPattern: bits) else { return nil }
    return unsafe .fromOpaque(address)
  }

  /// Calls a closure with what the destination is.
  @inline(__always)
  func withContents<Result>(_ body: (Destination.Contents) -> Result) -> Result {
    if let parent = unsafe parent {
      return unsafe parent._withUnsafeGuaranteedRef { body($0.destination.contents) }
    }
    guard let address = unsafe UnsafeRawPointer(bitPattern: bits & ~1) else {
      preconditionFailure("a node has an address")
    }
    return unsafe Unmanaged<Destination.Contents>.fromOpaque(address)._withUnsafeGuaranteedRef(body)
  }

  @inline(__always)
  var destination: Destination { withContents { Destination($0) } }

  /// The node, as another owner.
  var node: TreeNode {
    if let parent = unsafe parent { return unsafe .parent(parent.takeUnretainedValue()) }
    return .leaf(destination)
  }

  @inline(__always)
  var childCount: Int { unsafe parent?._withUnsafeGuaranteedRef(\.childCount) ?? 0 }

  @inline(__always)
  var activeIndex: Int { unsafe parent?._withUnsafeGuaranteedRef(\.activeIndex) ?? -1 }

  @inline(__always)
  var hasGrandchildren: Bool {
    unsafe parent?._withUnsafeGuaranteedRef(\.hasGrandchildren) ?? false
  }

  /// A child, which must exist.
  @inline(__always)
  func child(at place: Int) -> UnownedNode {
    guard let parent = unsafe parent else { preconditionFailure("it has no child \(place)") }
    return unsafe parent._withUnsafeGuaranteedRef { UnownedNode($0.children[place]) }
  }

  /// Whether both show the same screen: their identities and types are equal.
  @inline(__always)
  func isSameScreen(as other: UnownedNode) -> Bool {
    withContents { left in other.withContents { left.isSameScreen(as: $0) } }
  }
}
