/// The streams with a waiting event, the earliest event first; equal times go by stream number, so that a trace is always read in the same
/// order.
struct EarliestFirst {
  private struct Head {
    var timestamp: Int64
    let stream: Int

    func precedes(_ other: Head) -> Bool {
      timestamp != other.timestamp ? timestamp < other.timestamp : stream < other.stream
    }
  }

  /// A binary heap; each change takes time logarithmic in the number of streams.
  private var heap: [Head] = []

  /// Steps to the first event of each stream.
  ///
  /// - Parameters:
  ///   - count: How many streams there are.
  ///   - advance: Steps to a stream's next event, and returns its time; `nil` at the stream's end.
  init(of count: Int, advance: (Int) -> Int64?) {
    for stream in 0..<count {
      if let timestamp = advance(stream) {
        insert(Head(timestamp: Self.clamped(timestamp), stream: stream))
      }
    }
  }

  /// Delivers the events of all streams in the order of time.
  ///
  /// Inlined, with its closures, because it runs once an event.
  ///
  /// - Parameters:
  ///   - deliver: Delivers the current event of a stream.
  ///   - advance: As for ``init(of:advance:)``.
  ///   - refuse: Gets the reason why a stream ends, if its next event is earlier than the last one.
  @inline(__always)
  mutating func merge(
    deliver: (_ stream: Int, _ timestamp: Int64) -> Void,
    advance: (Int) -> Int64?,
    refuse: (_ stream: Int, _ problem: String) -> Void
  ) {
    while let head = heap.first {
      deliver(head.stream, head.timestamp)
      let next = advance(head.stream).map(Self.clamped)
      if let next, next >= head.timestamp {
        heap[0].timestamp = next
      } else {
        if next != nil { refuse(head.stream, "its events are not in the order of time") }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
      }
      siftDown()
    }
  }

  /// From 1970 to 2116: only damaged times lie outside, and no difference of two times can overflow.
  private static func clamped(_ timestamp: Int64) -> Int64 { min(max(timestamp, 0), 1 << 62) }

  private mutating func insert(_ head: Head) {
    heap.append(head)
    var child = heap.count - 1
    while child > 0, heap[child].precedes(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < heap.count else { return }
      if child + 1 < heap.count, heap[child + 1].precedes(heap[child]) { child += 1 }
      guard heap[child].precedes(heap[parent]) else { return }
      heap.swapAt(child, parent)
      parent = child
    }
  }
}
