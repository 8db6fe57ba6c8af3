/// The samples of a thread, in the order of time.
///
/// Kept in pieces, with 12 bytes a sample: one array would need three times as much whenever it grows, and pad each sample to 16.
package struct SampleList: RandomAccessCollection, Sendable {
  private static let bits = 14

  private struct Piece {
    var times: [UInt64] = []
    var stacks: [Int32] = []
  }

  private var pieces: [Piece] = []
  package private(set) var endIndex = 0

  package init() {}

  package var startIndex: Int { 0 }

  package subscript(index: Int) -> ThreadTimeline.Sample {
    let piece = pieces[index >> Self.bits]
    let place = index & (1 << Self.bits - 1)
    return ThreadTimeline.Sample(time: piece.times[place], stack: piece.stacks[place])
  }

  /// Adds a sample at the end.
  mutating func append(_ sample: ThreadTimeline.Sample) {
    if endIndex >> Self.bits == pieces.count { pieces.append(Piece()) }
    pieces[pieces.count - 1].times.append(sample.time)
    pieces[pieces.count - 1].stacks.append(sample.stack)
    endIndex += 1
  }
}
