#if HAS_BABELTRACE
import CBabeltrace
import Foundation
import Synchronization

// SAFETY: of this file: what the library lends is used only while the event, class or message that it was borrowed from is held, and every
// reference that it gives is released once.

/// The library's objects for one reading: a source component for each input, all connected to one sink, ``MergingSink``.
///
/// The library's own muxer would end at the first stream with a fault and lose the later events of all others.
@safe final class BabeltraceGraph {
  /// One thread at a time loads and unloads plugins: the library keeps one list of their classes in each process, without a lock.
  private static let loading = Mutex(())

  private let graph: OpaquePointer
  private let plugin: OpaquePointer
  private let sourceClass: OpaquePointer
  private var ports: [Port] = []

  @safe private struct Port {
    let source: OpaquePointer
    let index: UInt64
    let input: TraceInput
  }

  /// Creates a graph without components.
  ///
  /// - Parameter directory: Where a copy of the plugin that logs is made; `nil` for one that doesn't log.
  /// - Throws: ``TraceReadingError`` if the library or its plugin can't be used.
  init(temporaryDirectory directory: String? = nil) throws(TraceReadingError) {
    // Errors are taken from the thread and reported in one line; the library's own log would add pages of its internals on stderr.
    bt_logging_set_global_level(BT_LOGGING_LEVEL_NONE)
    BabeltraceError.clear()
    let plugin = unsafe try Self.loading.withLock { _ throws(TraceReadingError) in
      unsafe try Self.loadPlugin(copiedTo: directory)
    }
    guard
      let sourceClass = unsafe bt_plugin_borrow_source_component_class_by_name_const(plugin, "fs"),
      let graph = unsafe bt_graph_create(0)
    else {
      Self.loading.withLock { _ in unsafe bt_plugin_put_ref(plugin) }
      throw Self.failure("it cannot make a graph with `source.ctf.fs`")
    }
    unsafe self.plugin = unsafe plugin
    unsafe self.sourceClass = unsafe sourceClass
    unsafe self.graph = unsafe graph
  }

  deinit {
    Self.loading.withLock { _ in
      unsafe bt_graph_put_ref(graph)
      unsafe bt_plugin_put_ref(plugin)
    }
    BabeltraceError.clear()
  }

  private static func loadPlugin(
    copiedTo directory: String?
  ) throws(TraceReadingError) -> OpaquePointer {
    var found: OpaquePointer?
    let status = unsafe bt_plugin_find("ctf", 1, 1, 1, 1, 0, &found)
    guard status == BT_PLUGIN_FIND_STATUS_OK, let common = unsafe found else {
      throw failure("its plugin `ctf` was not found (\(BabeltraceError.take()))")
    }
    let logging = unsafe directory.flatMap { unsafe loggingCopy(of: common, in: $0) }
    if unsafe logging != nil { unsafe bt_plugin_put_ref(common) }
    return unsafe logging ?? common
  }

  /// Loads the plugin once more: it reads its log level from the environment only when it is loaded.
  private static func loggingCopy(
    of plugin: OpaquePointer,
    in directory: String
  ) -> OpaquePointer? {
    let copy = "\(directory)/\(UUID().uuidString).so"
    guard let path = unsafe bt_plugin_get_path(plugin),
      (try? FileManager.default.copyItem(atPath: unsafe String(cString: path), toPath: copy)) != nil
    else { return nil }
    let variable = "BABELTRACE_PLUGIN_CTF_METADATA_LOG_LEVEL"
    unsafe setenv(variable, "WARNING", 0)
    defer { unsafe unsetenv(variable) }
    var loaded: OpaquePointer?
    let status = unsafe bt_plugin_find_all_from_file(copy, 0, &loaded)
    guard status == BT_PLUGIN_FIND_ALL_FROM_FILE_STATUS_OK, let loaded = unsafe loaded else {
      BabeltraceError.clear()
      return nil
    }
    defer { unsafe bt_plugin_set_put_ref(loaded) }
    let plugin = unsafe bt_plugin_set_borrow_plugin_by_index_const(loaded, 0)
    unsafe bt_plugin_get_ref(plugin)
    return unsafe plugin
  }

  /// Adds a source component.
  ///
  /// - Parameters:
  ///   - input: What it reads.
  ///   - name: A unique name.
  ///   - level: What the library logs about it, on standard error.
  /// - Returns: Whether the library accepts the input. After a refusal the graph must not be used further.
  func add(
    _ input: TraceInput,
    name: String,
    level: bt_logging_level = BT_LOGGING_LEVEL_NONE
  ) -> Bool {
    defer { BabeltraceError.clear() }
    guard let parameters = unsafe bt_value_map_create() else { return false }
    defer { unsafe bt_value_put_ref(parameters) }
    var list: OpaquePointer?
    let status = unsafe bt_value_map_insert_empty_array_entry(parameters, "inputs", &list)
    guard status == BT_VALUE_MAP_INSERT_ENTRY_STATUS_OK else { return false }
    for path in input.paths {
      let status = unsafe bt_value_array_append_string_element(list, path)
      guard status == BT_VALUE_ARRAY_APPEND_ELEMENT_STATUS_OK else { return false }
    }
    var component: OpaquePointer?
    let added = unsafe bt_graph_add_source_component(
      graph,
      sourceClass,
      name,
      parameters,
      level,
      &component
    )
    guard added == BT_GRAPH_ADD_COMPONENT_STATUS_OK, let component = unsafe component else {
      return false
    }
    for index in unsafe 0..<bt_component_source_get_output_port_count(component) {
      unsafe ports.append(Port(source: component, index: index, input: input))
    }
    return true
  }

  /// Finds the library's reason to refuse an input, which only its log has.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - directory: Where temporary files go.
  /// - Returns: The reason; `nil` if the library accepts the input.
  static func reasonForRefusing(_ input: TraceInput, in directory: String) -> String? {
    var isTaken = true
    let log = StandardErrorCapture.text {
      guard let graph = try? BabeltraceGraph(temporaryDirectory: directory) else { return }
      isTaken = graph.add(input, name: "refused", level: BT_LOGGING_LEVEL_WARNING)
    }
    // The first message is the cause of all others: `TIME PROCESS THREAD E TAG FUNCTION@FILE:LINE [COMPONENT] MESSAGE`.
    let complaints = log.split(separator: "\n").compactMap { line in
      line.firstMatch(of: #/^\S+ \S+ +\d+ +\d+ [WE] \S+ \S+@\S+:\d+ (?:\[[^\]]*\] )?(.*)/#)
        .map { String($0.1) }
    }
    guard !isTaken else { return nil }
    // The library says nothing about empty metadata.
    guard let first = complaints.first, !first.hasPrefix("Cannot update metadata decoder") else {
      return "it declares no trace"
    }
    return BabeltraceError.condensed(
      first.replacing(#/^At line (\d+) in metadata stream/#) { "at line \($0.1)" }
    )
  }

  /// Reads all added inputs.
  func run(into sink: MergingSink) throws(TraceReadingError) {
    guard !ports.isEmpty else { return }
    let component = unsafe try addSink(sink)
    for (index, port) in ports.enumerated() {
      let output = unsafe bt_component_source_borrow_output_port_by_index_const(
        port.source,
        port.index
      )
      let input = unsafe bt_component_sink_borrow_input_port_by_index_const(
        component,
        UInt64(index)
      )
      let status = unsafe bt_graph_connect_ports(graph, output, input, nil)
      guard status == BT_GRAPH_CONNECT_PORTS_STATUS_OK else {
        throw Self.failure("it cannot connect a stream (\(BabeltraceError.take()))")
      }
    }
    let status = unsafe bt_graph_run(graph)
    guard status == BT_GRAPH_RUN_STATUS_OK else {
      throw Self.failure("it stopped reading (\(BabeltraceError.take()))")
    }
  }

  private func addSink(_ sink: MergingSink) throws(TraceReadingError) -> OpaquePointer {
    guard let sinkClass = unsafe MergingSink.makeComponentClass() else {
      throw Self.failure("it cannot make a component class")
    }
    defer { unsafe bt_component_class_sink_put_ref(sinkClass) }
    sink.inputs = ports.map(\.input)
    var component: OpaquePointer?
    // SAFETY: the graph uses the sink only while it runs, and the caller of `run` holds it.
    let status = unsafe bt_graph_add_sink_component_with_initialize_method_data(
      graph,
      sinkClass,
      "sink",
      nil,
      Unmanaged.passUnretained(sink).toOpaque(),
      BT_LOGGING_LEVEL_NONE,
      &component
    )
    guard status == BT_GRAPH_ADD_COMPONENT_STATUS_OK, let component = unsafe component else {
      throw Self.failure("it cannot add a component (\(BabeltraceError.take()))")
    }
    return unsafe component
  }

  private static func failure(_ problem: String) -> TraceReadingError {
    TraceReadingError(.libraryFailure, path: "libbabeltrace2", problem: problem)
  }
}

/// What libbabeltrace2 says about its last failure on this thread.
enum BabeltraceError {
  /// Takes the error from the thread and condenses it into one line.
  ///
  /// - Returns: The innermost cause, which is the one about the trace.
  static func take() -> String {
    guard let error = unsafe bt_current_thread_take_error() else { return "unknown failure" }
    defer { unsafe bt_error_release(error) }
    guard unsafe bt_error_get_cause_count(error) > 0,
      let cause = unsafe bt_error_borrow_cause_by_index(error, 0),
      let message = unsafe bt_error_cause_get_message(cause)
    else { return "unknown failure" }
    return unsafe condensed(String(cString: message))
  }

  /// Clears an error left by a call that succeeded: the library aborts the process if it is called while the thread has an error.
  static func clear() { bt_current_thread_clear_error() }

  /// One line of at most 240 characters, without the addresses that help only the library's authors.
  static func condensed(_ text: String) -> String {
    let words = text.split { $0.isWhitespace || $0.isNewline }
      .filter { !$0.contains("addr=0x") }
      .map { $0.filter { !$0.isASCII || ($0 >= " " && $0 != "\u{7f}") } }
    var trimmed = words.joined(separator: " ")
    while let last = trimmed.last, ".,:;".contains(last) { trimmed.removeLast() }
    return trimmed.count > 240 ? trimmed.prefix(237) + "..." : trimmed
  }
}
#endif
