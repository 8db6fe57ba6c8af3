import Foundation
import Glibc
import Signposts
import Synchronization

private let ledger = Mutex(0)

/// A lock that another thread holds, which sleeps meanwhile, reads, computes, or meets new memory.
func waitForLock() { waitForLock { usleep(250_000) } }

func waitForLockOfReader() { waitForLock { readLine(after: 250) } }

func waitForLockOfComputer() { waitForLock { spin(milliseconds: 250) } }

func waitForLockOfFaulter() { waitForLock { touchPages(milliseconds: 250) } }

private func waitForLock(_ body: @escaping @Sendable () -> Void) {
  let held = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    report {
      held.signal()
      body()
    }
  }
  held.wait()
  signposter.withIntervalSignpost("enter a sale") { enter() }
}

@inline(never) private func report(_ body: () -> Void) { ledger.withLock { _ in body() } }

@inline(never) func enter() { ledger.withLock { $0 += 1 } }

/// Holds it, and lets somebody know.
func holdLedger(milliseconds: UInt32, _ begun: @escaping @Sendable () -> Void) {
  ledger.withLock { _ in
    begun()
    usleep(milliseconds * 1000)
  }
}
