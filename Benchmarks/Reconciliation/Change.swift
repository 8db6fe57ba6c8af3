import BenchmarkHarness
import Foundation
import Katana
import KatanaUI
import SeededRandom

/// How one list becomes another, and the other the first one again.
enum Change: String, CaseIterable {
  /// The same elements, in another array.
  case none
  /// The text in the middle.
  case one
  /// The text of every tenth.
  case tenth
  /// The second and the last but one change places.
  case swap
  /// The last comes to the front.
  case rotate
  /// All stay, in a random order.
  case shuffle
  /// All stay, from the last to the first.
  case reverse
  /// One in the middle goes, and comes back in the next update.
  case remove

  func lists(_ size: Int) -> (old: [Item], new: [Item]) {
    let old = makeItems(size)
    var new = old
    switch self {
    case .none: break
    case .one: new[size / 2].text += "!"
    case .tenth: for place in stride(from: 0, to: size, by: 10) { new[place].text += "!" }
    case .swap: new.swapAt(1, size - 2)
    case .rotate: new.insert(new.removeLast(), at: 0)
    case .shuffle:
      var random = SplitMix64(seed: 3)
      new.shuffle(using: &random)
    case .reverse: new.reverse()
    case .remove: new.remove(at: size / 2)
    }
    // Not the same array in memory, which would be equal at a glance.
    return (old, new.map { $0 })
  }

  /// The least work that leads there, or back again.
  func work(_ size: Int, isBack: Bool) -> Work {
    var work = Work()
    switch self {
    case .none: break
    case .one: work.updated = 1
    case .tenth: work.updated = (size + 9) / 10
    case .swap: work.moved = 2
    case .rotate: work.moved = 1
    case .shuffle: work.moved = size - longestRising(lists(size).new.map(\.id))
    case .reverse: work.moved = size - 1
    case .remove: if isBack { work.created = 1 } else { work.removed = 1 }
    }
    return work
  }

  /// Whether the original brings each view to the front, which is quadratic.
  var isQuadraticInOriginal: Bool {
    switch self {
    case .swap, .rotate, .shuffle, .reverse: true
    case .none, .one, .tenth, .remove: false
    }
  }
}

/// Length of the longest part of a list that rises, by a table of the greatest length up to each number.
private func longestRising(_ numbers: [Int]) -> Int {
  // Greatest lengths as a binary indexed tree: nothing that the comparison uses.
  var lengths = [Int](repeating: 0, count: numbers.count + 1)
  for number in numbers {
    var (place, length) = (number, 0)
    while place > 0 {
      length = max(length, lengths[place])
      place -= place & -place
    }
    place = number + 1
    while place < lengths.count {
      lengths[place] = max(lengths[place], length + 1)
      place += place & -place
    }
  }
  return lengths.max() ?? 0
}
