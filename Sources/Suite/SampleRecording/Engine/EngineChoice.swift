import CMachine
import Foundation
import Glibc
package import SampleFiles
package import SuiteErrors

/// The sampling engine that the machine allows, and why it was chosen.
package struct EngineChoice: Sendable {
  package let engine: SamplingEngine
  /// Why no better one, or that there is no better one.
  package let reason: String
  /// Whether time in the kernel is sampled too.
  package let includesKernel: Bool
  /// Samples per second of a running thread.
  package let frequency: Int
  let recording: cmachine_recording

  /// Tries the engines, the best first.
  ///
  /// - Parameters:
  ///   - wanted: The only one to try; `nil` for all.
  ///   - frequency: Samples per second of a running thread; timers give no more than the kernel has ticks.
  ///   - isOwn: Whether this process is sampled, for which timers need no library.
  /// - Throws: `SuiteError` if none, or not the wanted one, is available.
  package init(
    _ wanted: SamplingEngine? = nil,
    frequency: Int,
    isOwn: Bool = false
  ) throws(SuiteError) {
    let obstacle = isOwn ? nil : TimerLibrary.obstacle
    try self.init(
      wanted,
      frequency: frequency,
      cycles: Self.attempt(.cycles, frequency),
      clock: Self.attempt(.taskClock, frequency),
      timers: obstacle.map { .failure(Refusal(timers: $0)) }
        ?? .success(Self.timers(frequency))
    )
  }

  /// Chooses among the tried engines.
  init(
    _ wanted: SamplingEngine?,
    frequency: Int,
    cycles: Result<cmachine_recording, Refusal>,
    clock: Result<cmachine_recording, Refusal>,
    timers: Result<cmachine_recording, Refusal>
  ) throws(SuiteError) {
    switch (wanted, cycles, clock, timers) {
    case (.cycles, .success(let recording), _, _), (nil, .success(let recording), _, _):
      self.init(.cycles, "the machine has hardware counters", frequency, recording)
    case (.taskClock, _, .success(let recording), _):
      self.init(.taskClock, "it was asked for", frequency, recording)
    case (nil, .failure(let reason), .success(let recording), _):
      self.init(.taskClock, "no hardware cycles: \(reason.text)", frequency, recording)
    case (.timers, _, _, .success(let recording)):
      self.init(timersFor: "it was asked for", frequency, recording)
    case (nil, _, .failure(let reason), .success(let recording)):
      self.init(timersFor: reason.text, frequency, recording)
    case (nil, _, .failure(let reason), .failure(let other)):
      throw SuiteError(
        "samples",
        "they can't be taken here: \(reason.text); and \(other.text)",
        remedy: reason.remedy
      )
    case (.cycles, .failure(let reason), _, _), (.taskClock, _, .failure(let reason), _),
      (.timers, _, _, .failure(let reason)):
      throw SuiteError(
        "--engine \(wanted?.rawValue ?? "")",
        "the machine doesn't let it work: \(reason.text)",
        remedy: "leave --engine out, or see hamon doctor"
      )
    }
  }

  private init(
    _ engine: SamplingEngine,
    _ reason: String,
    _ frequency: Int,
    _ recording: cmachine_recording
  ) {
    self.engine = engine
    self.reason = reason
    self.frequency = frequency
    self.recording = recording
    includesKernel = recording.includes_kernel
  }

  private init(timersFor reason: String, _ frequency: Int, _ recording: cmachine_recording) {
    let possible = Int(1_000_000_000 / recording.period)
    let looks = LookPace(.timers, isClose: false)
    let limit =
      possible < frequency ? "; the kernel looks at CPU clocks \(possible) times a second" : ""
    self.init(
      .timers,
      "\(reason)\(limit); when threads wait is known by looks each \(looks.nanoseconds / 1_000_000) ms or less often",
      min(frequency, possible),
      recording
    )
  }

  /// Timers in place of it, for a reason: for this process, which needs no library for them.
  package func timers(because reason: String) -> EngineChoice {
    EngineChoice(timersFor: reason, frequency, Self.timers(frequency))
  }

  /// How much is recorded of a stack, in a line.
  var depthLimit: String {
    let copied = "its innermost \(cmachine_sampled_stack() / 1024) KB, and"
    if engine == .timers { return "\(copied) 127 frames with frame pointers" }
    let setting = FileManager.default.contents(atPath: "/proc/sys/kernel/perf_event_max_stack")
    let frames = setting.map { String(decoding: $0.filter { $0 > 32 }, as: UTF8.self) } ?? "?"
    return "\(copied) \(frames) frames with frame pointers (kernel.perf_event_max_stack)"
  }

  /// The settings to record from the next execution of a program on, or at once.
  func recording(beginsWithExecution: Bool) -> cmachine_recording {
    var recording = recording
    recording.begins_with_exec = beginsWithExecution
    return recording
  }

  /// Why an engine isn't available.
  struct Refusal: Error {
    let text: String
    let remedy: String

    /// The kernel refuses.
    init(code: Int32) {
      text =
        switch code {
        case ENOENT, ENODEV, EOPNOTSUPP: "this machine shows none (virtual?)"
        case EACCES, EPERM:
          "perf_event_open is forbidden (kernel.perf_event_paranoid above 2, or a container's seccomp profile)"
        case ENOSYS: "the kernel has no perf_event_open"
        default: "perf_event_open: \(SystemReason.text(code))"
        }
      remedy =
        switch code {
        case EACCES, EPERM:
          "as root: sysctl kernel.perf_event_paranoid=2, and let the container call perf_event_open; "
            + "or record without --samples"
        default: "record without --samples"
        }
    }

    /// There is no library to load into programs.
    init(timers obstacle: String) {
      text = obstacle
      remedy = "install a C compiler, or hamon by `make install`"
    }
  }

  /// The settings of timers; the kernel checks them no more often than it ticks.
  private static func timers(_ frequency: Int) -> cmachine_recording {
    cmachine_recording(
      // The same as the task clock, which a timer's clock is too.
      type: 1,
      config: 1,
      period: max(UInt64(1_000_000_000 / frequency), MonotonicClock.tick ?? 0),
      is_frequency: false,
      includes_kernel: true,
      begins_with_exec: false,
      has_build_ids: true
    )
  }

  /// Opens an event of this thread, with fewer features at each try, as users may lack the rights to some.
  private static func attempt(
    _ engine: SamplingEngine,
    _ frequency: Int
  ) -> Result<cmachine_recording, Refusal> {
    var code: Int32 = 0
    for (includesKernel, hasBuildIDs) in [
      (true, true), (true, false), (false, true), (false, false),
    ] {
      let isClock = engine == .taskClock
      let recording = cmachine_recording(
        // PERF_TYPE_SOFTWARE and PERF_COUNT_SW_TASK_CLOCK; PERF_TYPE_HARDWARE and PERF_COUNT_HW_CPU_CYCLES.
        type: isClock ? 1 : 0,
        config: isClock ? 1 : 0,
        period: isClock ? UInt64(1_000_000_000 / frequency) : UInt64(frequency),
        is_frequency: !isClock,
        includes_kernel: includesKernel,
        begins_with_exec: false,
        has_build_ids: hasBuildIDs
      )
      // SAFETY: the structure outlives the call.
      let event = unsafe withUnsafePointer(to: recording) {
        unsafe cmachine_open_recording($0, 0, -1)
      }
      if event >= 0 {
        close(event)
        return .success(recording)
      }
      code = errno
      guard [EACCES, EPERM, EINVAL].contains(code) else { break }
    }
    return .failure(Refusal(code: code))
  }
}
