import Foundation
import ImageComparison
import Katana
import NativeViews
import NativeViewsCairo
import Tempura
import Testing
import XCTest

@testable import TempuraTesting

struct CounterState: State {
  var counter = 7
}

struct NoDependencies: SideEffectDependencyContainer {
  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}

struct SetCounter: StateUpdater {
  let value: Int
  func updateState(_ state: inout CounterState) { state.counter = value }
}

/// Sets the counter after some time.
struct LoadCounter: SideEffect {
  typealias StateType = CounterState
  typealias Dependencies = NoDependencies
  func sideEffect(_ context: SideEffectContext<CounterState, NoDependencies>) async throws {
    try await Task.sleep(for: .milliseconds(20))
    _ = context.dispatch(SetCounter(value: 99))
  }
}

struct CounterModel: ViewModelWithState {
  var count: String
  init(_ count: String) { self.count = count }
  init?(state: CounterState) { count = "\(state.counter)" }
}

struct OtherModel: ViewModel {}

/// A label above rows that scroll.
final class CounterView: NativeView, ViewControllerModellableView {
  typealias VM = CounterModel
  let label = TitleLabel()
  let list = ScrollView()

  func setup() {
    append(label)
    append(list)
    for index in 0..<10 {
      let row = NativeView()
      row.frame = CGRect(x: 0, y: Double(index) * 20, width: 40, height: 10)
      row.backgroundColor = index == 9 ? .red : Color(white: Float(index) / 10)
      list.contentView.append(row)
    }
    list.contentSize = CGSize(width: 100, height: 200)
  }

  func style() { backgroundColor = .lightGray }

  func update(oldModel: CounterModel?) {
    label.text = model?.count ?? "nothing"
    setNeedsLayout()
  }

  override func layoutSubviews() {
    label.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 30)
    list.frame = CGRect(x: 0, y: 30, width: bounds.width, height: bounds.height - 30)
  }
}

final class CounterScreen: ViewController<CounterView> {
  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    title = "Counter"
  }
}

/// A screen that makes a view of another type than it says.
final class WrongScreen: ViewController<CounterView> {
  override func loadView() -> NativeView { NativeView() }
  override func viewDidLoad() {}
}

@MainActor
private func makeScreen() -> CounterScreen {
  CounterScreen(store: Store<CounterState, NoDependencies>())
}

private let small = CGSize(width: 100, height: 120)

@Suite @MainActor
struct `Test cases of views`: ViewTestCase {
  typealias V = CounterView

  let folders: SnapshotFolders
  let current: Current

  /// What the protocol's requirements answer in a test.
  @MainActor
  final class Current {
    var snapshots: Snapshots?
    var framesUntilReady = 0
    var asked: [String] = []
    var scrolls = false
    var calls: [String] = []
  }

  init() throws {
    folders = try SnapshotFolders()
    current = Current()
  }

  var snapshots: Snapshots? { current.snapshots }

  func isViewReady(_ view: CounterView, identifier: String) -> Bool {
    current.asked.append(identifier)
    current.framesUntilReady -= 1
    return current.framesUntilReady < 0
  }

  func scrollViewsToTest(in view: CounterView, identifier: String) -> [String: ScrollView] {
    current.scrolls ? ["list": view.list] : [:]
  }

  private func test(
    _ recording: SnapshotRecording,
    _ models: [String: CounterModel],
    _ context: UITests.Context<CounterView> = UITests.Context(screenSize: small)
  ) throws -> [SnapshotResult] {
    current.snapshots = folders.run(recording)
    return try runs(models, context, recording: nil, at: SnapshotLocation()).results()
  }

  @Test
  func `each model has its reference, and one that changes fails`() throws {
    let models = ["one": CounterModel("1"), "two": CounterModel("2")]
    #expect(try test(.all, models).allSatisfy { $0.isRecorded })
    #expect(
      folders.names("references").filter { $0.hasSuffix("png") }.sorted()
        == ["one.100x120@1x.en.light.png", "two.100x120@1x.en.light.png"]
    )
    #expect(try folders.text("references/one.100x120@1x.en.light.txt").contains("\"1\""))
    #expect(try test(.none, models).allSatisfy { $0.isEqual })
    let changed = try test(.none, ["one": CounterModel("1"), "two": CounterModel("3")])
    #expect(changed.map { $0.isAccepted } == [true, false])
    #expect(changed.last?.description.contains("+ TitleLabel") == true)
  }

  @Test
  func `a screen is turned, and a matrix has all of its screens`() throws {
    var context = UITests.Context<CounterView>(screenSize: small, orientation: .landscape)
    #expect(try test(.all, ["one": CounterModel("1")], context).count == 1)
    #expect(try folders.pixels("references/one.120x100@1x.en.light.png").width == 120)
    context.matrix = SnapshotMatrix(sizes: [small], scales: [1, 2], appearances: [.light, .dark])
    context.orientation = .portrait
    let results = try test(.all, ["one": CounterModel("1")], context)
    #expect(results.count == 4)
    #expect(try folders.pixels("references/one.100x120@2x.en.dark.png").width == 200)
    // Both ways at once, unless all are to be held in one.
    let across = CGSize(width: 120, height: 100)
    context = UITests.Context(matrix: SnapshotMatrix(sizes: [small, across]))
    #expect(
      try test(.all, ["two": CounterModel("2")], context).map(\.name)
        == ["two.100x120@1x.en.light", "two.120x100@1x.en.light"]
    )
    context.orientation = .landscape
    #expect(throws: SnapshotError.self) { try test(.all, ["two": CounterModel("2")], context) }
    context.matrix = SnapshotMatrix(sizes: [small])
    #expect(try test(.all, ["two": CounterModel("2")], context).allSatisfy { $0.isEqual })
    context.matrix = nil
    context.orientation = nil
    context.screenSize = across
    #expect(try test(.all, ["two": CounterModel("2")], context).allSatisfy { $0.isEqual })
  }

  @Test
  func `hooks are called in the order of the view's life`() throws {
    let current = current
    let note = { (name: String) -> UITests.HookClosure<CounterView> in
      { view in
        current.calls.append("\(name) \(view.label.text) \(Int(view.label.frame.width))")
      }
    }
    let context = UITests.Context<CounterView>(
      container: .navigationController,
      hooks: [
        .viewDidLoad: note("load"), .viewWillAppear: note("will"), .viewDidAppear: note("did"),
        .viewDidLayoutSubviews: note("layout"),
        .navigationControllerHasBeenCreated: note("created"),
      ],
      screenSize: small
    )
    #expect(try test(.all, ["one": CounterModel("1")], context).allSatisfy { $0.isRecorded })
    #expect(
      current.calls.map { $0.prefix { $0 != " " } } == ["load", "created", "will", "did", "layout"]
    )
    #expect(current.calls.last == "layout 1 100")
    #expect(
      try folders.text("references/one.100x120@1x.en.light.txt").contains("navigation-bar")
    )
  }

  @Test
  func `a container has to contain the view`() throws {
    let context = UITests.Context<CounterView>(
      container: .custom { _ in AnyViewController() },
      screenSize: small
    )
    let error = #expect(throws: SnapshotError.self) {
      try test(.all, ["one": CounterModel("1")], context)
    }
    guard case .unusableView(_, let problem) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(problem.contains("doesn't contain HookableViewController<CounterView>"))
    let tabs = UITests.Context<CounterView>(
      container: .custom { TabBarController(viewControllers: [$0]) },
      screenSize: small
    )
    #expect(try test(.all, ["one": CounterModel("1")], tabs).allSatisfy { $0.isRecorded })
  }

  @Test
  func `the view is compared when the test says that it is ready`() throws {
    current.framesUntilReady = 5
    #expect(try test(.all, ["one": CounterModel("1")]).allSatisfy { $0.isRecorded })
    #expect(current.asked.count >= 6)
    #expect(Set(current.asked) == ["one"])
    current.framesUntilReady = .max
    current.snapshots = nil
    let error = #expect(throws: SnapshotError.self) {
      current.snapshots = folders.run(.all)
      current.snapshots?.readiness = .atRest(limit: .seconds(1))
      return try runs(
        ["two": CounterModel("2")],
        UITests.Context(screenSize: small),
        recording: nil,
        at: SnapshotLocation()
      ).results()
    }
    guard case .neverReady(let name, let reasons, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(name == "two.100x120@1x.en.light")
    #expect(reasons == ["the test says that it isn't ready"])
  }

  @Test
  func `what scrolls is compared with all of its content, and then put back`() throws {
    current.scrolls = true
    let results = try test(.all, ["one": CounterModel("1")])
    #expect(
      results.map(\.name) == [
        "one.100x120@1x.en.light", "one_list_scrollable_content.100x120@1x.en.light",
      ]
    )
    let name = "references/one_list_scrollable_content.100x120@1x.en.light.png"
    let pixels = try folders.pixels(name)
    #expect((pixels.width, pixels.height) == (100, 200))
    // The last row, which the screen has no room for.
    #expect(pixels[20, 185] == 0xffff_0000)
    #expect(try test(.none, ["one": CounterModel("1")]).allSatisfy { $0.isEqual })
  }

  @Test
  func `the safe area is dimmed, and the keyboard is a grey rectangle`() throws {
    let context = UITests.Context<CounterView>(
      screenSize: small,
      safeAreaInsets: SafeAreaInsets(top: 10, bottom: 5),
      keyboardVisibility: { $0 == "one" ? .customHeight(20) : .hidden }
    )
    let models = ["one": CounterModel("1"), "two": CounterModel("2")]
    #expect(try test(.all, models, context).allSatisfy { $0.isRecorded })
    let text = try folders.text("references/one.100x120@1x.en.light.txt")
    #expect(text.contains("key \"safe-area-top\" (0 0 100 10)"))
    #expect(text.contains("key \"safe-area-bottom\" (0 115 100 5)"))
    #expect(text.contains("key \"keyboard\" (0 100 100 20)"))
    let other = try folders.text("references/two.100x120@1x.en.light.txt")
    #expect(!other.contains("keyboard"))
    let picture = try folders.pixels("references/one.100x120@1x.en.light.png")
    #expect(picture[50, 110] == 0xffcc_cccc)
  }

  @Test
  func `covered sides are dimmed where they are rendered, in a tab bar controller as well`() throws
  {
    var context = UITests.Context<CounterView>(
      container: .tabBarController,
      screenSize: small,
      safeAreaInsets: SafeAreaInsets(left: 7, right: 9)
    )
    #expect(try test(.all, ["one": CounterModel("1")], context).allSatisfy { $0.isRecorded })
    let text = try folders.text("references/one.100x120@1x.en.light.txt")
    #expect(text.contains("key \"safe-area-left\" (0 0 7 120)"))
    #expect(text.contains("key \"safe-area-right\" (91 0 9 120)"))
    #expect(text.contains("tab-bar"))
    context.renderSafeArea = false
    #expect(try test(.all, ["two": CounterModel("1")], context).allSatisfy { $0.isRecorded })
    let bare = try folders.text("references/two.100x120@1x.en.light.txt")
    #expect(!bare.contains("safe-area") && bare.contains("tab-bar"))
  }

  @Test
  func `keyboards are as high as on the device`() {
    let heights: [(CGFloat, CGFloat, CGFloat)] = [
      (375.0, 667.0, 216.0), (667, 375, 171), (414, 736, 226), (736, 414, 162), (375, 812, 291),
      (812, 375, 171), (768, 1023, 301), (1023, 768, 171), (834, 1112, 408), (1112, 834, 320),
      (1024, 1365, 428), (1365, 1024, 340), (1024, 1366, 498), (1366, 1024, 403),
    ]
    for (width, height, expected) in heights {
      let size = CGSize(width: width, height: height)
      #expect(UITests.KeyboardVisibility.defaultHeight.height(on: size) == expected, "\(size)")
    }
    #expect(UITests.KeyboardVisibility.hidden.height(on: small) == 0)
  }

  @Test
  func `a model of another type is an issue that names both types`() {
    let found = ExpectedIssues()
    current.snapshots = folders.run(.all)
    found.collect {
      #expect(
        !uiTest(anyTestCases: ["one": OtherModel()], context: UITests.Context(screenSize: small))
      )
    }
    let error = found.all.first?.error
    #expect(
      error.map { "\($0)" }?.contains("shows CounterModel and the model is a OtherModel") == true
    )
  }

  @Test
  func `a test case that is used twice is an issue`() {
    let models = ["one": CounterModel("1")]
    let context = UITests.Context<CounterView>(screenSize: small)
    current.snapshots = folders.run(.all)
    #expect(uiTest(testCases: models, context: context))
    let found = ExpectedIssues()
    found.collect { #expect(!uiTest(testCases: models, context: context)) }
    guard case .usedTwice(_, let first, let second) = found.all.first?.error as? SnapshotError
    else {
      Issue.record("\(found.all)")
      return
    }
    #expect(second.line == first.line + 2)
  }
}

@Suite @MainActor
struct `Test cases of controllers`: ViewControllerTestCase {
  let folders: SnapshotFolders
  let current: Current

  /// What the protocol's requirements answer in a test.
  @MainActor
  final class Current {
    var snapshots: Snapshots?
    var makeScreen: @MainActor () -> CounterScreen = TempuraTestingTests.makeScreen
    /// Whether the state is shown instead of the model.
    var showsState = false
  }

  init() throws {
    folders = try SnapshotFolders()
    current = Current()
  }

  var snapshots: Snapshots? { current.snapshots }
  var viewController: CounterScreen { current.makeScreen() }

  func configure(vc: CounterScreen, for testCase: String, model: CounterModel) {
    if !current.showsState { vc.viewModel = model }
  }

  private let context = UITests.VCContext<CounterScreen>(
    container: .navigationController,
    screenSize: small
  )

  @Test
  func `a screen is seen in its container with each model`() throws {
    current.snapshots = folders.run(.all)
    let models = ["one": CounterModel("1"), "two": CounterModel("2")]
    #expect(uiTest(testCases: models, context: context))
    let text = try folders.text("references/one.100x120@1x.en.light.txt")
    #expect(text.contains("key \"navigation-bar\"") && text.contains("\"Counter\""))
    #expect(text.contains("\"1\"") && !text.contains("\"7\""))
    current.snapshots = folders.run()
    #expect(uiTest(testCases: models, context: context))
    let found = ExpectedIssues()
    current.snapshots = folders.run()
    found.collect { #expect(!uiTest(testCases: ["one": CounterModel("3")], context: context)) }
    #expect(found.all.count == 1)
  }

  @Test
  func `what the store does is waited for, on the main thread or by awaiting`() async throws {
    current.showsState = true
    current.makeScreen = {
      let store = Store<CounterState, NoDependencies>()
      store.dispatch(LoadCounter())
      return CounterScreen(store: store)
    }
    current.snapshots = folders.run(.all)
    let isEqual = await uiTest(testCases: ["awaited": CounterModel("")], context: context)
    #expect(isEqual)
    current.snapshots = folders.run(.all)
    blocking()
    for name in ["awaited", "blocking"] {
      let text = try folders.text("references/\(name).100x120@1x.en.light.txt")
      #expect(text.contains("\"99\""), "\(name)")
    }
  }

  private func blocking() {
    #expect(uiTest(testCases: ["blocking": CounterModel("")], context: context))
  }
}

@Suite @MainActor
struct `Test cases of controllers that are wrong`: ViewControllerTestCase {
  let folders: SnapshotFolders

  init() throws { folders = try SnapshotFolders() }

  var snapshots: Snapshots? { folders.run(.all) }
  var viewController: WrongScreen {
    WrongScreen(store: Store<CounterState, NoDependencies>())
  }

  @Test
  func `a view of another type is an issue that names both`() {
    let found = ExpectedIssues()
    found.collect {
      #expect(
        !uiTest(
          testCases: ["one": CounterModel("1")],
          context: UITests.VCContext(screenSize: small)
        )
      )
    }
    let error = found.all.first?.error.map { "\($0)" }
    #expect(
      error?.contains("loadView() of WrongScreen gave a NativeView, and its view is CounterView")
        == true
    )
    #expect(folders.names("references").isEmpty)
  }
}

/// The XCTest form of test cases of views.
final class XCTestViewTests: FailureCollectingTestCase, ViewTestCase {
  typealias V = CounterView

  private var folders: SnapshotFolders?
  private var recording = SnapshotRecording.all

  @MainActor var snapshots: Snapshots? { folders?.run(recording) }

  func testViewsAreCompared() throws {
    folders = try MainActor.assumeIsolated { try SnapshotFolders() }
    for recording in [SnapshotRecording.all, .none] {
      self.recording = recording
      let context = UITests.Context<CounterView>(screenSize: small)
      XCTAssertTrue(uiTest(testCases: ["view": CounterModel("1")], context: context))
    }
    let folders = folders
    XCTAssertEqual(MainActor.assumeIsolated { folders?.names("references").count }, 2)
  }

  func testFailuresAreToldToXCTest() throws {
    folders = try MainActor.assumeIsolated { try SnapshotFolders() }
    let context = UITests.Context<CounterView>(screenSize: small)
    XCTAssertTrue(uiTest(testCases: ["view": CounterModel("1")], context: context))
    recording = .none
    failures = []
    let line = #line + 1
    XCTAssertFalse(uiTest(testCases: ["view": CounterModel("2")], context: context))
    // As where the form is taken that isn't XCTest's, such as that which is awaited.
    nonisolated(unsafe) let test = self
    let isAccepted = MainActor.assumeIsolated {
      unsafe expectedBySwiftTesting(test, ["view": CounterModel("2")], context)
    }
    let found = failures ?? []
    failures = nil
    XCTAssertFalse(isAccepted)
    XCTAssertEqual(found.count, 2)
    XCTAssertEqual(found.first?.line, line)
    for failure in found { XCTAssertTrue(failure.text.contains("snapshot \"view.")) }
  }
}

/// The form of Swift Testing, whatever the test is.
@MainActor
private func expectedBySwiftTesting<Test: ScreenTestCase>(
  _ test: Test,
  _ testCases: Test.TestCases,
  _ context: UITests.Context<Test.Tested>
) -> Bool {
  test.uiTest(testCases: testCases, context: context)
}

/// The XCTest form of test cases of controllers.
final class XCTestControllerTests: XCTestCase, ViewControllerTestCase {
  typealias VC = CounterScreen

  private var folders: SnapshotFolders?
  private var recording = SnapshotRecording.all

  @MainActor var snapshots: Snapshots? { folders?.run(recording) }
  @MainActor var viewController: CounterScreen { makeScreen() }

  func testScreensAreCompared() throws {
    folders = try MainActor.assumeIsolated { try SnapshotFolders() }
    for recording in [SnapshotRecording.all, .none] {
      self.recording = recording
      let context = UITests.VCContext<CounterScreen>(screenSize: small)
      XCTAssertTrue(uiTest(testCases: ["screen": CounterModel("1")], context: context))
    }
    let folders = folders
    XCTAssertEqual(MainActor.assumeIsolated { folders?.names("references").count }, 2)
  }
}
