import CMachine
import Glibc
package import SampleFiles
package import SuiteErrors

/// The engine that the machine allows, and why it is that one.
package struct EngineChoice: Sendable {
  /// The engine.
  package let engine: SamplingEngine
  /// Why no better one, or that there is no better one.
  package let reason: String
  /// Whether time in the kernel is sampled too.
  package let includesKernel: Bool
  let recording: cmachine_recording

  /// Tries the engines from the best on.
  ///
  /// - Parameters:
  ///   - wanted: The only one that is tried; `nil` for all.
  ///   - frequency: How many samples a second a running thread gives.
  /// - Throws: `SuiteError` where none, or the wanted one, can be had.
  package init(_ wanted: SamplingEngine? = nil, frequency: Int) throws(SuiteError) {
    let cycles = Self.attempt(.cycles, frequency)
    let clock = Self.attempt(.taskClock, frequency)
    switch (wanted, cycles, clock) {
    case (.cycles, .success(let recording), _), (nil, .success(let recording), _):
      self.init(.cycles, "the machine has hardware counters", recording)
    case (.taskClock, _, .success(let recording)):
      self.init(.taskClock, "it was asked for", recording)
    case (nil, .failure(let reason), .success(let recording)):
      self.init(.taskClock, "no hardware cycles: \(reason.text)", recording)
    case (nil, _, .failure(let reason)):
      throw SuiteError("samples", "they can't be taken here: \(reason.text)", remedy: reason.remedy)
    case (.cycles, .failure(let reason), _), (.taskClock, _, .failure(let reason)):
      throw SuiteError(
        "--engine \(wanted?.rawValue ?? "")",
        "the machine doesn't let it work: \(reason.text)",
        remedy: "leave --engine out, or see hamon doctor"
      )
    }
  }

  private init(_ engine: SamplingEngine, _ reason: String, _ recording: cmachine_recording) {
    self.engine = engine
    self.reason = reason
    self.recording = recording
    includesKernel = recording.includes_kernel
  }

  /// How it is recorded from the next execution of a program on, or at once.
  func recording(beginsWithExecution: Bool) -> cmachine_recording {
    var recording = recording
    recording.begins_with_exec = beginsWithExecution
    return recording
  }

  /// Why the kernel refuses.
  private struct Refusal: Error {
    let code: Int32

    var text: String {
      switch code {
      case ENOENT, ENODEV, EOPNOTSUPP: "this machine shows none (virtual?)"
      case EACCES, EPERM:
        "perf_event_open is forbidden (kernel.perf_event_paranoid above 2, or a container's seccomp profile)"
      case ENOSYS: "the kernel has no perf_event_open"
      default: "perf_event_open: \(SystemReason.text(code))"
      }
    }

    var remedy: String {
      switch code {
      case EACCES, EPERM:
        "as root: sysctl kernel.perf_event_paranoid=2, and let the container call perf_event_open; "
          + "or record without --samples"
      default: "record without --samples"
      }
    }
  }

  /// Opens an event of this thread, with what users may have less and less of.
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
