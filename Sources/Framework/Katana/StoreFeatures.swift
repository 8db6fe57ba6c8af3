public import Synchronization

/// What makes a dispatch more than an update in place.
///
/// One word, so that a store without any of it pays for one load and one branch.
@usableFromInline
struct StoreFeatures: OptionSet, Sendable {
  @usableFromInline let rawValue: UInt

  @inlinable
  init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// There are listeners.
  @usableFromInline static var listeners: StoreFeatures { StoreFeatures(rawValue: 1) }
  /// Some listener gets the old state, so that it has to be kept.
  @usableFromInline static var oldState: StoreFeatures { StoreFeatures(rawValue: 2) }
  /// There are interceptors.
  @usableFromInline static var interceptors: StoreFeatures { StoreFeatures(rawValue: 4) }
  /// Updaters never run on the dispatching thread.
  @usableFromInline static var neverInPlace: StoreFeatures { StoreFeatures(rawValue: 8) }
  /// The queue has a capacity.
  @usableFromInline static var bounded: StoreFeatures { StoreFeatures(rawValue: 16) }
  /// The store was dropped, or will never be ready.
  @usableFromInline static var closed: StoreFeatures { StoreFeatures(rawValue: 32) }
  /// A recorder keeps what is handled.
  @usableFromInline static var recording: StoreFeatures { StoreFeatures(rawValue: 64) }
}

extension StateCore {
  @inlinable
  var features: StoreFeatures {
    StoreFeatures(rawValue: control.features.load(ordering: .relaxed))
  }

  func enable(_ features: StoreFeatures) {
    control.features.bitwiseOr(features.rawValue, ordering: .sequentiallyConsistent)
  }

  func disable(_ features: StoreFeatures) {
    control.features.bitwiseAnd(~features.rawValue, ordering: .sequentiallyConsistent)
  }
}
