import Synchronization

/// Ids that no other process makes either: SplitMix64 from a random start, an atomic addition and
/// three multiplications each, where the system's generator would be a system call.
enum RandomID {
  private static let state = Atomic<UInt64>(.random(in: 0 ... .max))

  /// An id; never 0.
  static func make() -> UInt64 {
    let increment: UInt64 = 0x9e37_79b9_7f4a_7c15
    var mixed = state.wrappingAdd(increment, ordering: .relaxed).newValue
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    mixed ^= mixed >> 31
    return mixed == 0 ? make() : mixed
  }
}
