import BenchmarkHarness
import CPaintingGTK
import Foundation
import NativeViews
import NativeViewsGTK

extension BenchmarkSuite {
  /// Types a character into a field, and makes the scene of its frame; beside GTK's own entry.
  mutating func addKeys() {
    let parameters: KeyValuePairs<String, any CustomStringConvertible> = ["until": "scene"]
    let bar = Bar("by a field", against: "key by C", atMost: 1.2)
    // A line that only grows would measure its length.
    let longest = 32
    add(
      Benchmark("key", parameters: parameters, bars: [bar]) {
        let window = try Window()
        let field = TextFieldView()
        field.frame = CGRect(x: 0, y: 0, width: Grid.window.width, height: 40)
        window.window.root.append(field)
        field.focus()
        window.window.tree.flush()
        window.frame()
        var typed = 0
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations {
              if typed % longest == 0 { field.text = "" }
              typed += 1
              window.window.tree.handle(.text(.committed("x")))
              window.window.tree.flush()
              window.frame()
            }
          },
          verify: { expected in
            try VerificationError.check("keys", found: typed, expected: expected)
            let length = (typed - 1) % longest + 1
            try VerificationError.check("characters", found: field.text.count, expected: length)
          },
          tearDown: { window.window.close() }
        )
      }
    )
    add(
      Benchmark("key by C", parameters: parameters, kind: .floor) {
        // SAFETY: here and below, the entry is in a window that stays open; all calls are on the main thread.
        let entry = unsafe try Floor.open { unsafe cpaintinggtk_entry($0, $1) }
        unsafe cpaintinggtk_frame(entry)
        var typed = 0
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations {
              if typed % longest == 0 { unsafe cpaintinggtk_clear(entry) }
              typed += 1
              unsafe cpaintinggtk_type(entry, "x")
              unsafe cpaintinggtk_frame(entry)
            }
          },
          verify: { expected in
            try VerificationError.check("keys", found: typed, expected: expected)
            let length = (typed - 1) % longest + 1
            let found = unsafe cpaintinggtk_length(entry)
            try VerificationError.check("characters", found: found, expected: length)
          }
        )
      }
    )
  }
}
