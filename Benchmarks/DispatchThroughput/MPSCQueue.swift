import Synchronization

/// An unbounded queue of many producers and one consumer: what handing an item over costs, without a
/// store around it.
///
/// Source: Dmitry Vyukov, "Non-intrusive MPSC node-based queue", 1024cores.net.
///
/// Why this is Sendable, and what is marked `unsafe` is right:
///  1. A producer owns its node until it has exchanged `newest`; from then on it only links the node
///     before it, by an atomic store with release order.
///  2. Only the consumer touches `oldest`, and it follows a link that it has loaded with acquire
///     order, so it sees what the producer wrote into the node.
///  3. The consumer frees the node before the one that it read: by then nobody else has its address,
///     because the producer that would link it has done so.
@safe final class MPSCQueue: @unchecked Sendable {
  @safe private struct Node: ~Copyable {
    let next = unsafe Atomic<UnsafeMutablePointer<Node>?>(nil)
    let item: Int
  }

  private let newest: Atomic<UnsafeMutablePointer<Node>>
  private var oldest: UnsafeMutablePointer<Node>

  init() {
    let stub = unsafe MPSCQueue.makeNode(0)
    unsafe newest = Atomic(stub)
    unsafe oldest = stub
  }

  deinit {
    while pop() != nil {}
    unsafe MPSCQueue.free(oldest)
  }

  /// Any thread.
  func push(_ item: Int) {
    let node = unsafe MPSCQueue.makeNode(item)
    let previous = unsafe newest.exchange(node, ordering: .acquiringAndReleasing)
    unsafe previous.pointee.next.store(node, ordering: .releasing)
  }

  /// The consumer only.
  ///
  /// `nil` if there is nothing, or the next item's producer isn't through yet.
  func pop() -> Int? {
    guard let node = unsafe oldest.pointee.next.load(ordering: .acquiring) else { return nil }
    unsafe MPSCQueue.free(oldest)
    unsafe oldest = node
    return unsafe node.pointee.item
  }

  private static func makeNode(_ item: Int) -> UnsafeMutablePointer<Node> {
    let node = UnsafeMutablePointer<Node>.allocate(capacity: 1)
    unsafe node.initialize(to: Node(item: item))
    return unsafe node
  }

  private static func free(_ node: UnsafeMutablePointer<Node>) {
    unsafe node.deinitialize(count: 1)
    unsafe node.deallocate()
  }
}
