import CProcessor
import KeyedDiff

/// The steps of a diff, in order.
///
/// Shape: 16 bytes for a step about all children of one destination; each step is made on access, from the two trees, which are kept.
///
/// Complexity: O(1) per access, without an allocation.
public struct RouteSteps: RandomAccessCollection, Sendable {
  /// The record that a step is made from.
  ///
  /// Nodes are neither retained nor released: a tree that is shown for the first time has two steps for each destination, and reference
  /// counting would take longer than all the rest.
  ///
  /// SAFETY, here and in all extensions: each node belongs to one of the trees whose roots `RouteSteps` holds, and a node holds its
  /// children for as long as it lives. What is only prefetched is not read.
  @safe enum Record {
    /// All children of the node go.
    case pops(Unmanaged<ParentNode>)
    /// All children of the node come.
    case pushes(Unmanaged<ParentNode>)
    /// The active child of the node changes, or there is none any more.
    case activation(Unmanaged<ParentNode>)
    /// One child of several goes: an index into `singles`.
    case pop(Int)
    /// One child joins others: an index into `singles`.
    case push(Int)
    /// Another step about only some children: an index into `made`.
    case made(Int)
  }

  /// A child by its index; the node belongs to one of the trees, too.
  @safe struct Single {
    let parent: Unmanaged<ParentNode>
    let place: Int

    /// A child of a node that has some.
    init(_ parent: UnownedNode, place: Int) {
      guard let parent = unsafe parent.parent else {
        preconditionFailure("a node without children has no child \(place)")
      }
      unsafe (self.parent, self.place) = (parent, place)
    }
  }

  /// Everything that steps are made from, in one object, so that copying the steps counts one reference.
  final class Contents: Sendable {
    /// The steps, then what `remembered` is made from: pops of singles of the new tree.
    ///
    /// Steps without any, which are nearly all, therefore store no more.
    let records: [Record]
    let singles: [Single]
    let made: [RouteStep]
    let oldRoot: TreeNode?
    let newRoot: TreeNode?

    init(
      _ records: [Record],
      _ made: [RouteStep],
      _ singles: [Single],
      _ oldRoot: TreeNode?,
      _ newRoot: TreeNode?
    ) {
      self.records = records
      self.singles = singles
      self.made = made
      self.oldRoot = oldRoot
      self.newRoot = newRoot
    }
  }

  /// `nil` for steps between identical trees.
  private let contents: Contents?

  init(_ contents: Contents? = nil, count: Int = 0) {
    self.contents = contents
    endIndex = count
  }

  /// Children that were active and that no step deactivates.
  var remembered: [RememberedChild] {
    guard let contents else { return [] }
    let singles = contents.singles
    return contents.records[endIndex...].compactMap { record in
      guard case .pop(let place) = record else { return nil }
      return unsafe singles[place].parent._withUnsafeGuaranteedRef { parent in
        RememberedChild(
          child: parent.children[singles[place].place].destination,
          parent: parent.destination
        )
      }
    }
  }

  /// The place after the last.
  public let endIndex: Int

  /// The first place: 0.
  @inlinable
  public var startIndex: Int { 0 }

  /// The step at a place.
  public subscript(position: Int) -> RouteStep {
    guard let contents, position < endIndex else {
      preconditionFailure("there are \(endIndex) steps, and none at \(position)")
    }
    return contents.step(at: position)
  }
}

extension RouteSteps.Contents {
  // Inlined into the iterator too: a step is passed in memory, and once is enough.
  @inline(__always)
  fileprivate func step(at position: Int) -> RouteStep {
    switch records[position] {
    case .pops(let node):
      unsafe node._withUnsafeGuaranteedRef { node in
        node.childCount == 1
          ? .pop(node.firstDestination, from: node.destination)
          : .change(
            under: node.destination,
            pop: DestinationList(childrenOf: .parent(node)),
            push: DestinationList(),
            order: DestinationList()
          )
      }
    case .pushes(let node):
      unsafe node._withUnsafeGuaranteedRef { node in
        let order = DestinationList(childrenOf: .parent(node))
        return node.childCount == 1
          ? .push(node.firstDestination, under: node.destination, order: order)
          : .change(under: node.destination, pop: DestinationList(), push: order, order: order)
      }
    case .activation(let node):
      unsafe node._withUnsafeGuaranteedRef { node in
        .changeActive(node.activeDestination, of: node.destination)
      }
    case .pop(let place):
      unsafe singles[place].parent._withUnsafeGuaranteedRef { parent in
        .pop(parent.children[singles[place].place].destination, from: parent.destination)
      }
    case .push(let place):
      unsafe singles[place].parent._withUnsafeGuaranteedRef { parent in
        .push(
          parent.children[singles[place].place].destination,
          under: parent.destination,
          order: DestinationList(childrenOf: .parent(parent))
        )
      }
    case .made(let place): made[place]
    }
  }
}

extension RouteSteps {
  /// Makes one step after the other.
  ///
  /// A step takes references to destinations all over the memory, and the processor waits for each, so they are prefetched some steps
  /// ahead.
  @safe public struct Iterator: IteratorProtocol {
    /// `nil` if there are no steps.
    private let contents: Contents?
    /// The same, read without counting references at each step.
    private let borrowed: Unmanaged<Contents>?
    private let end: Int
    private var position = 0

    init(_ steps: RouteSteps) {
      contents = steps.contents
      unsafe borrowed = steps.contents.map { unsafe .passUnretained($0) }
      end = steps.endIndex
    }

    /// The next step, or `nil` after the last.
    public mutating func next() -> RouteStep? {
      guard position < end, let borrowed = unsafe borrowed else { return nil }
      defer { position += 1 }
      // SAFETY: `contents` keeps it alive.
      return unsafe borrowed._withUnsafeGuaranteedRef { contents in
        contents.prefetch(after: position)
        return contents.step(at: position)
      }
    }
  }

  /// Makes an iterator over the steps.
  public func makeIterator() -> Iterator { Iterator(self) }
}

extension RouteSteps.Contents {
  /// Prefetches the node of a step some way ahead, and what the node of a nearer one refers to.
  @inline(__always)
  fileprivate func prefetch(after position: Int) {
    let (far, near) = (position + 12, position + 6)
    guard far < records.count else { return }
    if let node = unsafe node(at: far) {
      // The two cache lines in which a node of 56 bytes may be.
      unsafe cprocessor_prefetch(node.toOpaque())
      unsafe cprocessor_prefetch(node.toOpaque() + 48)
    }
    unsafe node(at: near)?._withUnsafeGuaranteedRef { node in
      unsafe cprocessor_prefetch(node.destination.address)
      if case .activation = records[near], let active = node.activeDestination {
        unsafe cprocessor_prefetch(active.address)
      }
    }
  }
}

extension RouteSteps.Contents {
  /// The node that a step is about, if the step isn't made yet.
  @inline(__always)
  private func node(at position: Int) -> Unmanaged<ParentNode>? {
    switch records[position] {
    case .pops(let node), .pushes(let node), .activation(let node): unsafe node
    case .pop(let place), .push(let place): unsafe singles[place].parent
    case .made: nil
    }
  }
}

extension Destination {
  @inline(__always)
  fileprivate var address: UnsafeMutableRawPointer {
    unsafe Unmanaged.passUnretained(contents).toOpaque()
  }
}

extension RouteSteps: Equatable {
  /// Whether both have the same steps in the same order.
  public static func == (left: RouteSteps, right: RouteSteps) -> Bool {
    left.elementsEqual(right)
  }
}

extension RouteSteps: CustomStringConvertible {
  /// The steps, one per line.
  public var description: String { map(\.description).joined(separator: "\n") }
}

extension RouteSteps {
  /// Destinations that both trees have in the same place with different contexts, in the pre-order of the new tree.
  var updates: [Destination] {
    guard let oldRoot = contents?.oldRoot, let newRoot = contents?.newRoot, oldRoot !== newRoot,
      oldRoot.destination.isSameScreen(as: newRoot.destination)
    else { return [] }
    var updates: [Destination] = []
    var rest = [(old: oldRoot, new: newRoot)]
    var edits = KeyedEdits()
    while let (old, new) = rest.popLast() {
      if !old.destination.hasSameContext(as: new.destination) { updates.append(new.destination) }
      let lists = ChildLists(old: UnownedNode(old), new: UnownedNode(new))
      edits.compare(lists)
      for pair in edits.updated.reversed() {
        rest.append((old.children[pair.old], new.children[pair.new]))
      }
    }
    return updates
  }
}
