import BenchmarkHarness
import CPaintingGTK
import Foundation
import NativeViews
import NativeViewsGTK

// SAFETY: of all calls of C below: the widgets are in windows that stay open; they are called on the main thread.

/// A window with texts, by views or by C.
@MainActor
struct Window {
  let window: GTKWindow

  init() throws {
    window = try GTKWindow(title: "views", size: Grid.window)
    unsafe cpaintinggtk_wait(window.backend.gtkHost)
  }

  func create(_ count: Int) {
    for index in 0..<count {
      let view = TextView("item \(index)")
      view.frame = CGRect(
        x: index % Grid.columns * Grid.width,
        y: index / Grid.columns * Grid.height,
        width: Grid.width,
        height: Grid.height
      )
      window.root.append(view)
    }
    window.tree.flush()
  }

  func removeAll() {
    window.root.removeAllChildren()
    window.tree.flush()
  }

  func text(at index: Int) -> TextView? {
    var view = window.root.firstChild
    for _ in 0..<index { view = view?.nextSibling }
    return view as? TextView
  }

  /// GTK's part of a frame before it makes pixels.
  func frame() { unsafe cpaintinggtk_frame(window.backend.gtkHost) }
  func render() { unsafe cpaintinggtk_render(window.backend.gtkHost) }
}

/// The same window without views.
@MainActor @safe
struct Floor {
  let container: UnsafeMutableRawPointer

  init() throws {
    unsafe container = try Self.open { unsafe cpaintinggtk_open($0, $1) }
  }

  /// Opens a window from C, and waits until it is on the display.
  static func open(
    _ make: (_ width: Int32, _ height: Int32) -> UnsafeMutableRawPointer?
  ) throws -> UnsafeMutableRawPointer {
    guard let widget = unsafe make(Int32(Grid.window.width), Int32(Grid.window.height)) else {
      throw GTKError.noDisplay(ProcessInfo.processInfo.environment["DISPLAY"])
    }
    unsafe cpaintinggtk_wait(widget)
    return unsafe widget
  }

  func create(_ count: Int) {
    unsafe cpaintinggtk_create(
      container,
      count,
      Int32(Grid.columns),
      Int32(Grid.width),
      Int32(Grid.height)
    )
  }
}

extension BenchmarkSuite {
  /// Makes views with texts and removes them again, without a frame in between.
  mutating func addCreation(count: Int) {
    let bar = Bar("by views", against: "create by C", atMost: 1.3)
    add(
      Benchmark("create", parameters: ["count": count], bars: [bar]) {
        let window = try Window()
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations {
              window.create(count)
              window.removeAll()
            }
          },
          verify: { _ in
            window.create(count)
            let widgets = GTKBackend.widgetCount
            window.removeAll()
            try VerificationError.check("widgets", found: widgets, expected: count + 1)
          },
          tearDown: { window.window.close() }
        )
      }
    )
    add(
      Benchmark("create by C", parameters: ["count": count], kind: .floor) {
        let floor = try Floor()
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations {
              floor.create(count)
              unsafe cpaintinggtk_remove_all(floor.container)
            }
          },
          verify: { _ in
            floor.create(count)
            let widgets = unsafe cpaintinggtk_count(floor.container)
            unsafe cpaintinggtk_remove_all(floor.container)
            try VerificationError.check("widgets", found: widgets, expected: count)
          }
        )
      }
    )
  }

  /// Changes the text of one view, in sight or out of it, and makes the scene of a frame, without its pixels.
  mutating func addText(count: Int, isVisible: Bool) {
    let parameters: KeyValuePairs<String, any CustomStringConvertible> = [
      "count": count, "place": isVisible ? "in sight" : "out of sight",
    ]
    let index = isVisible ? 7 : count - 1
    let bar = Bar("by views", against: "text by C", atMost: 1.3)
    add(
      Benchmark("text", parameters: parameters, bars: [bar]) {
        let window = try Window()
        window.create(count)
        window.frame()
        let view = window.text(at: index)
        var number = 0
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations {
              number += 1
              view?.text = "text \(number)"
              window.window.tree.flush()
              window.frame()
            }
          },
          verify: { expected in
            try VerificationError.check("changes", found: number, expected: expected)
            let differences = window.window.backend.differences(
              from: window.window.tree,
              withAllocations: true
            )
            try VerificationError.check("differences", found: differences.count, expected: 0)
          },
          tearDown: { window.window.close() }
        )
      }
    )
    add(
      Benchmark("text by C", parameters: parameters, kind: .floor) {
        let floor = try Floor()
        floor.create(count)
        unsafe cpaintinggtk_frame(floor.container)
        let widget = unsafe cpaintinggtk_child(floor.container, index)
        var number = 0
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations {
              number += 1
              unsafe cpaintinggtk_set_text(widget, "text \(number)")
              unsafe cpaintinggtk_frame(floor.container)
            }
          },
          verify: { try VerificationError.check("changes", found: number, expected: $0) }
        )
      }
    )
  }

  /// A whole frame after all views have moved, and the same with its pixels.
  mutating func addFrames(count: Int) {
    for withPixels in [false, true] {
      let parameters: KeyValuePairs<String, any CustomStringConvertible> = [
        "count": count, "until": withPixels ? "pixels" : "scene",
      ]
      // Each view has a patch of its own, which C doesn't make when it moves a widget.
      let bars = [
        Bar("by views", against: "frame by C", atMost: 2.5),
        // What is seen of frames is the late ones.
        Bar("late frames", against: "frame by C", atMost: 2.5, percentile: 0.99),
      ]
      add(
        Benchmark("frame", parameters: parameters, bars: bars) {
          let window = try Window()
          window.create(count)
          window.frame()
          var number = 0
          return BenchmarkBody(
            run: { iterations in
              for _ in 0..<iterations {
                number += 1
                var view = window.window.root.firstChild
                var index = 0
                while let current = view {
                  current.frame.origin.x = CGFloat(index % Grid.columns * Grid.width + number % 2)
                  index += 1
                  view = current.nextSibling
                }
                window.window.tree.flush()
                if withPixels { window.render() } else { window.frame() }
              }
            },
            verify: { expected in
              try VerificationError.check("frames", found: number, expected: expected)
              let differences = window.window.backend.differences(
                from: window.window.tree,
                withAllocations: true
              )
              try VerificationError.check("differences", found: differences.count, expected: 0)
            },
            tearDown: { window.window.close() }
          )
        }
      )
      add(
        Benchmark("frame by C", parameters: parameters, kind: .floor) {
          let floor = try Floor()
          floor.create(count)
          unsafe cpaintinggtk_frame(floor.container)
          let widgets = unsafe (0..<count).map { unsafe cpaintinggtk_child(floor.container, $0) }
          var number = 0
          return BenchmarkBody(
            run: { iterations in
              for _ in 0..<iterations {
                number += 1
                for index in unsafe widgets.indices {
                  let x = Double(index % Grid.columns * Grid.width + number % 2)
                  unsafe cpaintinggtk_set_x(widgets[index], x)
                }
                if withPixels {
                  unsafe cpaintinggtk_render(floor.container)
                } else {
                  unsafe cpaintinggtk_frame(floor.container)
                }
              }
            },
            verify: { try VerificationError.check("frames", found: number, expected: $0) }
          )
        }
      )
    }
  }
}
