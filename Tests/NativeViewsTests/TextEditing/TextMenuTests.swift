import Foundation
import Testing

@testable import NativeViews

@MainActor @Suite
struct `Menus of texts` {
  private let tree = ViewTree(size: CGSize(width: 200, height: 100))
  private let field = TextFieldView()

  init() {
    field.key = "field"
    field.frame = CGRect(x: 0, y: 0, width: 200, height: 30)
    tree.root.append(field)
  }

  private func enabled() throws -> [String] {
    try tree.view("field").secondaryClick()
    defer { tree.closeMenu() }
    return tree.openMenu?.menu.items.filter(\.isEnabled).map(\.title) ?? []
  }

  @Test
  func `offer what can be done with the text and the selection, and do it`() throws {
    #expect(try enabled() == ["Paste"])
    #expect(field.isFocused)
    try tree.view("field").type("Tea")
    #expect(try enabled() == ["Undo", "Paste", "Select All"])
    try tree.view("field").choose("selectAll")
    #expect(try enabled() == ["Undo", "Cut", "Copy", "Paste", "Select All"])
    try tree.view("field").choose("cut")
    #expect(field.text == "")
    for _ in 0..<2 { try tree.view("field").choose("paste") }
    #expect(field.text == "TeaTea")
    try tree.view("field").choose("undo")
    #expect(field.text == "Tea")
  }

  @Test
  func `copy no secret and change no text that can't be changed`() throws {
    field.text = "Tea"
    field.isSecure = true
    field.editing.selectAll()
    #expect(try enabled() == ["Paste", "Select All"])
    field.isSecure = false
    field.isEditable = false
    #expect(try enabled() == ["Copy", "Select All"])
    try tree.view("field").hover()
    #expect(tree.pointerShape == .text)
  }
}
