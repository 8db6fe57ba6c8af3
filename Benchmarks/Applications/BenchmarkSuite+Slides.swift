import BenchmarkHarness
import Foundation
import Katana
import KatanaElements

extension BenchmarkSuite {
  /// A frame of the slides, with another tap every third of a second, so that something always moves.
  mutating func addSlides() {
    add(
      Benchmark(
        "slides-tick",
        bars: [Bar("within a frame", medianAtMost: .microseconds(16_600))]
      ) {
        let store = SlidesStore(interceptors: [], initialState: SlidesState())
        let stage = slidesStage(store)
        let slides: [Slide] = [.rain, .growth, .rain, .party, .growth, .hill]
        var ticks = 0
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations {
              if ticks % 20 == 0 {
                store.dispatch(ShowSlide(slide: slides[ticks / 20 % slides.count]))
              }
              stage.clock.advance(by: stage.clock.interval)
              ticks += 1
            }
          },
          verify: { _ in
            try VerificationError.check("it moves", found: stage.tree.isAnimating, expected: true)
            // Whatever was interrupted ends as the slide that was chosen last.
            stage.clock.advance(by: .seconds(5))
            let slide = store.state.slide
            let other = SlidesStore(interceptors: [], initialState: SlidesState(slide: slide))
            let shown = slidesStage(other)
            try VerificationError.check(
              "views at rest",
              found: stage.tree.root.renderedText(),
              expected: withExtendedLifetime(shown) { shown.tree.root.renderedText() }
            )
            // It goes on with a tap.
            ticks = (ticks + 19) / 20 * 20
          }
        )
      }
    )
  }
}

@MainActor
private func slidesStage(_ store: SlidesStore) -> ApplicationStage {
  ApplicationStage(size: CGSize(width: 450, height: 600)) { bounds in
    Renderer(
      rootDescription: SlidesScreen(props: .build { $0.frame = bounds }),
      store: store
    )
  }
}
