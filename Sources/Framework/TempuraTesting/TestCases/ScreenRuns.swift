import NativeViews
import Tempura

/// A test's test cases on their screens, which run one after another.
@MainActor
public struct ScreenRuns {
  /// A test case on a screen; its views are made when its turn comes.
  struct Case {
    let environment: SnapshotEnvironment
    let makeRun: @MainActor () throws -> ScreenRun
  }

  private let cases: [Case]

  /// Takes test cases in order of their names, each on all screens.
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

  /// Runs all; waits for stores on this thread.
  func results() throws -> [SnapshotResult] {
    try cases.flatMap { testCase in
      try ScreenContext.$current.withValue(testCase.environment) {
        let run = try testCase.makeRun()
        try run.run()
        return run.results
      }
    }
  }

  /// Runs all; leaves the main actor to other code while waiting.
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
  /// Shows a controller, and calls the hooks of what is tested: the controller or its view.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - tested: The argument of hooks.
  ///   - hooks: The hooks.
  ///   - viewDidLoad: Called after the hook of that name.
  ///   - configure: Sets the content of what is tested, once that has been placed.
  /// - Throws: ``SnapshotError`` if the container doesn't contain the controller.
  func show<Tested: AnyObject>(
    _ controller: AnyViewController,
    testing tested: Tested,
    hooks: [UITests.Hook: UITests.HookClosure<Tested>],
    viewDidLoad: () -> Void = {},
    configure: @escaping @MainActor () -> Void = {}
  ) throws {
    // The controller keeps the closure, which must not keep it.
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
