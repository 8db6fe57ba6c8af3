import EventTable
import ProcessLaunching

/// What the events of a trace refer to: texts, threads, processes and event names.
///
/// It grows while a ``TraceReader`` reads; the indices and symbols of an event are valid from its delivery on.
package final class TraceCatalog {
  /// The threads that have emitted events, in the order of their first event.
  package internal(set) var threads: [TraceThread] = []

  /// The processes that have emitted events, or told what their numbers stand for, in the order of the first.
  package internal(set) var processes: [TraceProcess] = []

  /// The names of all declared events, with their counts.
  package internal(set) var eventClasses: [TraceEventClass] = []

  /// The pairs of events that mark intervals: those of the event table, in its order, then the others of the trace.
  package private(set) var intervals: [TraceIntervalClass]

  private var symbols = SymbolTable()
  private var threadIndices: [ThreadKey: Int] = [:]
  private var processIndices: [ProcessKey: Int] = [:]
  private var classIndices: [ClassKey: Int] = [:]
  /// The names that processes give themselves, and the files of their programs, possibly before their first event.
  private var processNames: [ProcessKey: String] = [:]
  private var programs: [ProcessKey: String] = [:]

  /// The providers whose intervals have parents only among their own.
  private var namespaces: [String] = []
  private static let maximumIntervals = 1024

  /// A cache of the texts of the first symbols: exports ask for several for each interval.
  private var strings: [String?] = []
  static let maximumStrings = 4096

  /// Creates a catalog with only the pairs of the event table.
  package init() {
    intervals = EventDefinition.all.filter { $0.role == .begin }.map {
      let name = String($0.name.dropLast("_begin".count))
      return TraceIntervalClass(
        label: $0.label ?? name,
        begin: $0.name,
        end: name + "_end",
        key: "id",
        namespace: 0
      )
    }
  }

  /// Returns the kind of interval that an event of the table begins.
  package func kind(ofBegin name: String) -> TraceIntervalKind? {
    intervals.firstIndex { $0.begin == name }.map { TraceIntervalKind(index: Int16($0)) }
  }

  package var kinds: [TraceIntervalKind] {
    intervals.indices.map { TraceIntervalKind(index: Int16($0)) }
  }

  /// Adds a pair of events; `nil` if there are too many.
  func add(_ interval: TraceIntervalClass) -> TraceIntervalKind? {
    guard intervals.count < Self.maximumIntervals else { return nil }
    intervals.append(interval)
    return TraceIntervalKind(index: Int16(intervals.count - 1))
  }

  /// The namespace of a provider's ids: one for the providers of the table, one for threads.
  func namespace(of provider: String?) -> Int {
    guard let provider else { return 1 }
    if EventDefinition.all.contains(where: { $0.provider == provider }) { return 0 }
    if let index = namespaces.firstIndex(of: provider) { return index + 2 }
    namespaces.append(provider)
    return namespaces.count + 1
  }

  /// Returns the text of a symbol; bytes that aren't UTF-8 are replaced.
  ///
  /// - Complexity: Constant for the first ``maximumStrings`` symbols, after the first time. For others proportional to the length of the
  ///   text, with an allocation if it is over 15 bytes.
  package func string(_ symbol: TraceSymbol) -> String {
    let place = Int(symbol.index)
    if place < strings.count, let known = strings[place] { return known }
    let text = symbols.string(symbol)
    guard place < Self.maximumStrings else { return text }
    while strings.count <= place { strings.append(nil) }
    strings[place] = text
    return text
  }

  // SAFETY: the text is only read during the call.
  func symbol(for text: UnsafeRawBufferPointer) -> TraceSymbol { unsafe symbols.symbol(for: text) }

  /// Returns the symbol of a text, which is stored if it is new.
  package func symbol(for text: String) -> TraceSymbol { symbols.symbol(for: text) }

  /// Returns the index of a thread, adding it if it is new; calls `name` only then.
  ///
  /// - Parameters:
  ///   - key: The thread.
  ///   - processName: The trace's name for its only process, if it has one.
  ///   - name: The thread's own name.
  /// - Returns: Its index.
  func threadIndex(for key: ThreadKey, processName: String?, name: () -> String?) -> Int {
    if let index = threadIndices[key] { return index }
    let name = name()
    let process = processIndex(for: key)
    // Threads name themselves: only the main thread starts with the name of its process, until it takes another.
    let isMainThread = key.threadID != nil && key.threadID == key.processID
    if processes[process].name == nil {
      let found = processName ?? (isMainThread ? name : nil)
      let owner = ProcessKey(hostname: key.hostname, processID: key.processID)
      processes[process].name = found.map { whole($0, of: owner) }
    }
    threads.append(
      TraceThread(processIndex: process, threadID: key.threadID, name: name, eventCount: 0)
    )
    threadIndices[key] = threads.count - 1
    return threads.count - 1
  }

  /// Returns the index of an event name, adding it if it is new.
  func classIndex(fullName: String, isDecoded: Bool) -> Int {
    let key = ClassKey(fullName: fullName, isDecoded: isDecoded)
    if let index = classIndices[key] { return index }
    let parts = fullName.split(
      separator: ":",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    eventClasses.append(
      TraceEventClass(
        provider: parts.count == 2 ? String(parts[0]) : "",
        name: String(parts.last ?? ""),
        count: 0,
        isDecoded: isDecoded
      )
    )
    classIndices[key] = eventClasses.count - 1
    return eventClasses.count - 1
  }

  /// Notes the name that a process gives itself, or the file of its program.
  func nameProcess(
    _ processID: Int64,
    of hostname: TraceSymbol,
    _ text: String,
    isProgram: Bool = false
  ) {
    let key = ProcessKey(hostname: hostname, processID: processID)
    // Libraries have such an event too, which some recordings keep.
    if isProgram, text.contains(".so") { return }
    if isProgram { programs[key] = text } else { processNames[key] = text }
    guard let index = processIndices[key] else { return }
    if let name = isProgram ? processes[index].name : text {
      processes[index].name = whole(name, of: key)
    }
  }

  /// The name of a process, with what the kernel has cut off.
  private func whole(_ name: String, of key: ProcessKey) -> String {
    programs[key].flatMap { KernelName.program($0, cutTo: name) } ?? name
  }

  /// The name of a thread, with what the kernel has cut off as far as it is known; `nil` if the trace has none.
  package func name(ofThread index: Int) -> String? {
    let thread = threads[index]
    return thread.name.map { KernelName.thread($0, of: processes[thread.processIndex].name) }
  }

  func processIndex(for key: ThreadKey) -> Int {
    let processKey = ProcessKey(hostname: key.hostname, processID: key.processID)
    if let index = processIndices[processKey] { return index }
    processes.append(
      TraceProcess(
        hostname: string(key.hostname),
        processID: key.processID,
        name: processNames[processKey].map { whole($0, of: processKey) }
      )
    )
    processIndices[processKey] = processes.count - 1
    return processes.count - 1
  }

  struct ThreadKey: Hashable {
    let hostname: TraceSymbol
    let processID: Int64?
    let threadID: Int64?
  }

  private struct ProcessKey: Hashable {
    let hostname: TraceSymbol
    let processID: Int64?
  }

  private struct ClassKey: Hashable {
    let fullName: String
    let isDecoded: Bool
  }
}

/// All events of one name in a trace.
package struct TraceEventClass: Sendable, Codable, Equatable {
  /// The part of the name before the colon; empty if there is no colon.
  package let provider: String

  /// The part of the name after the colon.
  package let name: String

  /// How many such events have been read.
  package internal(set) var count: UInt64

  /// Whether the event has a role, and the fields for it; other events are delivered as ``TracePayload/other``.
  package let isDecoded: Bool

  /// The name as LTTng writes it.
  package var fullName: String { provider.isEmpty ? name : "\(provider):\(name)" }
}

/// A thread that emitted events.
package struct TraceThread: Sendable, Equatable {
  /// Its process, as an index into ``TraceCatalog/processes``.
  package let processIndex: Int

  /// Its thread id in its own namespace; `nil` if the trace doesn't say.
  package let threadID: Int64?

  /// Its name when it was first seen, as the kernel keeps it; `nil` if the trace doesn't say.
  package let name: String?

  package internal(set) var eventCount: UInt64
}

/// A process that emitted events.
package struct TraceProcess: Sendable, Equatable {
  /// The host it ran on; empty if the trace doesn't say.
  package let hostname: String

  /// Its process id in its own namespace; `nil` if the trace doesn't say.
  package let processID: Int64?

  /// Its name, from itself or from its main thread; never that of another thread.
  package internal(set) var name: String?
}
