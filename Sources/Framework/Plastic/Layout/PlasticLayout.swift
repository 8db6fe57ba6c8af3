public import Foundation
public import Signposts

/// Lays out the views of one hierarchy, any number of times, in the same memory.
///
/// Isolation: one thread at a time; layouts of different objects run in parallel.
///
/// ```swift
/// let layout = PlasticLayout(try ViewHierarchy(keys: Keys.allCases))
/// let environment = LayoutEnvironment(displayScale: 2)
///   .entering(frame, reference: try ReferenceSize(CGSize(width: 640, height: 960)))
/// let frames = try layout.run(in: frame, environment: environment) { views in
///   views[.label]!.asHeader(views.nativeView)
/// }
/// ```
public final class PlasticLayout<Key: Hashable & Sendable> {
  /// The views.
  public let hierarchy: ViewHierarchy<Key>

  private let storage: LayoutStorage
  /// The orders in which its views are looked up and its frames read; `nil` if keys aren't found by their hash.
  private let orders: LookUpOrders<Key>?
  /// Empty before the first run, so that frames which the run overwrites aren't copied.
  private var frames: [CGRect] = []
  private var isRunning = false

  /// Prepares the memory for a hierarchy.
  ///
  /// Complexity: O(n) for `n` views, with a fixed number of allocations.
  public init(_ hierarchy: ViewHierarchy<Key>) {
    self.hierarchy = hierarchy
    storage = LayoutStorage(hierarchy.content)
    orders = LookUpOrders.ofDeclarations(hierarchy.content)
  }

  /// Lays the views out, starting from their declarations.
  ///
  /// Complexity: O(n) for `n` views plus `layout`, and no allocation while nobody holds the previous frames.
  ///
  /// Source: docs/semantics/layout.md, P8, P9.
  ///
  /// - Parameters:
  ///   - frame: The container's, in its parent.
  ///   - environment: What the layout inherits.
  ///   - name: The layout's name in traces; by default the type of the keys.
  ///   - layout: Places the views.
  /// - Returns: The frames.
  /// - Throws: What `layout` throws, or the first ``LayoutError`` that a write in it caused.
  public func run(
    in frame: CGRect,
    environment: LayoutEnvironment = LayoutEnvironment(),
    name: TraceName? = nil,
    _ layout: (ViewsContainer<Key>) throws(LayoutError) -> Void
  ) throws(LayoutError) -> LayoutResult<Key> {
    guard frame.isAcceptable else { throw .invalidFrame(view: "nativeView", frame) }
    guard !isRunning else { throw .runWithinItself(keys: "\(Key.self)") }
    isRunning = true
    defer { isRunning = false }
    let interval = LayoutInterval(name ?? TraceName(of: Key.self), views: hierarchy.count)
    defer { interval.end() }
    let content = hierarchy.content
    storage.reset(to: content, in: frame, environment: environment)
    defer { storage.endRun() }
    try layout(ViewsContainer(storage: storage, content: content, orders: orders))
    if let failure = storage.failure(in: frame) { throw failure }
    let grid = PixelGrid(scale: environment.displayScale)
    switch environment.rounding {
    case .components: collect { grid.round($0) }
    case .edges: collectByEdges(grid)
    case .none: collect { $0 }
    }
    return LayoutResult(
      hierarchy: hierarchy,
      frames: frames,
      size: frame.size,
      orders: orders
    )
  }

  /// Writes the frames over the previous ones.
  @inline(__always)
  private func fillFrames(_ fill: (UnsafeMutableBufferPointer<CGRect>) -> Void) {
    let content = hierarchy.content
    if frames.isEmpty, !content.declared.places.unkeyed.isEmpty { frames = content.frames }
    if frames.isEmpty {
      unsafe frames = Array(unsafeUninitializedCapacity: content.frames.count) { frames, count in
        // SAFETY: there is a keyed slot for each frame, and rectangles need no initialization before they are written.
        count = content.frames.count
        unsafe fill(UnsafeMutableBufferPointer(rebasing: frames[..<count]))
      }
    } else {
      unsafe frames.withUnsafeMutableBufferPointer { unsafe fill($0) }
    }
  }

  @inline(__always)
  private func collect(_ round: (CGFloat) -> CGFloat) {
    unsafe fillFrames { frames in
      for index in frames.indices {
        // SAFETY: there is one slot more than there are frames.
        let slot = unsafe storage.slots + index + 1
        guard unsafe slot.pointee.isKeyed else { continue }
        unsafe frames[index] = CGRect(
          x: round(slot.pointee.x.relativeOrigin),
          y: round(slot.pointee.y.relativeOrigin),
          width: round(slot.pointee.x.length),
          height: round(slot.pointee.y.length)
        )
      }
    }
  }

  /// Rounds the edges, as distances from the container's origin.
  ///
  /// A frame is relative to its parent's final position: at rounded edges, or, without a key, at its declared distance from its own parent.
  /// Not all origins are known, so this first computes each; then the distance from the parent is no longer needed, and its field holds the
  /// final position.
  private func collectByEdges(_ grid: PixelGrid) {
    let order = hierarchy.content.order
    // SAFETY: as in `collect`; parents are slots.
    let slots = unsafe storage.slots
    unsafe slots[0].x.relativeOrigin = 0
    unsafe slots[0].y.relativeOrigin = 0
    unsafe fillFrames { frames in
      for place in frames.indices {
        let index = order.isEmpty ? place + 1 : Int(order[place])
        let parent = unsafe slots + Int(slots[index].parent)
        let left = unsafe parent.pointee.x.origin + slots[index].x.relativeOrigin
        let top = unsafe parent.pointee.y.origin + slots[index].y.relativeOrigin
        unsafe slots[index].x.origin = left
        unsafe slots[index].y.origin = top
        let parentX = unsafe parent.pointee.x.relativeOrigin
        let parentY = unsafe parent.pointee.y.relativeOrigin
        guard unsafe slots[index].isKeyed else {
          unsafe slots[index].x.relativeOrigin += parentX
          unsafe slots[index].y.relativeOrigin += parentY
          continue
        }
        let edges = grid.roundEdges(
          left: left,
          top: top,
          right: unsafe left + slots[index].x.length,
          bottom: unsafe top + slots[index].y.length
        )
        let (x, y) = (CGFloat(edges.x), CGFloat(edges.y))
        unsafe slots[index].x.relativeOrigin = x
        unsafe slots[index].y.relativeOrigin = y
        unsafe frames[index - 1] = CGRect(
          x: x - parentX,
          y: y - parentY,
          // Numbers that are too large to round may be slightly less than those that aren't.
          width: max(CGFloat(edges.z) - x, 0),
          height: max(CGFloat(edges.w) - y, 0)
        )
      }
    }
  }
}

extension PlasticLayout {
  /// Lays the views out as ``run(in:environment:name:_:)`` does, with other contents than the declared ones: each is made when it is
  /// measured.
  ///
  /// - Parameters:
  ///   - frame: The container's, in its parent.
  ///   - environment: What the layout inherits.
  ///   - name: The layout's name in traces; by default the type of the keys.
  ///   - makeContent: Makes the content of the view at a place of the declarations; `nil` if it has none.
  ///   - layout: Places the views.
  /// - Returns: The frames, by the places of the declarations.
  /// - Throws: What `layout` throws, or the first ``LayoutError`` that a write in it caused.
  package func run(
    in frame: CGRect,
    environment: LayoutEnvironment,
    name: TraceName?,
    measuring makeContent: @escaping (Int) -> (any SizeMeasuring)?,
    _ layout: (ViewsContainer<Key>) throws -> Void
  ) throws -> [CGRect] {
    storage.makeContent = makeContent
    defer { storage.makeContent = nil }
    return try run(in: frame, environment: environment, name: name, layout).frames
  }

  /// Lays the views out, starting from their declarations, by a closure that may throw anything.
  ///
  /// A closure that throws nothing, or declares `throws(LayoutError)`, uses the other overload and gets errors of that type; this is for
  /// all others, such as a closure that uses plain `try`.
  ///
  /// - Parameters:
  ///   - frame: The container's, in its parent.
  ///   - environment: What the layout inherits.
  ///   - name: The layout's name in traces; by default the type of the keys.
  ///   - layout: Places the views.
  /// - Returns: The frames.
  /// - Throws: What `layout` throws, or the first ``LayoutError`` that a write in it caused.
  public func run(
    in frame: CGRect,
    environment: LayoutEnvironment = LayoutEnvironment(),
    name: TraceName? = nil,
    _ layout: (ViewsContainer<Key>) throws -> Void
  ) throws -> LayoutResult<Key> {
    var userError = UserError()
    do throws(LayoutError) {
      return try run(in: frame, environment: environment, name: name) {
        (views) throws(LayoutError) in
        try userError.catching { try layout(views) }
      }
    } catch {
      throw userError.replacing(error)
    }
  }
}
