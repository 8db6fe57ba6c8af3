import Synchronization

/// The work of a team's threads on a bare queue: the last one takes, the others put.
///
/// A team divides the iterations among all its threads; the consumer's share is put by the first
/// producer, so that every iteration is one item.
final class QueueTraffic: Sendable {
  private let queue = MPSCQueue()
  private let producers: Int
  private let consumerShare = Atomic<Int>(-1)
  private let put = Atomic<Int>(0)
  private let finishedProducers = Atomic<Int>(0)
  private let taken = Atomic<Int>(0)

  init(producers: Int) {
    self.producers = producers
  }

  /// How many items the consumer has taken.
  var count: Int { taken.load(ordering: .relaxed) }

  func work(thread: Int, share: Int) {
    if thread == producers { consume(share) } else { produce(thread, share) }
  }

  private func produce(_ thread: Int, _ share: Int) {
    var count = share
    if thread == 0 {
      var extra = consumerShare.load(ordering: .acquiring)
      while extra < 0 { extra = consumerShare.load(ordering: .acquiring) }
      consumerShare.store(-1, ordering: .relaxed)
      count += extra
    }
    for item in 0..<count { queue.push(item) }
    put.add(count, ordering: .relaxed)
    finishedProducers.add(1, ordering: .releasing)
  }

  private func consume(_ share: Int) {
    consumerShare.store(share, ordering: .releasing)
    var count = taken.load(ordering: .relaxed)
    while true {
      if queue.pop() != nil {
        count += 1
      } else if finishedProducers.load(ordering: .acquiring) == producers,
        count == put.load(ordering: .relaxed)
      {
        break
      }
    }
    finishedProducers.store(0, ordering: .relaxed)
    taken.store(count, ordering: .relaxed)
  }
}
