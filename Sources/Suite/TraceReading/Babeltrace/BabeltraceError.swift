#if HAS_BABELTRACE
import CBabeltrace

// SAFETY: of this file: what the library lends is used only while the event, class or message that it was borrowed
// from is held, and what it gives is given back once.

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
