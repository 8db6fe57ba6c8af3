public import Foundation
import Synchronization

/// The header that the views of a layout refer to: it has the address of their slots, as long as there are any.
///
/// Views are copied all the time, and counting their references would take longer than laying out, so they don't own it. A view kept from
/// an old layout must not read freed memory, or another layout's: headers are never freed but reused, and each access checks that the run
/// is still the one that the view was made in.
@frozen
@usableFromInline
@safe struct LayoutHeader {
  // SAFETY: headers are never freed, so any holder may read them; the memory they point to exists while `slots` is set.

  @usableFromInline var slots: UnsafeMutablePointer<ViewSlot>?
  /// Different for each run of a layout, so that views of an earlier run are rejected.
  @usableFromInline var run: UInt32 = 0
  /// The container's origin in its parent: used only to read coordinates, never to compute.
  @usableFromInline var originX: CGFloat = 0
  @usableFromInline var originY: CGFloat = 0
  /// The points per unit of the container's reference size; NaN if there is none.
  @usableFromInline var multiplier = CGFloat.nan
  /// The same if no view has its own reference size, which is nearly always so; otherwise NaN.
  @usableFromInline var commonMultiplier = CGFloat.nan
  /// The layout, for rare operations.
  @usableFromInline var storage: Unmanaged<LayoutStorage>?

  /// Headers without a layout, as addresses: pointers aren't Sendable.
  private static let unused = OrderedMutex<[UInt]>([])

  static func take() -> UnsafeMutablePointer<LayoutHeader> {
    if let address = unused.withLock({ $0.popLast() }),
      // SAFETY: the address is one of a header that was given back, which nothing frees.
      let header = unsafe UnsafeMutablePointer<LayoutHeader>(bitPattern: address)
    {
      return unsafe header
    }
    let header = UnsafeMutablePointer<LayoutHeader>.allocate(capacity: 1)
    unsafe header.initialize(to: LayoutHeader())
    return unsafe header
  }

  /// Returns a header for reuse.
  static func giveBack(_ header: UnsafeMutablePointer<LayoutHeader>) {
    unsafe header.pointee.run &+= 1
    unsafe header.pointee.multiplier = .nan
    unsafe header.pointee.commonMultiplier = .nan
    unsafe header.pointee.slots = nil
    unsafe header.pointee.storage = nil
    let address = UInt(bitPattern: header)
    unused.withLock { $0.append(address) }
  }
}

/// A `Mutex` that ThreadSanitizer understands; the same as Katana's, which this module must not import.
///
/// A shared target would be one more dependency of each, for fewer lines than its declaration and its access levels would add.
///
/// The standard library's locks are in a binary that isn't instrumented: the atomic orders the sections in instrumented code.
struct OrderedMutex<Value>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  private let lastSection = Atomic<UInt8>(0)

  init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  /// Calls `body` while no other thread is in a section of this mutex.
  borrowing func withLock<Result>(
    _ body: (inout sending Value) -> sending Result
  ) -> sending Result {
    mutex.withLock { value in
      _ = lastSection.load(ordering: .acquiring)
      defer { lastSection.store(0, ordering: .releasing) }
      return body(&value)
    }
  }
}
