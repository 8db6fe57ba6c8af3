import BenchmarkHarness
import CPaintingGTK
import Foundation
import NativeViews
import NativeViewsGTK

extension BenchmarkSuite {
  /// Scrolls a text by more than what is in sight, and makes the scene of each frame; beside GTK's own text view, which has measured
  /// all of it.
  mutating func addScrolling(lines: Int) {
    let parameters: KeyValuePairs<String, any CustomStringConvertible> = ["lines": lines]
    let distance: CGFloat = 1013
    add(
      Benchmark(
        "scroll",
        parameters: parameters,
        bars: [Bar("a frame of a text area", percentile: 0.99, atMost: .microseconds(16_600))]
      ) {
        let window = try Window()
        let area = TextAreaView()
        area.frame = CGRect(origin: .zero, size: Grid.window)
        window.window.root.append(area)
        area.text = (0..<lines).map { "line \($0)" }.joined(separator: "\n")
        window.window.tree.flush()
        window.frame()
        var done = 0
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations {
              let end = area.contentSize.height - Grid.window.height
              let next = area.contentOffset.y + distance
              area.contentOffset.y = next < end ? next : 0
              window.window.tree.flush()
              window.frame()
            }
            done += iterations
          },
          verify: { expected in
            try VerificationError.check("frames", found: done, expected: expected)
            let share = (area.contentOffset.y + Grid.window.height / 2) / area.contentSize.height
            let line = "line \(Int(share * CGFloat(lines)))"
            let drawn = area.ownText ?? ""
            let isDrawn = drawn.contains(line)
            try VerificationError.check("draws \(line)", found: isDrawn, expected: true)
          },
          tearDown: { window.window.close() }
        )
      }
    )
    add(
      Benchmark("scroll by C", parameters: parameters, kind: .floor) {
        // SAFETY: here and below, the view is in a window that stays open; all calls are on the main thread.
        let view = unsafe try Floor.open { unsafe cpaintinggtk_text($0, $1, lines) }
        cpaintinggtk_settle()
        unsafe cpaintinggtk_frame(view)
        var (done, first) = (0, Int32(0))
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations {
              if unsafe !cpaintinggtk_scroll(view, distance) { first = -1 }
              unsafe cpaintinggtk_frame(view)
            }
            done += iterations
          },
          verify: { expected in
            try VerificationError.check("frames", found: done, expected: expected)
            let line = unsafe cpaintinggtk_first_line(view)
            let isFurther = first < 0 || line > first
            first = line
            try VerificationError.check("further", found: isFurther, expected: true)
          }
        )
      }
    )
  }
}
