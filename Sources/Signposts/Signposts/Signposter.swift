#if canImport(os)
import os
#endif

/// Marks intervals, events and counters of a program in an LTTng trace, with the interface of Apple's `OSSignposter`; on Apple's systems it
/// forwards to that.
///
///     let signposter = Signposter(subsystem: "com.example.shop", category: "checkout")
///
///     let state = signposter.beginInterval("price")
///     let total = price(of: basket)
///     signposter.endInterval("price", state)
///
///     signposter.withIntervalSignpost("pay") { pay(total) }
///     signposter.emitEvent("paid", "\(total) cents")
///     signposter.emitCounter("baskets", value: baskets.count)
///
/// Until a recording session (`hamon record -- program`) enables the events, nothing is recorded, and each call costs a load and a branch.
/// Sessions may begin and end while the program runs. Intervals may overlap and may end on another thread.
///
/// Isolation: any thread or task. Emitting never blocks and takes no lock, unless the recording asked for a lossless trace. A message is
/// built only while it is recorded.
public struct Signposter: Sendable {
  @usableFromInline let subsystem: TraceName
  @usableFromInline let category: TraceName
  @usableFromInline let isActive: Bool
  #if canImport(os)
  let osSignposter: OSSignposter
  #endif

  /// Makes a signposter whose intervals have these two names; both may be any text.
  ///
  /// Complexity: interns the two names; make it once and keep it.
  public init(subsystem: String, category: String) {
    self.init(subsystem: TraceName(subsystem), category: TraceName(category))
  }

  /// Makes a signposter from interned names.
  package init(subsystem: TraceName, category: TraceName, isActive: Bool = true) {
    self.subsystem = subsystem
    self.category = category
    self.isActive = isActive
    #if canImport(os)
    osSignposter =
      isActive ? OSSignposter(subsystem: subsystem.text, category: category.text) : .disabled
    #endif
  }

  /// A signposter that never emits anything.
  public static let disabled = Signposter(
    subsystem: TraceName(""),
    category: TraceName(""),
    isActive: false
  )

  /// Whether this build can be recorded at all: it has LTTng-UST and the package trait `Tracing`, or is for one of Apple's systems.
  public static var isAvailable: Bool { canEmit }

  /// Whether a recording session currently takes intervals or events of this signposter.
  @inlinable
  public var isEnabled: Bool { isActive && isRecorded }

  /// Makes an id that no other interval of this process has.
  @inlinable
  public func makeSignpostID() -> SignpostID {
    .makeUnique()
  }
}
