import BenchmarkHarness
import NativeViews
import Tempura

extension BenchmarkSuite {
  /// A route of so many screens above a root: an iteration shows all of them by one request, and takes all away by another.
  mutating func addRoute(_ count: Int, bars: [Bar]) {
    add(
      Benchmark(
        "route",
        parameters: ["screens": count, "step": "push-pop"],
        floors: ["route-by-hand"],
        bars: bars
      ) {
        let app = RouteApp()
        try MainLoop.run { try await app.start() }
        let (below, above) = (RouteScreen.route(above: 0), RouteScreen.route(above: count))
        var heights = 0
        return BenchmarkBody(
          run: { iterations in
            heights += try MainLoop.run {
              var heights = 0
              for _ in 0..<iterations {
                try await app.go(to: above)
                heights += app.stack.viewControllers.count
                try await app.go(to: below)
                heights += app.stack.viewControllers.count
              }
              return heights
            }
          },
          verify: { iterations in
            let expected = iterations * (count + 2)
            try VerificationError.check("heights", found: heights, expected: expected)
            try VerificationError.check("route", found: app.route, expected: below)
            for route in [above, below] {
              try MainLoop.run { try await app.go(to: route) }
              try VerificationError.check("route", found: app.route, expected: route)
              let top = (app.stack.topViewController as? RouteScreen)?.routeIdentifier
              try VerificationError.check("top", found: top, expected: route.last)
            }
          }
        )
      }
    )
    add(
      Benchmark(
        "route-by-hand",
        parameters: ["screens": count, "step": "push-pop"],
        kind: .floor
      ) {
        let app = RouteApp()
        try MainLoop.run { try await app.start() }
        let (stack, tree) = (app.stack, app.window.tree)
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations {
              for place in 1...count {
                stack.pushViewController(RouteScreen(place), animated: false)
              }
              tree.flush()
              for _ in 0..<count { stack.popViewController(animated: false) }
              tree.flush()
            }
          },
          verify: { _ in
            // Here and not in the loop: asking a stack for its controllers takes a fifth of a push and a pop.
            for place in 1...count {
              stack.pushViewController(RouteScreen(place), animated: false)
            }
            let height = stack.viewControllers.count
            try VerificationError.check("height", found: height, expected: count + 1)
            for _ in 0..<count { stack.popViewController(animated: false) }
            tree.flush()
            let route = RouteScreen.route(above: 0)
            try VerificationError.check("route", found: app.route, expected: route)
          }
        )
      }
    )
  }
}
