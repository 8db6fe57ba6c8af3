public import Foundation

/// A question to the user for files to open, or for a place to save one.
///
///     let files = await tree.ask(FileDialog(.open, title: "Open a list", filters: [.init("Lists", extensions: ["todo"])]))
///
/// Windows ask by the desktop's own dialog. In other trees, a test answers: ``ViewTree/answerFileDialog(_:)``.
///
/// Source: docs/semantics/ui.md, H5.
public struct FileDialog: Hashable, Sendable {
  /// What is asked for.
  public enum Kind: Hashable, Sendable {
    /// A file that exists.
    case open
    /// One or more files that exist.
    case openSeveral
    /// A folder that exists.
    case openFolder
    /// A file to write, with a suggested name. The dialog asks before an existing one is replaced.
    case save(name: String)
  }

  /// Files that the user can choose.
  public struct Filter: Hashable, Sendable {
    /// What they are called.
    public var name: String
    /// The ends of their names, without a dot; none for all files.
    public var extensions: [String]

    /// Makes a filter.
    public init(_ name: String, extensions: [String] = []) {
      (self.name, self.extensions) = (name, extensions)
    }
  }

  /// What is asked for.
  public var kind: Kind
  /// The title.
  public var title: String
  /// Kinds of files between which the user chooses; all files if there are none.
  public var filters: [Filter]
  /// The folder that is shown first; `nil` for the one that the desktop chooses.
  public var folder: URL?

  /// Makes a question.
  public init(_ kind: Kind, title: String, filters: [Filter] = [], folder: URL? = nil) {
    (self.kind, self.title, self.filters, self.folder) = (kind, title, filters, folder)
  }
}

/// A dialog that waits for its answer.
struct OpenFileDialog {
  let number: Int
  let dialog: FileDialog
  let answer: CheckedContinuation<[URL], Never>
}

extension ViewTree {
  /// Asks the user for files.
  ///
  /// A tree asks one question at a time; a second one causes a ``ViewDiagnosis`` and has no answer. When the task is cancelled, or the
  /// window closes, the dialog closes without an answer.
  ///
  /// - Returns: The chosen files; none if the user has cancelled.
  public func ask(_ dialog: FileDialog) async -> [URL] {
    guard input.fileDialog == nil else {
      root.diagnose(
        "it is to ask \"\(dialog.title)\" while another question for files is open",
        remedy: "wait for the answer of the first"
      )
      return []
    }
    input.fileDialogs += 1
    let number = input.fileDialogs
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(returning: []) }
        input.fileDialog = OpenFileDialog(number: number, dialog: dialog, answer: continuation)
        backend.fileDialogDidChange(to: dialog)
      }
    } onCancel: {
      Task { @MainActor in self.closeFileDialog(number) }
    }
  }

  /// The dialog that waits for an answer; the backend shows it, and a test sees it here.
  public var openFileDialog: FileDialog? { input.fileDialog?.dialog }

  /// Answers the open dialog, as the user does; without files, cancels it.
  public func answerFileDialog(_ files: [URL] = []) {
    guard let open = input.fileDialog else { return }
    input.fileDialog = nil
    backend.fileDialogDidChange(to: nil)
    open.answer.resume(returning: files)
  }

  private func closeFileDialog(_ number: Int) {
    if input.fileDialog?.number == number { answerFileDialog() }
  }
}
