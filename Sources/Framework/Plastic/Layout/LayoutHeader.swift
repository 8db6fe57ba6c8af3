public import Foundation
import Synchronization

/// Header to which the views of a layout refer: it says where their slots are, as long as there are any.
///
/// Views are copied all the time and counting their references would take longer than laying out, so they
/// refer to this without owning it. What must not happen is that a view kept from an old layout reads memory
/// that is no longer one, or another layout's: headers are never freed but used again, and each access checks
/// that the run is still the one that the view was made in.
@frozen
@usableFromInline
@safe struct LayoutHeader {
  // SAFETY: headers are never freed, so that whoever has one may read it; what it leads to is there while `slots` is.

  @usableFromInline var slots: UnsafeMutablePointer<ViewSlot>?
  /// Another for each run of a layout: views of an earlier one are no longer used.
  @usableFromInline var run: UInt32 = 0
  /// The container's origin in its parent: nothing is computed with it, coordinates are read with it.
  @usableFromInline var originX: CGFloat = 0
  @usableFromInline var originY: CGFloat = 0
  /// Points of one unit of the container's reference size; NaN where there is none.
  @usableFromInline var multiplier = CGFloat.nan
  /// The same if no view has a reference size of its own, which is so nearly always; otherwise NaN.
  @usableFromInline var commonMultiplier = CGFloat.nan
  /// The layout, for what isn't done often.
  @usableFromInline var storage: Unmanaged<LayoutStorage>?

  /// Headers without a layout, as addresses: pointers aren't Sendable.
  private static let unused = OrderedMutex<[UInt]>([])

  /// A header for a layout.
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

  /// Ends what a header was used for.
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
/// A target for both would be another dependency of each, for fewer lines than its declaration and its access levels
/// would add.
///
/// The standard library's locks live in a binary that isn't instrumented: the atomic says in words that
/// are that each section comes after another.
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
