/// What the events of a trace refer to: texts, threads, processes and event names.
///
/// It grows while a ``TraceReader`` reads; an index or a symbol that an event bears is valid when
/// the event is delivered, and stays so.
public final class TraceCatalog {
  /// The threads that have emitted events, in the order of their first event.
  public internal(set) var threads: [TraceThread] = []

  /// The processes that have emitted events, in the order of their first event.
  public internal(set) var processes: [TraceProcess] = []

  /// The names of the events that occurred or could have, with how often they did.
  public internal(set) var eventClasses: [TraceEventClass] = []

  private var symbols = SymbolTable()
  private var threadIndices: [ThreadKey: Int] = [:]
  private var processIndices: [ProcessKey: Int] = [:]
  private var classIndices: [ClassKey: Int] = [:]
  /// What processes call themselves, which may come before their first event.
  private var processNames: [ProcessKey: String] = [:]

  init() {}

  /// Returns the text of a symbol; bytes that aren't UTF-8 are replaced.
  ///
  /// - Complexity: Proportional to the length of the text; allocates if that is over 15 bytes.
  public func string(_ symbol: TraceSymbol) -> String { symbols.string(symbol) }

  func symbol(for text: UnsafeRawBufferPointer) -> TraceSymbol { symbols.symbol(for: text) }

  /// Returns the symbol of a text, which is stored if it is new.
  package func symbol(for text: String) -> TraceSymbol { symbols.symbol(for: text) }

  /// Returns the index of a thread, which is added if it is new; `name` is asked for only then.
  ///
  /// - Parameters:
  ///   - key: The thread.
  ///   - processName: What the trace as a whole calls its one process, if it does.
  ///   - name: What the thread calls itself.
  /// - Returns: Its index.
  func threadIndex(for key: ThreadKey, processName: String?, name: () -> String?) -> Int {
    if let index = threadIndices[key] { return index }
    let name = name()
    let process = processIndex(for: key)
    // Threads name themselves: only the main thread has the name of its process, until it takes another.
    let isMainThread = key.threadID != nil && key.threadID == key.processID
    if processes[process].name == nil {
      processes[process].name = processName ?? (isMainThread ? name : nil)
    }
    threads.append(
      TraceThread(processIndex: process, threadID: key.threadID, name: name, eventCount: 0)
    )
    threadIndices[key] = threads.count - 1
    return threads.count - 1
  }

  /// Returns the index of an event name, which is added if it is new.
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

  /// Takes note of what a process calls itself.
  func nameProcess(_ processID: Int64, of hostname: TraceSymbol, _ name: String) {
    let key = ProcessKey(hostname: hostname, processID: processID)
    processNames[key] = name
    if let index = processIndices[key] { processes[index].name = name }
  }

  private func processIndex(for key: ThreadKey) -> Int {
    let processKey = ProcessKey(hostname: key.hostname, processID: key.processID)
    if let index = processIndices[processKey] { return index }
    processes.append(
      TraceProcess(
        hostname: string(key.hostname),
        processID: key.processID,
        name: processNames[processKey]
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
