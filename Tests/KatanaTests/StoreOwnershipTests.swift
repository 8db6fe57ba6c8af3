import CProcessor
import Foundation
import Synchronization
import Testing

@testable import Katana

/// The transitions of the ownership word, without a store around it.
@Suite(.timeLimit(.minutes(30)))
struct StoreOwnershipTests {
  /// Pushes a node; returns whether the caller became the owner, and the node below it.
  private func push(_ node: UInt, to ownership: borrowing StoreOwnership) -> (Bool, below: UInt?) {
    var below: UInt?
    let isOwner = ownership.push(node) { below = $0 }
    return (isOwner, below)
  }

  @Test func `an idle store is claimed by one`() {
    let ownership = StoreOwnership(isSettled: true)
    #expect(ownership.isIdle == true)
    #expect(ownership.claim() == true)
    #expect(ownership.claim() == false)
    #expect(ownership.claimSpinning(SpinPace()) == nil)
    #expect(ownership.claimHandedOver() == false)
    #expect(ownership.isIdle == false)
    #expect(ownership.release() == true)
    #expect(ownership.isIdle == true)
  }

  @Test func `a push onto an idle store makes an owner, whose inbox is that node`() {
    let ownership = StoreOwnership(isSettled: true)
    #expect(push(16, to: ownership) == (true, 0))
    #expect(ownership.claim() == false)
    #expect(ownership.release() == false)
    #expect(ownership.takeInbox() == (16, false))
    #expect(ownership.release() == true)
  }

  @Test func `a push onto an owned store links the newest node below it`() {
    let ownership = StoreOwnership(isSettled: true)
    #expect(ownership.claim() == true)
    #expect(push(16, to: ownership) == (false, 0))
    #expect(push(48, to: ownership) == (false, 16))
    #expect(push(32, to: ownership) == (false, 48))
    #expect(ownership.takeInbox() == (32, false))
    #expect(push(16, to: ownership) == (false, 0))
    #expect(ownership.release() == false)
    #expect(ownership.releaseReading() == false)
    #expect(ownership.takeInbox() == (16, false))
    #expect(ownership.takeInbox() == (0, false))
    #expect(ownership.releaseReading() == true)
  }

  @Test func `an owner whom a reader waits for neither becomes idle nor hands over`() {
    let ownership = StoreOwnership(isSettled: true)
    #expect(ownership.announceReader() == .idle)
    #expect(ownership.claim() == true)
    #expect(ownership.withdraw() == false)
    #expect(ownership.announceReader() == .announced)
    #expect(ownership.announceReader() == .announced)
    #expect(ownership.release() == false)
    #expect(ownership.offer() == false)
    #expect(push(16, to: ownership) == (false, 0))
    #expect(ownership.withdraw() == true)
    #expect(ownership.withdraw() == false)
    #expect(ownership.announceReader() == .announced)
    #expect(ownership.takeInbox() == (16, true))
    #expect(ownership.withdraw() == false)
    #expect(ownership.release() == true)
  }

  @Test func `a published state is read where it lies, and not before all readers are through`() {
    let ownership = StoreOwnership(isSettled: true)
    #expect(ownership.claim() == true)
    #expect(ownership.publish() == false)
    #expect(ownership.isPublished == true)
    #expect(ownership.release() == false)
    #expect(ownership.offer() == false)
    #expect(ownership.releasePublished() == true)
    #expect(ownership.isIdle == true)

    #expect(ownership.claim() == true)
    #expect(ownership.announceReader() == .announced)
    #expect(ownership.publish() == true)
    #expect(ownership.announceReader() == .published)
    #expect(ownership.releasePublished() == false)
    #expect(ownership.withdraw() == true)
    #expect(ownership.isPublished == false)
    #expect(ownership.announceReader() == .announced)
    #expect(ownership.publish() == true)
    #expect(push(16, to: ownership) == (false, 0))
    #expect(ownership.hasEmptyInbox == false)
    #expect(ownership.takeInbox() == (16, true))
    #expect(ownership.isPublished == false)
    #expect(ownership.releasePublished() == true)
  }

  @Test func `what is handed over is taken by one, with the inbox as it was`() {
    let ownership = StoreOwnership(isSettled: true)
    #expect(ownership.claim() == true)
    #expect(push(16, to: ownership) == (false, 0))
    #expect(ownership.offer() == true)
    #expect(ownership.claim() == false)
    #expect(ownership.announceReader() == .handedOver)
    #expect(push(32, to: ownership) == (false, 16))
    #expect(ownership.claimHandedOver() == true)
    #expect(ownership.claimHandedOver() == false)
    #expect(ownership.takeInbox() == (32, false))
    #expect(ownership.release() == true)
  }

  @Test func `one job at a time is on its way`() {
    let ownership = StoreOwnership(isSettled: true)
    #expect(ownership.scheduleJob() == true)
    #expect(ownership.scheduleJob() == false)
    ownership.jobArrived()
    #expect(ownership.scheduleJob() == true)
  }

  @Test func `what the making of a store leaves is taken up by one`() {
    let ownership = StoreOwnership(isSettled: false)
    #expect(ownership.claim() == false)
    #expect(push(16, to: ownership) == (false, 0))
    #expect(ownership.settle() == true)
    #expect(ownership.settle() == false)
    #expect(ownership.takeInbox() == (16, false))
    #expect(ownership.release() == true)
    #expect(StoreOwnership(isSettled: true).settle() == false)
  }

  @Test func `an idle store is claimed by the heir, an owned one is left to it`() {
    let ownership = StoreOwnership(isSettled: true)
    #expect(ownership.claimOrAnnounce() == .claimed)
    #expect(ownership.hasOnlyHeir == false)
    #expect(ownership.releaseToHeir() == false)
    #expect(ownership.claimOrAnnounce() == .announced)
    #expect(ownership.claimOrAnnounce() == .announced)
    #expect(ownership.hasOnlyHeir == true)
    #expect(ownership.release() == false)
    #expect(ownership.releaseReading() == false)
    #expect(ownership.isAvailable == false)
    #expect(ownership.releaseToHeir() == true)
    #expect(ownership.isAvailable == true)
    #expect(ownership.claim() == true)
    #expect(ownership.release() == true)
  }

  @Test func `what is queued comes before the heir`() {
    let ownership = StoreOwnership(isSettled: true)
    #expect(ownership.claim() == true)
    #expect(ownership.claimOrAnnounce() == .announced)
    #expect(push(16, to: ownership) == (false, 0))
    #expect(ownership.hasOnlyHeir == false)
    #expect(ownership.releaseToHeir() == false)
    #expect(ownership.offerToHeir() == false)
    #expect(ownership.takeInbox() == (16, false))
    #expect(ownership.hasOnlyHeir == true)
    #expect(ownership.releaseToHeir() == true)
  }

  @Test func `what is offered to the heir isn't taken by a newcomer`() {
    let ownership = StoreOwnership(isSettled: true)
    #expect(ownership.claim() == true)
    #expect(ownership.claimOrAnnounce() == .announced)
    #expect(ownership.offerToHeir() == true)
    #expect(ownership.claim() == false)
    #expect(ownership.claimHandedOver(isNewcomer: true) == false)
    #expect(ownership.isAvailable == true)
    #expect(ownership.claimOrAnnounce() == .handedOver)
    #expect(ownership.release() == true)
    #expect(ownership.claim() == true)
    #expect(ownership.claimOrAnnounce() == .announced)
    #expect(ownership.offerToHeir() == true)
    #expect(push(16, to: ownership) == (false, 0))
    #expect(ownership.claimHandedOver() == true)
    #expect(ownership.hasEmptyInbox == false)
    #expect(ownership.takeInbox() == (16, false))
    #expect(ownership.releaseToHeir() == true)
  }

  @Test func `an owner finds its own mark, and nobody after it`() {
    let ownership = StoreOwnership(isSettled: true)
    let me = cprocessor_thread_identity()
    #expect(ownership.claim() == true)
    #expect(ownership.isHeldByThisThread == false)
    ownership.beginUpdate(on: me)
    #expect(ownership.isHeldByThisThread == true)
    #expect(ownership.isUpdatedByThisThread == true)
    ownership.endUpdate(on: me)
    #expect(ownership.isHeldByThisThread == true)
    #expect(ownership.isUpdatedByThisThread == false)
    ownership.endUpdate(on: me &+ 64)
    #expect(ownership.isHeldByThisThread == false)
    ownership.endUpdate(on: me)
    #expect(ownership.offer() == true)
    #expect(ownership.isHeldByThisThread == false)
    #expect(ownership.claimHandedOver() == true)
    ownership.endUpdate(on: me)
    #expect(ownership.release() == true)
    #expect(ownership.isHeldByThisThread == false)
  }

  /// A counter behind the word, whose owners note the nodes that they take.
  private final class Ledger: @unchecked Sendable {
    // Why this is Sendable: `history` and `batch` are the owner's (StoreOwnership, rule 1), which is what
    // the test is about; the nodes are constant but for their atomics.

    final class Node: Sendable {
      let next = Atomic<UInt>(0)
      /// When the push began, and when it had returned.
      let begin = Atomic<Int>(0)
      let end = Atomic<Int>(0)
      let producer: Int
      let number: Int

      init(producer: Int, number: Int) {
        self.producer = producer
        self.number = number
      }
    }

    let ownership = StoreOwnership(isSettled: true)
    let nodes: [[Node]]
    let clock = Atomic<Int>(1)
    let share: Int
    var history: [Node] = []
    var batch: UInt = 0
    /// Readers that wait; each gets the length of the history.
    let waiting = OrderedMutex<[Answer]>([])

    /// Room for one answer, -1 until it is there.
    final class Answer: Sendable { let count = Atomic<Int>(-1) }

    init(producers: Int, items: Int, share: Int) {
      nodes = (0..<producers).map { producer in
        (0..<items).map { Node(producer: producer, number: $0) }
      }
      self.share = share
      history.reserveCapacity(producers * items)
    }

    static func address(of node: Node) -> UInt {
      UInt(bitPattern: Unmanaged.passUnretained(node).toOpaque())
    }

    static func node(at address: UInt) -> Node {
      Unmanaged<Node>.fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped)
        .takeUnretainedValue()
    }

    func dispatch(_ node: Node) {
      node.begin.store(clock.add(1, ordering: .sequentiallyConsistent).newValue, ordering: .relaxed)
      if ownership.claim() {
        apply(node)
        if !ownership.releasePublished() {
          if ownership.withdraw() { answer() }
          drain()
        }
      } else if ownership.claimHandedOver() {
        drain()
        push(node)
      } else {
        push(node)
      }
      node.end.store(clock.add(1, ordering: .sequentiallyConsistent).newValue, ordering: .relaxed)
    }

    private func push(_ node: Node) {
      if ownership.push(Self.address(of: node), link: { node.next.store($0, ordering: .relaxed) }) {
        drain()
      }
    }

    private func apply(_ node: Node) {
      ownership.beginUpdate(on: cprocessor_thread_identity())
      history.append(node)
      ownership.endUpdate(on: cprocessor_thread_identity())
      // As for listeners.
      if ownership.publish() { answer() }
    }

    private func drain() {
      var remaining = share
      repeat {
        if batch == 0 {
          let (newest, haveReadersCome) = ownership.takeInbox()
          if haveReadersCome { answer() }
          var node = newest
          while node != 0 {
            let item = Self.node(at: node)
            let below = item.next.load(ordering: .relaxed)
            item.next.store(batch, ordering: .relaxed)
            batch = node
            node = below
          }
        }
        while batch != 0 {
          if remaining == 0 { return handOver() }
          remaining -= 1
          let item = Self.node(at: batch)
          batch = item.next.load(ordering: .relaxed)
          apply(item)
          if ownership.withdraw() { answer() }
        }
      } while !ownership.release()
    }

    private func handOver() {
      while !ownership.offer() { if ownership.withdraw() { answer() } }
    }

    private func answer() {
      let count = history.count
      let readers = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      for reader in readers { reader.count.store(count, ordering: .releasing) }
    }

    func read() -> Int {
      while true {
        if ownership.claim() {
          let count = history.count
          if !ownership.releaseReading() { handOver() }
          return count
        }
        if ownership.claimHandedOver() {
          let count = history.count
          handOver()
          return count
        }
        let reader = Answer()
        let isWaiting = waiting.withLock { waiting in
          switch ownership.announceReader() {
          case .announced: waiting.append(reader)
          case .published: reader.count.store(history.count, ordering: .relaxed)
          case .idle, .handedOver: return false
          }
          return true
        }
        while isWaiting {
          let count = reader.count.load(ordering: .acquiring)
          if count >= 0 { return count }
          sched_yield()
        }
      }
    }

    /// Handles what the last owner has left.
    func finish() { while ownership.claimHandedOver() { drain() } }
  }

  @Test(arguments: [1, 3, 1000])
  func `under many threads nothing is lost, doubled or overtaken`(share: Int) async {
    let (producers, items) = (4, 5_000)
    let ledger = Ledger(producers: producers, items: items, share: share)
    let isDone = Atomic<Bool>(false)
    let backwards = Atomic<Int>(0)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        let writing = DispatchGroup()
        let reading = DispatchGroup()
        for producer in 0..<producers {
          writing.enter()
          Thread.detachNewThread {
            for node in ledger.nodes[producer] { ledger.dispatch(node) }
            writing.leave()
          }
        }
        reading.enter()
        Thread.detachNewThread {
          var last = 0
          while !isDone.load(ordering: .acquiring) {
            let count = ledger.read()
            if count < last { backwards.add(1, ordering: .relaxed) }
            last = count
          }
          reading.leave()
        }
        writing.wait()
        ledger.finish()
        isDone.store(true, ordering: .releasing)
        reading.wait()
        ledger.finish()
        continuation.resume()
      }
    }
    #expect(ledger.ownership.isIdle == true)
    #expect(backwards.load(ordering: .relaxed) == 0)
    let history = ledger.history
    #expect(history.count == producers * items)
    var next = [Int](repeating: 0, count: producers)
    for node in history {
      #expect(node.number == next[node.producer])
      next[node.producer] = node.number + 1
    }
    // Rule 4: no item whose dispatch had returned before another's began comes after that.
    var earliestEnd = Int.max
    for node in history.reversed() {
      #expect(earliestEnd > node.begin.load(ordering: .relaxed))
      earliestEnd = min(earliestEnd, node.end.load(ordering: .relaxed))
    }
  }
}
