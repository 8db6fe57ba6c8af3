import Foundation
import Katana
import KatanaElements
import Testing

#if canImport(Minesweeper)
@testable import Minesweeper
#endif

@MainActor
struct `The screen of the game` {
  private let user = User(Minesweeper(seed: 42))

  private var board: Board { user.application.store.state.board }

  private func tap(_ place: Place) async throws {
    try await user.perform(.tap("cell \(place.column) \(place.row)"))
  }

  /// The nodes that were asked for their part of the state by a step.
  private func asked(by step: () async throws -> Void) async rethrows -> Int {
    let before = user.shown.counts.connected
    try await step()
    return user.shown.counts.connected - before
  }

  /// Disclosed cells, and how many were at a step.
  private func disclosed(by step: () async throws -> Void) async rethrows -> Int {
    let before = board.safeCount
    try await step()
    return before - board.safeCount
  }

  private func mines() throws -> Set<Place> { try #require(board.minefield?.mines) }

  @Test func `450 covered cells are seen, and what is said of them`() throws {
    #expect(user.tree.query(role: .button, containing: ": covered").count == 450)
    #expect(user.tree.button("column 18, row 25: covered").exists)
    #expect(user.tree.label("63 mines left").exists)
    #expect(user.shown.counts.connected == 452)
  }

  @Test func `cells fill the field at any size`() throws {
    user.tree.resize(to: CGSize(width: 1000, height: 800))
    user.tree.flush()
    let field = try user.tree.view("field").one().absoluteFrame
    let last = try user.tree.view("cell 18 25").one().absoluteFrame
    #expect(abs(last.maxX - field.maxX) < 1 && abs(last.maxY - field.maxY) < 1)
    #expect(field.maxY <= 800 && field.width / field.height > 0.71)
    #expect(abs(last.width - last.height) <= 1)
  }

  @Test func `a flood asks the cells that it reaches, and nothing else`() async throws {
    var count = 0
    let asked = try await asked {
      count = try await disclosed { try await tap(Place(column: 9, row: 12)) }
    }
    #expect(count > 8)
    #expect(asked == count)
    #expect(user.tree.query(role: .button, containing: ": covered").count == 450 - count)
  }

  @Test func `a secondary click sets a flag, and keys change what taps do`() async throws {
    let cell = user.tree.view("cell 3 4").button()
    try cell.secondaryClick()
    #expect(user.tree.button("column 3, row 4: flag").exists)
    #expect(!user.application.store.state.isFlagging)
    try cell.secondaryClick()
    #expect(user.tree.button("column 3, row 4: covered").exists)
    #expect(user.tree.press(Shortcut("f", [])))
    #expect(user.application.store.state.isFlagging)
    try await tap(Place(column: 9, row: 12))
    #expect(user.tree.press(Shortcut(.function(2), [])))
    try await user.settle()
    #expect(user.tree.query(role: .button, containing: ": covered").count == 450)
  }

  @Test func `a number asks one cell`() async throws {
    try await tap(Place(column: 9, row: 12))
    let mines = try mines()
    let number = try #require(
      board.shape.places.first { place in
        board.cells[place] == .covered && !mines.contains(place)
          && board.shape.neighbours(of: place).contains { mines.contains($0) }
      }
    )
    let asked = try await asked { try await tap(number) }
    #expect(asked == 1)
    let near = board.shape.neighbours(of: number).count { mines.contains($0) }
    let name =
      "column \(number.column), row \(number.row): \(near) mine\(near == 1 ? "" : "s") near"
    #expect(user.tree.button(name).exists)
    // A cell that is disclosed can't be tapped again.
    await #expect(throws: ViewQueryError.self) { try await user.perform(.tap(name)) }
  }

  @Test func `a field that is connected as a whole shows the same`() async throws {
    let whole = User(Minesweeper(seed: 42, isFieldWhole: true))
    for name in ["cell 9 12", "Flag", "cell 1 1"] {
      try await user.perform(.tap(name))
      try await whole.perform(.tap(name))
      #expect(whole.tree.root.renderedText() == user.tree.root.renderedText())
    }
  }

  @Test func `a flag asks its cell and the header, and is taken away again`() async throws {
    try await user.perform(.tap("Flag"))
    #expect(user.tree.button("Flag").first?.accessibility.isSelected == true)
    let asked = try await asked { try await user.perform(.tap("column 3, row 4: covered")) }
    #expect(asked == 2)
    #expect(user.tree.label("62 mines left").exists)
    #expect(user.tree.view("cell 3 4").view("cloth").exists)
    try await user.perform(.tap("column 3, row 4: flag"))
    #expect(user.tree.label("63 mines left").exists)
    #expect(!user.tree.view("cloth").exists)
  }

  @Test func `a mine ends the game, and another one begins as the first did`() async throws {
    let start = user.tree.root.renderedText()
    try await tap(Place(column: 9, row: 12))
    let mines = try mines()
    let mine = try #require(board.shape.places.first { mines.contains($0) })
    let asked = try await asked { try await tap(mine) }
    // The mines and the header.
    #expect(asked == 64)
    #expect(user.tree.label("You have lost").exists)
    #expect(user.tree.button("column \(mine.column), row \(mine.row): exploded mine").exists)
    #expect(user.tree.query(role: .button, containing: ": mine").count == 62)
    let changed = 450 - board.cells.count { $0.value == .covered }
    let restarted = try await self.asked { try await user.perform(.tap("New game")) }
    #expect(restarted == changed + 1)
    let text = user.tree.root.renderedText()
    #expect(text.replacing(" focused", with: "") == start)
  }

  @Test func `the last cell without a mine wins`() async throws {
    try await tap(Place(column: 9, row: 12))
    let mines = try mines()
    for place in board.shape.places
    where board.cells[place] == .covered && !mines.contains(place) {
      try await tap(place)
    }
    #expect(user.tree.label("You have won").exists)
    #expect(user.tree.query(role: .button, containing: ": flag").count == 63)
  }

  @Test func `the lines that a step has changed are found`() {
    #expect(
      Program<Minesweeper>.changes(from: "a\nb\nc\nd\n", to: "a\nx\nc\nd\ne\n") == "- b\n+ x\n+ e\n"
    )
    #expect(Program<Minesweeper>.changes(from: "a\n", to: "a\n") == "")
  }

  @Test func `options that don't fit are told with what to do`() throws {
    func message(_ arguments: String...) -> String? {
      do {
        _ = try Program<Minesweeper>(arguments)
        return nil
      } catch { return "\(error)" }
    }
    #expect(message("--headless", "--tap", "Flag", "--seed", "3", "--size", "100x200") == nil)
    #expect(message("--fast") == "--fast: there is no such option; see Minesweeper --help")
    #expect(message("--png") == "--png: its value is missing; see Minesweeper --help")
    #expect(message("--tap", "Flag")?.hasPrefix("a script: a window has a user") == true)
    #expect(message("--rows", "many")?.hasPrefix("--rows many: it isn't a number from 1") == true)
    #expect(message("--size", "7")?.hasPrefix("--size 7: it isn't a size such as") == true)
  }
}
