import Foundation
import Katana
import KatanaElements

/// The slides, as they are shown.
struct PokeAnimations: ShownApplication {
  static let name = "PokeAnimations"
  static let size = CGSize(width: 450, height: 600)

  struct Options: ApplicationOptions {
    static let usage = "  --slide N         begins at a slide from 1 to \(Slide.allCases.count)"

    var slide = Slide.first

    mutating func take(
      _ option: String,
      from arguments: inout Arguments
    ) throws(UsageError) -> Bool {
      guard option == "--slide" else { return false }
      let number = try arguments.number(of: option, in: 1...Slide.allCases.count)
      slide = Slide.allCases[number - 1]
      return true
    }
  }

  let store: SlidesStore

  init(_ options: Options) { self.init(options.slide) }

  init(_ slide: Slide = .first) {
    store = SlidesStore(interceptors: [], initialState: SlidesState(slide: slide))
  }

  var ownSteps: [ScriptStep<NoStep>] {
    [
      .tap("Next"), .wait(milliseconds: 200), .tap("Next"), .wait(milliseconds: 200), .tap("Back"),
      .wait(milliseconds: 2000),
    ]
  }

  var isIdle: Bool { store.isIdle }

  func show(in tree: ViewTree) -> Renderer {
    let screen = SlidesScreen(props: .build { $0.frame = tree.root.bounds })
    let renderer = Renderer(rootDescription: screen, store: store)
    renderer.render(in: tree.root)
    return renderer
  }
}
