/// The streams that have an event waiting, the one with the earliest event first; of equal times, the
/// stream with the lower number, so that a trace is always read in the same order.
struct EarliestFirst {
  struct Head {
    var timestamp: Int64
    let stream: Int

    func precedes(_ other: Head) -> Bool {
      timestamp != other.timestamp ? timestamp < other.timestamp : stream < other.stream
    }
  }

  /// A binary heap; each change takes time logarithmic in the number of streams.
  private var heap: [Head] = []

  var first: Head? { heap.first }

  mutating func insert(timestamp: Int64, stream: Int) {
    heap.append(Head(timestamp: timestamp, stream: stream))
    var child = heap.count - 1
    while child > 0, heap[child].precedes(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Gives the first stream the time of its next event.
  mutating func replaceFirst(timestamp: Int64) {
    heap[0].timestamp = timestamp
    siftDown()
  }

  mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    siftDown()
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
