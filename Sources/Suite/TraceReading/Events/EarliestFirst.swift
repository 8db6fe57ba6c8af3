/// The streams that have an event waiting, the one with the earliest event first; of equal times, the
/// stream with the lower number, so that a trace is always read in the same order.
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
      if let timestamp = advance(stream) { insert(Head(timestamp: timestamp, stream: stream)) }
    }
  }

  /// Delivers the events of all streams in the order of time.
  ///
  /// Inlined, with its closures, because it goes around once an event.
  ///
  /// - Parameters:
  ///   - deliver: Delivers the event that a stream stands at.
  ///   - advance: As for ``init(of:advance:)``.
  @inline(__always)
  mutating func merge(
    deliver: (_ stream: Int, _ timestamp: Int64) -> Void,
    advance: (Int) -> Int64?
  ) {
    while let head = heap.first {
      deliver(head.stream, head.timestamp)
      if let timestamp = advance(head.stream) {
        heap[0].timestamp = timestamp
      } else {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
      }
      siftDown()
    }
  }

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
