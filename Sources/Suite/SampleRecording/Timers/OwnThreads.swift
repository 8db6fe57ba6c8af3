import CMachine
import CSampling
import Foundation
import Glibc
import SampleFiles

/// The rings of the threads of this process, which timers sample: for a program that nobody started to be sampled.
///
/// All threads but the one that empties the rings are sampled. New ones are found by a look every ten milliseconds.
@safe final class OwnThreads: SampleRings {
  /// A thread with its timer and its ring.
  @safe private struct Sampler {
    // SAFETY: it is never given back to the system.
    private let sampler: OpaquePointer

    init?(thread: Int32, period: UInt64) {
      guard let sampler = unsafe csampling_begin(thread, period, TimerRings.event) else {
        return nil
      }
      unsafe self.sampler = sampler
    }

    func read(into buffer: UnsafeMutableRawPointer) -> (size: Int, lost: UInt64) {
      var lost: UInt64 = 0
      return (unsafe csampling_read(sampler, buffer, &lost), lost)
    }

    var hasEnded: Bool { unsafe csampling_has_ended(sampler) }
    func stop() { unsafe csampling_stop(sampler) }
    func end() { unsafe csampling_end(sampler) }
  }

  private static let pause: UInt64 = 10_000_000

  let numbers = [TimerRings.event]
  let attributes: [UInt8]
  private let period: UInt64
  private let recorder = cmachine_thread()
  private var samplers: [Int32: Sampler] = [:]
  private var ended: [Sampler] = []
  private var refused: Set<Int32> = []
  private var lastLook: UInt64 = 0
  private var isOver = false
  private let buffer: UnsafeMutableRawPointer

  // SAFETY, for all of it: the buffer has the size of a ring from `init` to `deinit`.

  init(_ recording: cmachine_recording) {
    attributes = KernelRings.attributes(of: recording)
    period = recording.period
    unsafe buffer = .allocate(byteCount: cmachine_ring_size(), alignment: 16)
  }

  deinit { unsafe buffer.deallocate() }

  var gaps: [String] {
    refused.isEmpty
      ? []
      : ["threads that were not sampled: \(refused.count): there are no more timers (`ulimit -i`)"]
  }

  func wait(_ looks: LookPace) { usleep(looks.microseconds) }

  func disable() {
    isOver = true
    for sampler in samplers.values { sampler.stop() }
  }

  func drain(_ take: (UnsafeRawBufferPointer) -> Void) {
    let now = MonotonicClock.now
    if !isOver, now >= lastLook + Self.pause {
      lastLook = now
      unsafe look(take)
    }
    for (thread, sampler) in samplers { unsafe empty(sampler, thread, take) }
    if isOver {
      ended += samplers.values
      samplers = [:]
    }
    for sampler in ended { sampler.end() }
    ended = []
  }

  /// Finds the threads that have begun and ended.
  private func look(_ take: (UnsafeRawBufferPointer) -> Void) {
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    let living = Set(names.compactMap { Int32($0) })
    for (thread, sampler) in samplers where sampler.hasEnded {
      sampler.stop()
      unsafe empty(sampler, thread, take)
      ended.append(sampler)
      samplers[thread] = nil
    }
    refused.formIntersection(living)
    for thread in living where thread != recorder && samplers[thread] == nil {
      guard let sampler = Sampler(thread: thread, period: period) else {
        // It may just have ended.
        if unsafe access("/proc/self/task/\(thread)", F_OK) == 0 { refused.insert(thread) }
        continue
      }
      samplers[thread] = sampler
      refused.remove(thread)
      let origin = RecordOrigin(process: getpid(), thread: thread)
      for record in PolledThreads.records(ofPresent: origin) {
        // SAFETY: the bytes are there for the call.
        unsafe record.withUnsafeBytes { unsafe take($0) }
      }
    }
  }

  private func empty(
    _ sampler: Sampler,
    _ thread: Int32,
    _ take: (UnsafeRawBufferPointer) -> Void
  ) {
    let (count, lost) = unsafe sampler.read(into: buffer)
    if count > 0 { unsafe take(UnsafeRawBufferPointer(start: buffer, count: count)) }
    guard lost > 0 else { return }
    let origin = RecordOrigin(process: getpid(), thread: thread)
    // SAFETY: the bytes are there for the call.
    unsafe TimerRings.record(ofLost: lost, origin).withUnsafeBytes { unsafe take($0) }
  }
}
