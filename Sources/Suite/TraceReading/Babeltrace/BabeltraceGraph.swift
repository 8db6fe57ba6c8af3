#if HAS_BABELTRACE
import CBabeltrace
import Foundation

// SAFETY: of this file: what the library lends is used only while the event, class or message that it was borrowed
// from is held, and what it gives is given back once.

/// The library's objects for one reading: a source component for each input, all connected to one
/// sink, which is ``MergingSink``.
///
/// The library has a muxer that would merge the streams, but it ends at the first stream with a
/// fault, and the others' events after that moment would be lost.
@safe final class BabeltraceGraph {
  private let graph: OpaquePointer
  private let plugin: OpaquePointer
  private let sourceClass: OpaquePointer
  private var ports: [Port] = []

  @safe private struct Port {
    let source: OpaquePointer
    let index: UInt64
    let input: TraceInput
  }

  /// Makes a graph without components.
  ///
  /// - Parameter directory: Where a copy of the plugin is made that logs; `nil` for one that doesn't.
  /// - Throws: ``TraceReadingError`` where the library or its plugin can't be used.
  init(temporaryDirectory directory: String? = nil) throws(TraceReadingError) {
    // Errors are taken from the thread and told in one line; the library's own log would mix them
    // with pages of its internals on stderr.
    bt_logging_set_global_level(BT_LOGGING_LEVEL_NONE)
    BabeltraceError.clear()
    var found: OpaquePointer?
    let status = unsafe bt_plugin_find("ctf", 1, 1, 1, 1, 0, &found)
    guard status == BT_PLUGIN_FIND_STATUS_OK, let common = unsafe found else {
      throw Self.failure("its plugin `ctf` was not found (\(BabeltraceError.take()))")
    }
    let logging = unsafe directory.flatMap { unsafe Self.loggingCopy(of: common, in: $0) }
    if unsafe logging != nil { unsafe bt_plugin_put_ref(common) }
    let plugin = unsafe logging ?? common
    guard
      let sourceClass = unsafe bt_plugin_borrow_source_component_class_by_name_const(plugin, "fs"),
      let graph = unsafe bt_graph_create(0)
    else {
      unsafe bt_plugin_put_ref(plugin)
      throw Self.failure("it cannot make a graph with `source.ctf.fs`")
    }
    unsafe self.plugin = unsafe plugin
    unsafe self.sourceClass = unsafe sourceClass
    unsafe self.graph = unsafe graph
  }

  deinit {
    unsafe bt_graph_put_ref(graph)
    unsafe bt_plugin_put_ref(plugin)
    BabeltraceError.clear()
  }

  /// Loads the plugin once more: how much its parser logs, it asks the environment when it is loaded.
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
  ///   - name: Its name, which no other has.
  ///   - level: What the library logs of it, on standard error.
  /// - Returns: Whether the library takes the input. After a refusal the graph must not be used further.
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

  /// Asks the library for its reason to refuse an input, which it tells nobody but its log.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - directory: Where temporary files go.
  /// - Returns: The reason; `nil` where it takes the input.
  static func reasonForRefusing(_ input: TraceInput, in directory: String) -> String? {
    var isTaken = true
    let log = StandardErrorCapture.text {
      guard let graph = try? BabeltraceGraph(temporaryDirectory: directory) else { return }
      isTaken = graph.add(input, name: "refused", level: BT_LOGGING_LEVEL_WARNING)
    }
    // What is told first has led to all that follows: `TIME PROCESS THREAD E TAG FUNCTION@FILE:LINE [COMPONENT] MESSAGE`.
    let complaints = log.split(separator: "\n").compactMap { line in
      line.firstMatch(of: #/^\S+ \S+ +\d+ +\d+ [WE] \S+ \S+@\S+:\d+ (?:\[[^\]]*\] )?(.*)/#)
        .map { String($0.1) }
    }
    guard !isTaken else { return nil }
    // It is silent about metadata in which there is nothing.
    guard let first = complaints.first, !first.hasPrefix("Cannot update metadata decoder") else {
      return "it declares no trace"
    }
    return BabeltraceError.condensed(
      first.replacing(#/^At line (\d+) in metadata stream/#) { "at line \($0.1)" }
    )
  }

  /// Reads all that has been added.
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
    // SAFETY: the graph uses the sink only until it has run, and the caller of `run` holds it.
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

/// The account that libbabeltrace2 gives of its last failure on this thread.
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

  /// Forgets an error that a call left behind although it succeeded: the library aborts the process
  /// when it is called while the thread has an error.
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
