import Glibc
package import SuiteErrors

/// A limit of this process: getrlimit(2).
///
/// Below some limits, threads and calls fail unexpectedly: code that needs them hangs or crashes.
package struct ProcessLimit: Sendable {
  /// Its option of a shell's `ulimit`.
  private let option: String
  private let name: String
  /// The number of the kernel's units in one of `ulimit`.
  private let unit: UInt64
  /// The limit in force, and its maximum.
  package let soft: UInt64
  package let hard: UInt64

  package static var openFiles: Self { Self("-n", "open files", RLIMIT_NOFILE.rawValue) }
  package static var addressSpace: Self {
    Self("-v", "address space", RLIMIT_AS.rawValue, unit: 1024)
  }
  package static var fileSize: Self { Self("-f", "file size", RLIMIT_FSIZE.rawValue, unit: 1024) }
  /// Only C knows its number, RLIMIT_NPROC.
  package static var processes: Self { Self("-u", "processes", 6) }

  private init(_ option: String, _ name: String, _ resource: UInt32, unit: UInt64 = 1) {
    (self.option, self.name, self.unit) = (option, name, unit)
    var limit = rlimit(rlim_cur: .max, rlim_max: .max)
    // SAFETY: writes the structure, for the call only.
    unsafe getrlimit(__rlimit_resource_t(resource), &limit)
    (soft, hard) = (UInt64(limit.rlim_cur), UInt64(limit.rlim_max))
  }

  /// The error of a limit that is too low.
  ///
  /// - Parameters:
  ///   - need: What is needed, in the kernel's units.
  ///   - purpose: What needs it.
  /// - Returns: The error, with the remedy.
  package func error(need: UInt64, for purpose: String) -> SuiteError {
    let remedy = "raise it: ulimit \(option) \((need + unit - 1) / unit)"
    return SuiteError(
      "\(name) (ulimit \(option))",
      "the limit of \(soft / unit) is too low for \(purpose)",
      remedy: remedy + (hard < need ? ", as root, or where it was set" : "")
    )
  }

  /// The error of a limit that is too low for hamon itself; `nil` if all are high enough.
  package static var shortage: SuiteError? {
    if openFiles.soft < 64 { return openFiles.error(need: 1024, for: "hamon") }
    if addressSpace.soft < 1 << 30 { return addressSpace.error(need: 1 << 30, for: "hamon") }
    let processes = processes
    guard processes.soft < 1 << 12, !canStart(threads: 64) else { return nil }
    return processes.error(need: 1 << 12, for: "hamon and what this user runs")
  }

  /// Whether so many threads can be started at once; the kernel counts those of all the user's processes, some of which may be invisible
  /// here.
  private static func canStart(threads count: Int) -> Bool {
    var end: [Int32] = [-1, -1]
    // SAFETY: pipe writes two numbers, pthread_create one; each thread gets a number instead of a pointer, and is waited for.
    guard unsafe pipe(&end) == 0 else { return false }
    let threads = (0..<count).compactMap { _ -> pthread_t? in
      var thread = pthread_t()
      let code = unsafe pthread_create(
        &thread,
        nil,
        waitForEnd,
        UnsafeMutableRawPointer(bitPattern: Int(end[0]))
      )
      return code == 0 ? thread : nil
    }
    close(end[1])
    for thread in threads { pthread_join(thread, nil) }
    close(end[0])
    return threads.count == count
  }
}

/// Waits until the other end of a pipe is closed.
private func waitForEnd(_ descriptor: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  var byte: UInt8 = 0
  // SAFETY: the pointer is a number, and at most one byte is read.
  _ = unsafe read(Int32(Int(bitPattern: descriptor)), &byte, 1)
  return nil
}
