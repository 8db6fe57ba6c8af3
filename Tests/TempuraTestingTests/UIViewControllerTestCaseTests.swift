import Foundation
import NativeViews
import Tempura
import Testing
import XCTest

@testable import TempuraTesting

/// A controller without a view model.
final class AboutScreen: AnyViewController {
  let label = TitleLabel()
  var isOpen = false { didSet { label.text = isOpen ? "open" : "closed" } }
  /// Whether what it waits for has come.
  var isLoaded = false

  override func loadView() -> NativeView {
    let view = NativeView()
    view.append(label)
    label.text = "closed"
    label.frame = CGRect(x: 0, y: 0, width: 90, height: 30)
    return view
  }
}

private let small = CGSize(width: 100, height: 120)

@Suite @MainActor
struct `Test cases of any controller`: UIViewControllerTestCase {
  let folders: SnapshotFolders
  let current: Current

  /// What the protocol's requirements answer in a test.
  @MainActor
  final class Current {
    var snapshots: Snapshots?
    var isReady: @MainActor (AboutScreen?) -> Bool = { _ in true }
    var calls: [String] = []
    weak var last: AboutScreen?
  }

  init() throws {
    folders = try SnapshotFolders()
    current = Current()
  }

  var snapshots: Snapshots? { current.snapshots }

  var viewController: AboutScreen {
    let screen = AboutScreen()
    current.last = screen
    return screen
  }

  func configure(vc: AboutScreen, for testCase: String) {
    current.calls.append("configure")
    vc.isOpen = testCase == "open"
  }

  func isViewReady(_ view: NativeView, identifier: String) -> Bool { current.isReady(current.last) }

  private let context = UITests.VCContext<AboutScreen>(
    container: .navigationController,
    screenSize: small
  )

  @Test
  func `each test case is configured by its name, and compared`() throws {
    current.snapshots = folders.run(.all)
    #expect(uiTest(testCases: ["open", "closed"], context: context))
    let text = try folders.text("references/open.100x120@1x.en.light.txt")
    #expect(text.contains("\"open\"") && text.contains("key \"navigation-bar\""))
    #expect(try folders.text("references/closed.100x120@1x.en.light.txt").contains("\"closed\""))
    current.snapshots = folders.run()
    #expect(uiTest(testCases: ["open", "closed"], context: context))
    #expect(current.last == nil, "the controller is kept")
  }

  @Test
  func `hooks get the controller at each moment of its life`() throws {
    let current = current
    let note = { (name: String) -> UITests.HookClosure<AboutScreen> in
      { current.calls.append("\(name) \(Int($0.view.frame.width))") }
    }
    var context = context
    context.hooks = [
      .viewDidLoad: note("load"), .viewWillAppear: note("will"), .viewDidAppear: note("did"),
      .viewDidLayoutSubviews: note("layout"), .navigationControllerHasBeenCreated: note("created"),
    ]
    current.snapshots = folders.run(.all)
    #expect(uiTest(testCases: ["open"], context: context))
    #expect(
      current.calls.map { $0.prefix { $0 != " " } } == [
        "load", "created", "will", "did", "layout", "configure",
      ]
    )
    #expect(current.calls[4] == "layout 100")
    #expect(current.last == nil, "the hooks keep the controller")
  }

  @Test
  func `surroundings are shared by contexts, and their properties are the context's`() throws {
    let surroundings = UITests.Surroundings(screenSize: small, orientation: .landscape)
    var first = UITests.VCContext<AboutScreen>(surroundings)
    let second = UITests.Context<CounterView>(surroundings)
    #expect(first.screenSize == small && second.orientation == .landscape)
    first.matrix = SnapshotMatrix(sizes: [small, small], locales: ["en", "de"])
    #expect(first.surroundings.environments.count == 4)
    #expect(first.surroundings.environments.allSatisfy { $0.size.width == 120 })
    #expect(second.matrix == nil)
    #expect(second.keyboardVisibility("any") == .hidden && second.renderSafeArea)
  }

  @Test
  func `what comes in real time is waited for by the form that is awaited`() async throws {
    let current = current
    current.isReady = { screen in
      guard let screen else { return false }
      if !current.calls.contains("asked") {
        current.calls.append("asked")
        Task { @MainActor in
          try? await Task.sleep(for: .milliseconds(30))
          screen.isLoaded = true
        }
      }
      return screen.isLoaded
    }
    current.snapshots = folders.run(.all)
    let isRecorded = await uiTest(testCases: ["open"], context: context)
    #expect(isRecorded)
    #expect(folders.names("references").count == 2)
  }

  @Test
  func `a test case that is there twice is an issue`() {
    current.snapshots = folders.run(.all)
    let found = ExpectedIssues()
    found.collect { #expect(!uiTest(testCases: ["open", "open"], context: context)) }
    guard case .usedTwice = found.all.first?.error as? SnapshotError else {
      Issue.record("\(found.all)")
      return
    }
  }
}

@Suite @MainActor
struct `Test cases of any controller whose view is wrong`: UIViewControllerTestCase {
  typealias V = CounterView

  var viewController: AboutScreen { AboutScreen() }

  @Test
  func `a view of another type is an issue that names both`() {
    let found = ExpectedIssues()
    found.collect {
      #expect(!uiTest(testCases: ["one"], context: UITests.VCContext(screenSize: small)))
    }
    let error = found.all.first?.error.map { "\($0)" }
    #expect(
      error?.contains("loadView() of AboutScreen gave a NativeView, and its view is CounterView")
        == true
    )
  }
}

/// The XCTest form, which waits on the main thread.
final class XCTestUIViewControllerTests: XCTestCase, UIViewControllerTestCase {
  private var folders: SnapshotFolders?
  private var recording = SnapshotRecording.all
  private weak var last: AboutScreen?

  @MainActor var snapshots: Snapshots? { folders?.run(recording) }

  @MainActor var viewController: AboutScreen {
    let screen = AboutScreen()
    last = screen
    // As a picture that is loaded tells the main thread.
    RunLoop.main.add(
      Timer(timeInterval: 0.02, repeats: false) { [weak screen] _ in
        MainActor.assumeIsolated { screen?.isLoaded = true }
      },
      forMode: .default
    )
    return screen
  }

  @MainActor func isViewReady(_ view: NativeView, identifier: String) -> Bool {
    last?.isLoaded == true
  }

  func testScreensAreComparedOnceTheyAreReady() throws {
    folders = try MainActor.assumeIsolated { try SnapshotFolders() }
    for recording in [SnapshotRecording.all, .none] {
      self.recording = recording
      let context = UITests.VCContext<AboutScreen>(screenSize: CGSize(width: 100, height: 120))
      XCTAssertTrue(uiTest(testCases: ["screen"], context: context))
    }
    let folders = folders
    XCTAssertEqual(MainActor.assumeIsolated { folders?.names("references").count }, 2)
  }
}
