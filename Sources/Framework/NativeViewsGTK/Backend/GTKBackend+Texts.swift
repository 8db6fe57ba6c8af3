internal import CNativeViewsGTK
import Foundation
import NativeViews

/// Input methods, the clipboard and assistive technology for the text with the keyboard.
extension GTKBackend {
  /// Tells the input method of the focused text: its caret, which moves with all that is around it, and its line.
  func showText(of view: NativeView?) {
    guard let window = unsafe window else { return }
    guard let view, let state = view.textInputState else {
      textView = nil
      // SAFETY: rule 1 of `GTKBackend`, here and below.
      return unsafe gtkviews_window_set_text_state(window, nil, false)
    }
    let isOther = textView !== view
    textView = view
    var caret = state.caret
    caret.origin = view.convertToRoot(caret.origin)
    unsafe state.line.withCString { line in
      var told = unsafe gtkviews_text_state(
        caret: gtkviews_rect(caret),
        line: line,
        cursor: Int32(state.cursor),
        anchor: Int32(state.anchor),
        purpose: state.purpose.ofWidget,
        is_composing: state.isComposing
      )
      unsafe gtkviews_window_set_text_state(window, &told, isOther)
    }
  }

  static let textCallbacks = unsafe gtkviews_text_callbacks(
    input: { owner, kind, text, first, second in
      // SAFETY: rules 1 and 2 of `GTKBackend`, here and below; C's text is valid during the call.
      guard let text = unsafe text.map({ unsafe String(cString: $0) }) else { return }
      let event: TextInputEvent =
        switch kind {
        case GTKVIEWS_TEXT_COMPOSED: .composed(text, caret: Int(first))
        case GTKVIEWS_TEXT_COMMITTED: .committed(text)
        default: .deleted(before: Int(first), after: Int(second))
        }
      unsafe GTKBackend.withOwner(owner) { _ = $0.tree?.handle(.text(event)) }
    },
    edited: { owner, view, text, anchor, caret in
      guard let view = unsafe view, let text = unsafe text.map({ unsafe String(cString: $0) })
      else { return }
      nonisolated(unsafe) let shown = unsafe view
      unsafe GTKBackend.withOwner(owner) { backend in
        guard backend.tree != nil else { return }
        let view = unsafe Unmanaged<NativeView>.fromOpaque(shown).takeUnretainedValue()
        guard let view = view as? any TextInputView, view.canBeUsed else { return }
        view.editing.assistantDidEdit(text, anchor: Int(anchor), caret: Int(caret))
      }
    },
    read: { owner, request, text in
      let text = unsafe text.map { unsafe String(cString: $0) }
      unsafe GTKBackend.withOwner(owner) { $0.clipboard.didRead(text, for: request) }
    }
  )
}

/// The clipboard of the display.
@MainActor
final class GTKClipboard: Clipboard {
  /// The window whose display it is; nil once that is closed.
  weak var backend: GTKBackend?
  private var requests: [UInt: @MainActor (String?) -> Void] = [:]
  private var last: UInt = 0

  nonisolated init() {}

  func write(_ text: String) {
    // SAFETY: rule 1 of `GTKBackend`, here and below.
    if let window = unsafe backend?.window { unsafe gtkviews_clipboard_write(window, text) }
  }

  func read(_ receive: @escaping @MainActor (String?) -> Void) {
    guard let window = unsafe backend?.window else { return receive(nil) }
    last += 1
    requests[last] = receive
    unsafe gtkviews_clipboard_read(window, last)
  }

  func didRead(_ text: String?, for request: UInt) {
    requests.removeValue(forKey: request)?(text)
  }
}

extension TextInputState.Purpose {
  fileprivate var ofWidget: gtkviews_purpose {
    switch self {
    case .text: GTKVIEWS_PURPOSE_TEXT
    case .digits: GTKVIEWS_PURPOSE_DIGITS
    case .number: GTKVIEWS_PURPOSE_NUMBER
    case .password: GTKVIEWS_PURPOSE_PASSWORD
    }
  }
}
