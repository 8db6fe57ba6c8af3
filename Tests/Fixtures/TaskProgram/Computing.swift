import Glibc

/// Two tasks, each of which computes in a function of its own: one of them three times as long as the other.
func computing(_ milliseconds: Int) async {
  let long = Task.detached { computeLong(3 * milliseconds) }
  let short = Task.detached { computeShort(milliseconds) }
  print(await long.value &+ short.value)
}

@inline(never) private func computeLong(_ milliseconds: Int) -> UInt64 {
  compute(milliseconds, seed: 1)
}

@inline(never) private func computeShort(_ milliseconds: Int) -> UInt64 {
  compute(milliseconds, seed: 2)
}

/// Computes until its thread has had so much time of a processor, however many want that.
@inline(never) private func compute(_ milliseconds: Int, seed: UInt64) -> UInt64 {
  func used() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
  let end = used() + milliseconds
  var value = seed
  while used() < end {
    for _ in 0..<10_000 { value = value &* 6_364_136_223_846_793_005 &+ 1 }
  }
  return value
}
