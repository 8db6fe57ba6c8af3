/// The places of some children of a node by their identities.
///
/// Shape: open addressing, 8 bytes a slot and two to four slots a child: half of a hash, by which a slot
/// is told from nearly all others without a look at its child, and the place. A dictionary would hold
/// the identities themselves, 40 bytes each, all of which a comparison of large trees has to write and to
/// read, far beyond what the cache holds.
struct PlaceTable {
  /// Half of a hash above a place that is counted from 1; 0 where nothing is.
  private var slots: [UInt64]
  private let parent: TreeNode

  /// Notes the children of a node in a range of places.
  init(_ parent: TreeNode, _ places: Range<Int>) {
    self.parent = parent
    let leastCount = UInt(max(places.count, 1)) * 2
    let width = UInt.bitWidth - (leastCount - 1).leadingZeroBitCount
    slots = [UInt64](repeating: 0, count: 1 << width)
    let mask = slots.count - 1
    for place in places {
      let hash = unsafe Unmanaged.passUnretained(parent.children[place])
        ._withUnsafeGuaranteedRef { UInt64(bitPattern: Int64($0.destination.id.hashValue)) }
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = hash & Self.tag | UInt64(place + 1)
    }
  }

  private static var tag: UInt64 { 0xffff_ffff_0000_0000 }

  /// The place of the child that shows the same screen as another destination, if one does.
  func place(of wanted: Destination) -> Int? {
    let hash = UInt64(bitPattern: Int64(wanted.id.hashValue))
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if (slots[slot] ^ hash) & Self.tag == 0 {
        let place = Int(slots[slot] & ~Self.tag) - 1
        // SAFETY: the parent holds its children.
        let isSame = unsafe Unmanaged.passUnretained(parent.children[place])
          ._withUnsafeGuaranteedRef { $0.destination.isSameScreen(as: wanted) }
        // Another one of the same identity is a slot like any other: there is none after it.
        if isSame { return place }
      }
      slot = (slot + 1) & mask
    }
    return nil
  }
}
