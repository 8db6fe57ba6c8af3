import Foundation
import Katana
import KatanaElements

/// The game, as it is shown.
struct Minesweeper: ShownApplication {
  static let name = "Minesweeper"
  static let size = CGSize(width: 470, height: 695)
  static let ownSteps: [ShowingOptions.Step] = [
    .tap("cell 9 12"), .tap("Flag"), .tap("cell 1 1"), .tap("Flag"), .tap("New game"),
  ]

  struct Options: ApplicationOptions {
    static let usage = """
        --columns N       18 unless given, as the next two: cells are tapped by their keys, such as "cell 3 4"
        --rows N          25
        --mines N         63
        --seed N          tells where the mines are; elsewhere each time unless given
      """

    var columns = BoardShape.standard.columns
    var rows = BoardShape.standard.rows
    var mines = BoardShape.standard.mines
    var seed: UInt64?

    mutating func take(_ option: String, from arguments: inout Arguments) throws -> Bool {
      switch option {
      case "--columns": columns = try arguments.number(of: option, in: 1...200)
      case "--rows": rows = try arguments.number(of: option, in: 1...200)
      case "--mines": mines = try arguments.number(of: option, in: 1...40_000)
      case "--seed": seed = try arguments.number(of: option, in: 0...UInt64.max)
      default: return false
      }
      return true
    }
  }

  let store: MinesweeperStore

  init(_ options: Options) throws {
    let shape = try BoardShape(columns: options.columns, rows: options.rows, mines: options.mines)
    self.init(shape, seed: options.seed)
  }

  init(_ shape: BoardShape = .standard, seed: UInt64? = nil) {
    store = MinesweeperStore(shape, seed: seed)
  }

  var isIdle: Bool { store.isIdle }

  func render(in view: NativeView) -> Renderer {
    let screen = MinesweeperScreen(props: .build { $0.frame = view.bounds })
    let renderer = Renderer(rootDescription: screen, store: store)
    renderer.render(in: view)
    return renderer
  }
}
