import Foundation
import Glibc
import Signposts
import Synchronization

/// A hot loop, in a function and in an asynchronous one.
func parse() { signposter.withIntervalSignpost("parse") { spin(milliseconds: 250) } }

func renderAll() async {
  await signposter.withIntervalSignpost("render all") {
    for _ in 0..<5 {
      await render()
      await Task.yield()
    }
  }
}

@inline(never) func render() async { spin(milliseconds: 50) }

/// Computes until its thread has had so much time of a processor, however many want that.
@inline(never) func spin(milliseconds: Int) {
  let end = threadTime() + milliseconds
  var value = UInt64(end)
  while threadTime() < end {
    for _ in 0..<10_000 { value = value &* 6_364_136_223_846_793_005 &+ 1 }
  }
  sink.store(value, ordering: .relaxed)
}

private let sink = Atomic<UInt64>(0)

/// In milliseconds.
func threadTime() -> Int {
  var time = timespec()
  // SAFETY: writes one `timespec`.
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}
