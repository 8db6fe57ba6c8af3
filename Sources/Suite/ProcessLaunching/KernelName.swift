/// Names of processes and threads, of which the kernel keeps 15 bytes.
package enum KernelName {
  /// What libhamon-memory.so calls a frozen copy of a process.
  package static let frozenCopy = "hamon-copy"
  private static let maximumLength = 15
  private static let tracerSuffix = "-ust"
  /// What libdispatch calls the queues that its threads work for: a thread has the last 15 bytes.
  private static let dispatchQueues = [
    "maintenance", "background", "utility", "default", "user-initiated", "user-interactive",
  ].map { "com.apple.root.\($0)-qos" }

  /// The name of a program's file if the kernel has cut it to this name; `nil` if the name is whole, or another one.
  package static func program(_ path: String, cutTo name: String) -> String? {
    let file = path.split(separator: "/").last.map(String.init) ?? ""
    return isCut(name) && file.utf8.count > maximumLength && file.hasPrefix(name) ? file : nil
  }

  /// The name of a thread, with what the kernel has cut off as far as it is known.
  ///
  /// - Parameters:
  ///   - name: The name that the kernel keeps.
  ///   - process: The whole name of its process, which a thread has until it takes another one.
  /// - Returns: The whole name, or else the same.
  package static func thread(_ name: String, of process: String?) -> String {
    guard isCut(name) else { return name }
    if let process, process.hasPrefix(name) { return process }
    if let process, isOfTracer(name, process: process) { return "\(process)\(tracerSuffix)" }
    if name == "-qos.overcommit" { return "com.apple.root...-qos.overcommit" }
    return dispatchQueues.first { $0.hasSuffix(name) } ?? name
  }

  /// Whether a thread, other than the first, is one of LTTng's own: it adds a suffix to the name of the process, cut to make room.
  package static func isOfTracer(_ name: String, process: String) -> Bool {
    // Threads that a program starts have its own name, which may end alike.
    guard name.hasSuffix(tracerSuffix), !process.hasPrefix(name) else { return false }
    let rest = name.dropLast(tracerSuffix.count)
    return rest == process || isCut(name) && process.hasPrefix(rest)
  }

  private static func isCut(_ name: String) -> Bool { name.utf8.count == maximumLength }
}
