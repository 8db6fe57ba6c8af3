import TraceReading

/// An id or a name of one process, which other processes may have too.
struct InProcess<Process: Hashable, ID: Hashable>: Hashable {
  let process: Process
  let id: ID
}

/// The names of processes, threads and counters in formats that identify them by one number or one name.
struct ExportedNames {
  /// A counter, or a distribution that is shown as one.
  private struct Counter: Hashable {
    let owner: String?
    let isSample: Bool
  }

  private let catalog: TraceCatalog
  /// The first number beyond the ids of processes and threads.
  private let firstMadeUpID: Int64
  private var processIDs: [Int64] = []
  /// The first counter with each title.
  private var counters: [InProcess<Int, String>: Counter] = [:]

  init(_ catalog: TraceCatalog, firstMadeUpID: Int64) {
    self.catalog = catalog
    self.firstMadeUpID = firstMadeUpID
  }

  /// The process's own id; a unique number if it is unknown or another host has the same.
  ///
  /// - Complexity: O(1), except the first call for a process, which is proportional to the processes before it.
  mutating func processID(_ index: Int) -> Int64 {
    while processIDs.count <= index {
      let next = processIDs.count
      let own = catalog.processes[next].processID
      let isTaken = own.map(processIDs.contains) ?? true
      processIDs.append(isTaken ? firstMadeUpID + Int64(next) : own ?? 0)
    }
    return processIDs[index]
  }

  /// The process's name, and its host's.
  func process(_ index: Int) -> String {
    let process = catalog.processes[index]
    return [process.name ?? "process", process.hostname].filter { !$0.isEmpty }
      .joined(separator: "@")
  }

  /// The thread's own id, or a unique number.
  func threadID(_ index: Int) -> Int64 {
    catalog.threads[index].threadID ?? firstMadeUpID + Int64(index)
  }

  /// The subsystem and category that emit something; `nil` for neither.
  func owner(_ subsystem: TraceSymbol?, _ category: TraceSymbol?) -> String? {
    let parts = [subsystem, category].compactMap { $0.map(catalog.string) }.filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }

  /// The title of a counter; `nil` for any other event.
  mutating func counter(_ event: TraceEvent) -> String? {
    switch event.payload {
    case .counter(let name, _, let subsystem, let category, let store):
      title(
        catalog.string(name) + (store.map { " store \($0)" } ?? ""),
        Counter(owner: owner(subsystem, category), isSample: false),
        event.processIndex
      )
    case .sample(let name, _, let subsystem, let category):
      title(
        catalog.string(name),
        Counter(owner: owner(subsystem, category), isSample: true),
        event.processIndex
      )
    default: nil
    }
  }

  /// The name of a counter; only the first one in a process has the name alone, others have their owner added.
  private mutating func title(_ name: String, _ counter: Counter, _ process: Int) -> String {
    let title = InProcess(process: process, id: name)
    let first = counters[title, default: counter]
    counters[title] = first
    guard first != counter else { return name }
    let parts = [counter.owner, counter.isSample ? "measured" : nil].compactMap { $0 }
    return "\(name) (\(parts.isEmpty ? "no subsystem" : parts.joined(separator: ", ")))"
  }
}
