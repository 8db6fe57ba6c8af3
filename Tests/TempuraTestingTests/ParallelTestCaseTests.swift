import Foundation
import Katana
import NativeViews
import NativeViewsCairo
import Tempura
import Testing

@testable import TempuraTesting

/// A screen that shows in which language each of its moments was.
final class LanguageScreen: ViewController<CounterView> {
  private var moments: [String] = []

  private func note(_ moment: String) {
    moments.append("\(moment) \(SnapshotEnvironment.current?.locale ?? "none")")
    title = moments.joined(separator: ", ")
  }

  override func setup() { note("made") }
  override func viewDidAppear(_ animated: Bool) { note("seen") }
  override func didUpdate(old: CounterModel?) { note(viewModel?.count ?? "") }
}

@Suite @MainActor
struct `Test cases that are awaited at once`: ViewControllerTestCase {
  let folders: SnapshotFolders

  init() throws { folders = try SnapshotFolders() }

  var snapshots: Snapshots? { folders.run(.all) }

  var viewController: LanguageScreen {
    let store = Store<CounterState, NoDependencies>()
    store.dispatch(LoadCounter())
    return LanguageScreen(store: store)
  }

  func configure(vc: LanguageScreen, for testCase: String, model: CounterModel) {}

  private func record(_ locale: String) async -> Bool {
    let matrix = SnapshotMatrix(sizes: [CGSize(width: 80, height: 900)], locales: [locale])
    return await uiTest(
      testCases: ["screen": CounterModel("")],
      context: UITests.VCContext(container: .navigationController, matrix: matrix)
    )
  }

  @Test
  func `each is in its own environment, also when the state changes in the midst of another`()
    async throws
  {
    let locales = ["de", "en", "fr", "it"]
    // Another one's frames update it as well.
    let bystander = Store<CounterState, NoDependencies>()
    let screen = LanguageScreen(store: bystander, connected: true)
    let recorded = locales.map { locale in Task { @MainActor in await record(locale) } }
    _ = try await bystander.dispatch(LoadCounter()).value
    for task in recorded { #expect(await task.value) }
    for locale in locales {
      let text = try folders.text("references/screen.80x900@1x.\(locale).light.txt")
      #expect(text.contains("99 \(locale)"))
      for other in locales + ["none"] where other != locale { #expect(!text.contains(" \(other)")) }
    }
    AnyViewController.flushUpdates()
    #expect(screen.title == "made none, 7 none, 99 none")
    #expect(SnapshotEnvironment.current == nil)
  }

  @Test
  func `a picture stays while another test paints its own`() throws {
    let shown = try (0..<2).map { _ in
      let backend = try SnapshotPainter.shared.makeBackend(scale: 1, background: .white)
      let tree = ViewTree(
        root: screen(),
        size: CGSize(width: 120, height: 90),
        backend: backend
      )
      tree.flush()
      return (tree, backend)
    }
    let pictures = shown.map { $0.1.digest }
    #expect(pictures[0] != nil && pictures[0] == pictures[1])
  }
}
