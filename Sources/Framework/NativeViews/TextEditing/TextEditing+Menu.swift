extension TextEditing {
  /// What the context menu of a text offers; raw values are the ids of its items.
  public enum Command: String, Hashable, Sendable, CaseIterable {
    case undo
    case redo
    case cut
    case copy
    case paste
    case selectAll
  }

  /// The titles of the commands in menus: in English, unless a program sets others.
  public static var commandTitles: [Command: String] = [
    .undo: "Undo", .redo: "Redo", .cut: "Cut", .copy: "Copy", .paste: "Paste",
    .selectAll: "Select All",
  ]

  /// Gives the view the pointer and the menu of texts.
  func offerHabits() {
    view.pointerShape = .text
    view.contextMenu = ContextMenu { [weak self] _ in
      self?.menu ?? Menu()
    } choose: { [weak self] id in
      if let command = Command(rawValue: id) { self?.perform(command) }
    }
  }

  private var menu: Menu {
    Menu(sections: [[.undo, .redo], [.cut, .copy, .paste], [.selectAll]].map { $0.map(item) })
  }

  private func item(_ command: Command) -> Menu.Item {
    Menu.Item(
      Self.commandTitles[command] ?? command.rawValue,
      id: command.rawValue,
      shortcut: Self.shortcut(of: command),
      isEnabled: isEnabled && canPerform(command)
    )
  }

  private static func shortcut(of command: Command) -> Shortcut {
    switch command {
    case .undo: Shortcut("z")
    case .redo: Shortcut("z", [.control, .shift])
    case .cut: Shortcut("x")
    case .copy: Shortcut("c")
    case .paste: Shortcut("v")
    case .selectAll: Shortcut("a")
    }
  }

  private func canPerform(_ command: Command) -> Bool {
    switch command {
    case .undo: isEditable && canUndo
    case .redo: isEditable && canRedo
    case .cut: isEditable && !editor.selection.isEmpty && !isSecure
    case .copy: !editor.selection.isEmpty && !isSecure
    case .paste: isEditable
    case .selectAll: !text.isEmpty
    }
  }

  private func perform(_ command: Command) {
    switch command {
    case .undo: undo()
    case .redo: redo()
    case .cut: cut()
    case .copy: copy()
    case .paste: paste()
    case .selectAll: selectAll()
    }
  }
}
