// Whoever reads what is made of profiles reads these too.
@_exported public import SampleProfiles
package import TraceReading

extension SampleProfile.ThreadID {
  /// A thread of a trace's events, by its place in the catalog.
  package init(_ place: Int, in catalog: TraceCatalog) {
    let thread = catalog.threads[place]
    let process = catalog.processes[thread.processIndex]
    self.init(
      process: Int32(truncatingIfNeeded: process.processID ?? -1),
      thread: Int32(truncatingIfNeeded: thread.threadID ?? -1)
    )
  }
}

extension StackTable {
  /// What a thread waits for in a stack.
  package func waitKind(of stack: Int32) -> WaitKind {
    let path = stacks[Int(stack)]
    let kind = WaitKind(names: path.lazy.map { functions[Int($0)].name })
    // Foundation waits for a child in a loop that would see other events, too.
    let isChild = kind == .inputOutput && has(path) { $0.name == "Process.waitUntilExit()" }
    return isChild ? .child : kind
  }

  /// Whether a running thread was in the kernel for a page of memory that wasn't there.
  func isFault(_ stack: Int32) -> Bool {
    has(stacks[Int(stack)]) { $0.object.isEmpty && Self.faults.contains($0.name) }
  }

  /// Whether a job of Swift's concurrency ran: a part of a task.
  func isOfJob(_ stack: Int32) -> Bool {
    has(stacks[Int(stack)]) { $0.name.hasPrefix("swift_job_run") }
  }

  private func has(_ path: [Int32], _ isWanted: (Function) -> Bool) -> Bool {
    path.contains { isWanted(functions[Int($0)]) }
  }

  /// What the kernel does then, on x86-64 and ARM.
  private static let faults: Set<String> = [
    "asm_exc_page_fault [kernel]", "exc_page_fault [kernel]", "do_page_fault [kernel]",
    "handle_mm_fault [kernel]",
  ]
}
