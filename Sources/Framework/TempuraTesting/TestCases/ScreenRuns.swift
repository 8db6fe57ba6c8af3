import NativeViews
import Tempura

/// The test cases of a test on their screens, which are run one after another.
@MainActor
public struct ScreenRuns {
  /// A test case on a screen; its views are made when its turn comes.
  struct Case {
    let environment: SnapshotEnvironment
    let makeRun: @MainActor () throws -> ScreenRun
  }

  private let cases: [Case]

  /// Takes test cases in the order of their names, each on all screens.
  init(
    _ identifiers: some Sequence<String>,
    in surroundings: UITests.Surroundings,
    _ makeRun: @escaping @MainActor (String, SnapshotEnvironment) throws -> ScreenRun
  ) {
    let environments = surroundings.environments
    cases = identifiers.sorted().flatMap { identifier in
      environments.map { environment in
        Case(environment: environment) { try makeRun(identifier, environment) }
      }
    }
  }

  /// Runs all; stores are waited for on this thread.
  func results() throws -> [SnapshotResult] {
    try cases.flatMap { testCase in
      try ScreenContext.$current.withValue(testCase.environment) {
        let run = try testCase.makeRun()
        try run.run()
        return run.results
      }
    }
  }

  /// Runs all, and leaves the main actor to others while something is waited for.
  func awaitedResults() async throws -> [SnapshotResult] {
    var results: [SnapshotResult] = []
    for testCase in cases {
      results += try await ScreenContext.$current.withValue(testCase.environment) {
        let run = try testCase.makeRun()
        try await run.runAsync()
        return run.results
      }
    }
    return results
  }
}

extension ScreenRun {
  /// Shows a controller, and calls the hooks of what is tested: it or its view.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - tested: What hooks get.
  ///   - hooks: The hooks.
  ///   - viewDidLoad: Called after the hook of that name.
  ///   - configure: Gives what is tested what it is to show, once that has been placed.
  /// - Throws: ``SnapshotError`` if the container doesn't contain the controller.
  func show<Tested: AnyObject>(
    _ controller: AnyViewController,
    testing tested: Tested,
    hooks: [UITests.Hook: UITests.HookClosure<Tested>],
    viewDidLoad: () -> Void = {},
    configure: @escaping @MainActor () -> Void = {}
  ) throws {
    // The controller knows of the closure, which must not keep it.
    let call = { @MainActor [weak tested] (hook: UITests.Hook) in
      if let tested { hooks[hook]?(tested) }
    }
    controller.loadViewIfNeeded()
    call(.viewDidLoad)
    viewDidLoad()
    controller.appearanceObserver = { call($0 ? .viewDidAppear : .viewWillAppear) }
    try show(controller) { call(.navigationControllerHasBeenCreated) }
    didLayOut = {
      if hooks[.viewDidLayoutSubviews] != nil {
        call(.viewDidLayoutSubviews)
        controller.view.setNeedsLayout()
      }
      configure()
    }
  }
}
