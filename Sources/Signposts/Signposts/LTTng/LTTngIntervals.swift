#if !canImport(os)
import CSignposts

// An interval's begin and end. The message is a field, emitted after the begin and not part of it: the arguments of a begin already fill
// the registers.
extension Signposter {
  @inlinable
  @inline(__always)
  func begin(
    _ name: StaticString,
    id: SignpostID,
    parent: SignpostID,
    isSynchronous: Bool = false,
    message: () -> String
  ) -> SignpostIntervalState {
    let state =
      isSynchronous
      ? emitSynchronousBegin(name, id: id, parent: parent)
      : emitBegin(name, id: id, parent: parent)
    emitMessage(message(), of: state.id)
    return state
  }

  @inlinable
  @inline(__always)
  func begin(
    named name: String,
    id: SignpostID,
    parent: SignpostID,
    isSynchronous: Bool = false,
    message: () -> String
  ) -> SignpostIntervalState {
    let state =
      isSynchronous
      ? emitSynchronousBegin(named: name, id: id, parent: parent)
      : emitBegin(named: name, id: id, parent: parent)
    emitMessage(message(), of: state.id)
    return state
  }

  @usableFromInline
  @inline(never)
  func emitBegin(
    _ name: StaticString,
    id: SignpostID,
    parent: SignpostID
  ) -> SignpostIntervalState {
    unsafe TraceText.with(name) { unsafe emitBegin($0, id: id, parent: parent) }
  }

  /// Begins an interval that ends on this thread, after everything that begins in it here.
  @usableFromInline
  @inline(never)
  func emitSynchronousBegin(
    _ name: StaticString,
    id: SignpostID,
    parent: SignpostID
  ) -> SignpostIntervalState {
    unsafe TraceText.with(name) {
      unsafe emitBegin($0, id: id, parent: parent, isSynchronous: true)
    }
  }

  @usableFromInline
  @inline(never)
  func emitBegin(named name: String, id: SignpostID, parent: SignpostID) -> SignpostIntervalState {
    unsafe TraceText.with(name) { unsafe emitBegin($0, id: id, parent: parent) }
  }

  /// `emitSynchronousBegin(_:id:parent:)` with a name that is known only at run time.
  @usableFromInline
  @inline(never)
  func emitSynchronousBegin(
    named name: String,
    id: SignpostID,
    parent: SignpostID
  ) -> SignpostIntervalState {
    unsafe TraceText.with(name) {
      unsafe emitBegin($0, id: id, parent: parent, isSynchronous: true)
    }
  }

  @inline(__always)
  private func emitBegin(
    _ name: csignposts_text,
    id: SignpostID,
    parent: SignpostID,
    isSynchronous: Bool = false
  ) -> SignpostIntervalState {
    let id = id == .none ? makeSignpostID() : id
    let begin =
      unsafe isSynchronous
      ? csignposts_signpost_synchronous_begin_text : csignposts_signpost_interval_begin_text
    // SAFETY: the strings outlive the call, which copies them into the trace's buffer.
    unsafe begin(
      id.rawValue,
      parent.rawValue,
      name,
      subsystem.cString,
      category.cString
    )
    let recordsCPUTime = csignposts_signpost_thread_cpu_time_enabled()
    if recordsCPUTime { csignposts_emit_thread_cpu_time(id.rawValue) }
    return SignpostIntervalState(id: id, ending: .init(readsCPUTime: recordsCPUTime))
  }

  @usableFromInline
  @inline(never)
  func emitEnd(_ state: SignpostIntervalState) {
    if state.ending.readsCPUTime { csignposts_emit_thread_cpu_time(state.id.rawValue) }
    csignposts_signpost_interval_end(state.id.rawValue)
  }

  @usableFromInline
  func emitMessage(_ message: String, of id: SignpostID) {
    if !message.isEmpty { emitField("message", message, of: id) }
  }
}

extension SignpostIntervalState {
  /// What the end has to know of the begin.
  @frozen
  @usableFromInline
  struct Ending: Sendable {
    /// Whether the begin read the thread's CPU clock, as the end then does.
    @usableFromInline let readsCPUTime: Bool

    @inlinable
    init(readsCPUTime: Bool) { self.readsCPUTime = readsCPUTime }

    @inlinable
    static var unrecorded: Ending { Ending(readsCPUTime: false) }
  }
}
#endif
