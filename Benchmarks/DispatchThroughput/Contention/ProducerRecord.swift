import Glibc

/// When each update of one producer was asked for, when the call returned, and when it was applied.
///
/// Why this is Sendable, and what is marked `unsafe` is right:
///  1. The memory is there from the beginning and lives as long as the record.
///  2. `asked`, `returned` and `count` are touched by the producer only, `applied` at each place by who applies the
///     update there, once; all of them are read when the producer has ended, whose last step waits for its updates.
@safe final class ProducerRecord: @unchecked Sendable {
  let capacity: Int
  private(set) var count = 0
  private let asked: UnsafeMutablePointer<UInt64>
  private let returned: UnsafeMutablePointer<UInt64>
  private let applied: UnsafeMutablePointer<UInt64>
  /// When the producer stops.
  var deadline: UInt64 = 0
  /// How many microseconds it sleeps before each update.
  let pause: UInt32

  init(capacity: Int, pause: UInt32 = 0) {
    self.capacity = capacity
    self.pause = pause
    unsafe asked = .allocate(capacity: capacity)
    unsafe returned = .allocate(capacity: capacity)
    unsafe applied = .allocate(capacity: capacity)
    // Pages that are touched for the first time would be in the times.
    unsafe asked.initialize(repeating: 0, count: capacity)
    unsafe returned.initialize(repeating: 0, count: capacity)
    unsafe applied.initialize(repeating: 0, count: capacity)
  }

  deinit {
    unsafe asked.deallocate()
    unsafe returned.deallocate()
    unsafe applied.deallocate()
  }

  /// Calls a closure with one place after the other, until the time is over or the record is full.
  @inline(__always)
  func fill(_ update: (_ place: Int) -> Void) {
    var place = 0
    while place < capacity {
      if pause > 0 { usleep(pause) }
      let now = Self.now()
      if now >= deadline { break }
      unsafe asked[place] = now
      update(place)
      unsafe returned[place] = Self.now()
      place += 1
    }
    count = place
  }

  /// Notes that the update at a place was applied.
  @inline(__always)
  func applied(_ place: Int) { unsafe applied[place] = Self.now() }

  /// Nanoseconds from each request until its update was applied.
  var timesToApplied: [UInt64] { (0..<count).map { unsafe applied[$0] - asked[$0] } }

  /// Nanoseconds of each call.
  var timesOfCalls: [UInt64] { (0..<count).map { unsafe returned[$0] - asked[$0] } }

  /// When each update was applied.
  var timesApplied: [UInt64] { (0..<count).map { unsafe applied[$0] } }

  /// The monotonic clock in nanoseconds.
  @inline(__always)
  static func now() -> UInt64 {
    var time = timespec()
    // SAFETY: the struct outlives the call.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
