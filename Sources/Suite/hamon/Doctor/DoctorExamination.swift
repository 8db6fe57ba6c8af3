import Foundation
import Glibc
import HamonVersion
import SampleFiles
import SampleRecording
import SuiteErrors
import TraceReading
import TraceRecording

/// Checks everything that the suite uses on this machine.
enum DoctorExamination {
  /// The findings, needed things first.
  static func run() async -> [DoctorCheck] {
    await needed() + [sessionDaemons(), sharedMemory()] + optional() + [
      perfCounters(DoctorProbe.number(inFileAt: "/proc/sys/kernel/perf_event_paranoid")),
      sampling(),
      cores(ProcessInfo.processInfo.activeProcessorCount),
    ]
  }

  private static func needed() async -> [DoctorCheck] {
    [
      check("hamon", HamonVersion.description, isNeeded: true, cost: "", remedy: ""),
      check(
        "swift",
        // The driver would leave a temporary directory behind.
        await DoctorProbe.version(of: "swift", ["-frontend", "-version"]),
        isNeeded: true,
        cost: "benchmarks cannot be built",
        remedy: "install a toolchain from swift.org"
      ),
      check(
        "lttng-ust",
        await DoctorProbe.libraryVersion("lttng-ust", header: "lttng/tracepoint.h"),
        isNeeded: true,
        cost: "programs that are built now emit no events",
        remedy: install("liblttng-ust-dev")
      ),
      check(
        "lttng",
        await DoctorProbe.version(of: "lttng"),
        isNeeded: true,
        cost: "hamon record does not work",
        remedy: install("lttng-tools")
      ),
      check(
        "lttng-sessiond",
        await DoctorProbe.version(of: "lttng-sessiond"),
        isNeeded: true,
        cost: "hamon record does not work",
        remedy: install("lttng-tools")
      ),
      await traceReader(),
    ]
  }

  private static func optional() async -> [DoctorCheck] {
    [
      check(
        "setpriv",
        await DoctorProbe.version(of: "setpriv"),
        cost: "a recorder that is killed (SIGKILL) leaves its session daemon running",
        remedy: install("util-linux")
      ),
      check(
        "babeltrace2",
        await DoctorProbe.version(of: "babeltrace2"),
        cost: "traces cannot be printed as text",
        remedy: install("babeltrace2")
      ),
      check(
        "valgrind",
        await DoctorProbe.version(of: "valgrind"),
        cost: "nothing is counted: no hamon bench --counts, and hamon gate needs --no-counts",
        remedy: install("valgrind")
      ),
      check(
        "gnuplot",
        await DoctorProbe.version(of: "gnuplot"),
        cost: "reports have no plots",
        remedy: install("gnuplot-nox")
      ),
      check(
        "xmllint",
        (try? ExecutableSearch.path(of: "xmllint")).map { _ in "installed" },
        cost: "analyses for Trace Compass are not checked",
        remedy: install("libxml2-utils")
      ),
      check(
        "cairo and pango",
        await DoctorProbe.libraryVersion("pangocairo", header: "pango-1.0/pango/pangocairo.h"),
        cost: "views are not shown as PNG, and their texts are measured as blocks",
        remedy: install("libpango1.0-dev libcairo2-dev")
      ),
      check(
        "gtk",
        await DoctorProbe.libraryVersion("gtk4", header: "gtk-4.0/gtk/gtk.h"),
        cost: "views are not shown in windows",
        remedy: install("libgtk-4-dev")
      ),
      check(
        "xvfb",
        (try? ExecutableSearch.path(of: "Xvfb")).map { _ in "installed" },
        cost: "windows are not tested, and not measured without a display",
        remedy: install("xvfb")
      ),
    ]
  }

  private static func check(
    _ name: String,
    _ version: String?,
    isNeeded: Bool = false,
    cost: String,
    remedy: String
  ) -> DoctorCheck {
    DoctorCheck(
      name: name,
      finding: version.map { .present($0) } ?? .missing("not found"),
      isNeeded: isNeeded,
      cost: cost,
      remedy: remedy
    )
  }

  private static func install(_ package: String) -> String {
    "run tools/setup, or: apt-get install \(package)"
  }

  private static func traceReader() async -> DoctorCheck {
    let installed = await DoctorProbe.libraryVersion(
      "babeltrace2",
      header: "babeltrace2/babeltrace.h"
    )
    let finding: DoctorCheck.Finding =
      if TraceReader.isSupported {
        .present("\(installed ?? "version unknown"), built in")
      } else if let installed {
        .missing("\(installed) is installed, this hamon was built without it")
      } else {
        .missing("not found")
      }
    return DoctorCheck(
      name: "libbabeltrace2",
      finding: finding,
      isNeeded: true,
      cost: "traces are recorded, but not read: no counts, no hamon report",
      remedy: installed == nil
        ? "\(install("libbabeltrace2-dev")); then build hamon again" : "build hamon again"
    )
  }

  /// Judges whether a recording can have a session daemon of its own.
  ///
  /// - Parameters:
  ///   - system: The process id of the system's daemon.
  ///   - isRoot: Whether the user is root, whose daemons need a mount namespace.
  ///   - isInTracingGroup: Whether LTTng gives the user the system's daemon.
  ///   - refusal: Why root may not make a mount namespace.
  /// - Returns: A finding that is missing only if nothing can be recorded now.
  static func sessionDaemons(
    system: Int? = DoctorProbe.systemSessionDaemon,
    isRoot: Bool = geteuid() == 0,
    isInTracingGroup: Bool = DoctorProbe.isInTracingGroup,
    refusal: String? = geteuid() == 0 ? DaemonIsolation.mountNamespaceRefusal() : nil
  ) -> DoctorCheck {
    let daemon = system.map { "the system's runs too (process \($0))" } ?? "no other runs"
    let finding: DoctorCheck.Finding
    if isRoot, let refusal {
      finding =
        system == nil
        ? .present("root may not unshare (\(refusal)): one recording at a time; \(daemon)")
        : .missing("root may not unshare (\(refusal)), and \(daemon)")
    } else if !isRoot && isInTracingGroup && system != nil {
      finding = .missing("you are in group tracing, and \(daemon)")
    } else {
      finding = .present(isRoot ? "root may unshare; \(daemon)" : daemon)
    }
    return DoctorCheck(
      name: "session daemon",
      finding: finding,
      isNeeded: true,
      cost: "hamon record cannot have a daemon of its own",
      remedy: "stop that daemon (systemctl stop lttng-sessiond), or record as another user"
    )
  }

  /// Judges the room for ring buffers.
  private static func sharedMemory() -> DoctorCheck {
    func missing(_ error: SuiteError, isNeeded: Bool, cost: String) -> DoctorCheck {
      DoctorCheck(
        name: "shared memory",
        finding: .missing("\(error.subject): \(error.problem)"),
        isNeeded: isNeeded,
        cost: cost,
        remedy: error.remedy
      )
    }
    do throws(RecordingError) {
      let memory = try SharedMemory()
      let (need, shortage) = try memory.standard()
      if let shortage {
        return missing(shortage.error, isNeeded: false, cost: "events are discarded sooner")
      }
      let room = "\(need >> 20) MB of /dev/shm for each user, \(memory.free >> 20) MB are free"
      return check("shared memory", "a recording takes \(room)", cost: "", remedy: "")
    } catch {
      return missing(error.error, isNeeded: true, cost: "hamon record does not work")
    }
  }

  /// Judges the hardware counters by the kernel's setting.
  ///
  /// - Parameter paranoid: kernel.perf_event_paranoid; `nil` for a kernel without counters.
  /// - Returns: Missing if ordinary users may not count events of their own programs.
  static func perfCounters(_ paranoid: Int?) -> DoctorCheck {
    let hasUnit = FileManager.default.fileExists(atPath: "/sys/bus/event_source/devices/cpu")
    let finding: DoctorCheck.Finding =
      if let paranoid, hasUnit {
        paranoid <= 2 || geteuid() == 0
          ? .present("perf_event_paranoid is \(paranoid)")
          : .missing("perf_event_paranoid is \(paranoid)")
      } else {
        .missing(
          paranoid == nil ? "the kernel has none" : "this machine shows no counters (virtual?)"
        )
      }
    return DoctorCheck(
      name: "perf counters",
      finding: finding,
      cost: "cycles and cache misses of the real machine are not measured; valgrind needs none",
      remedy: "a real machine, and as root: sysctl kernel.perf_event_paranoid=2"
    )
  }

  /// Tries the sampling engines.
  static func sampling() -> DoctorCheck {
    let finding: DoctorCheck.Finding
    do throws(SuiteError) {
      let choice = try EngineChoice(frequency: 999)
      let kernel = choice.includesKernel ? "" : "; not in the kernel, which needs privileges"
      finding = .present("\(choice.engine.title) (\(choice.reason))\(kernel)")
    } catch {
      finding = .missing(error.problem)
    }
    return DoctorCheck(
      name: "samples",
      finding: finding,
      cost: "hamon record --samples does not work: reports show what took long, but not why",
      remedy:
        "as root: sysctl kernel.perf_event_paranoid=2, and let the container call perf_event_open"
    )
  }

  private static func cores(_ count: Int) -> DoctorCheck {
    DoctorCheck(
      name: "cores",
      finding: count > 1 ? .present("\(count)") : .missing("only 1"),
      cost: "the recorder competes with what it records: latencies are too long",
      remedy: "measure on a machine with 2 cores or more"
    )
  }
}
