import Foundation
import Katana
import KatanaElements

/// The game, as it is shown.
struct Minesweeper: ShownApplication {
  static let name = "Minesweeper"
  static let size = CGSize(width: 470, height: 695)

  struct Options: ApplicationOptions {
    static let usage = """
        --columns N       18 unless given, as the next two: cells are tapped by their keys, such as "cell 3 4"
        --rows N          25
        --mines N         63
        --seed N          tells where the mines are; elsewhere each time unless given
        --whole-field     connects the field as a whole, which makes clicks slow; docs/tour.md finds out why
      """

    var columns = BoardShape.standard.columns
    var rows = BoardShape.standard.rows
    var mines = BoardShape.standard.mines
    var seed: UInt64?
    var isFieldWhole = false

    mutating func take(
      _ option: String,
      from arguments: inout Arguments
    ) throws(UsageError) -> Bool {
      switch option {
      case "--columns": columns = try arguments.number(of: option, in: 1...200)
      case "--rows": rows = try arguments.number(of: option, in: 1...200)
      case "--mines": mines = try arguments.number(of: option, in: 1...40_000)
      case "--seed": seed = try arguments.number(of: option, in: 0...UInt64.max)
      case "--whole-field": isFieldWhole = true
      default: return false
      }
      return true
    }
  }

  let store: MinesweeperStore
  private let isFieldWhole: Bool

  init(_ options: Options) throws {
    let shape = try BoardShape(columns: options.columns, rows: options.rows, mines: options.mines)
    self.init(shape, seed: options.seed, isFieldWhole: options.isFieldWhole)
  }

  init(_ shape: BoardShape = .standard, seed: UInt64? = nil, isFieldWhole: Bool = false) {
    store = MinesweeperStore(shape, seed: seed)
    self.isFieldWhole = isFieldWhole
  }

  var ownSteps: [ScriptStep<NoStep>] {
    [.tap("cell 9 12"), .tap("Flag"), .tap("cell 1 1"), .tap("Flag"), .tap("New game")]
  }

  var isIdle: Bool { store.isIdle }

  func show(in tree: ViewTree) -> Renderer {
    let screen = MinesweeperScreen(
      props: .build {
        $0.frame = tree.root.bounds
        $0.isFieldWhole = isFieldWhole
      }
    )
    let renderer = Renderer(rootDescription: screen, store: store)
    renderer.render(in: tree.root)
    return renderer
  }
}
