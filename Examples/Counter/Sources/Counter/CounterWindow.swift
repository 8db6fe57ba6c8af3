import Foundation
import KatanaElements
import KatanaLegacy
import NativeViewsCairo
import NativeViewsGTK

/// The counter in a container, with a store of its own.
@MainActor
struct RenderedCounter {
  let store: Store<CounterState>
  let renderer: Renderer

  // "Attaching the UI to the Logic" of the README. Changed: the store is handed on as the one that it wraps, where it is
  // Katana 0.8's; one of `Katana` itself as it is.
  init(in view: NativeView, count: Int) {
    let store = Store<CounterState>(initialState: CounterState(counter: count))
    let counterScreen = CounterScreen(props: CounterScreenProps(frame: view.bounds))
    let renderer = Renderer(rootDescription: counterScreen, store: store.base)
    renderer.render(in: view)
    (self.store, self.renderer) = (store, renderer)
  }
}

/// Opens the counter in a window of GTK and runs until it is closed, or makes a picture of it and closes it.
@MainActor
func runWindow(size: CGSize, count: Int, screenshot: String?) throws {
  var counter: RenderedCounter?
  var failure: (any Error)?
  try GTKApplication.run {
    let window = try GTKWindow(title: "Counter", size: size)
    counter = RenderedCounter(in: window.root, count: count)
    guard let screenshot else { return }
    Task { @MainActor in
      do { try await write(window, to: screenshot) } catch { failure = error }
      window.close()
    }
  }
  withExtendedLifetime(counter) {}
  if let failure { throw failure }
}

/// Writes a picture of a window as soon as it is shown.
@MainActor
private func write(_ window: GTKWindow, to path: String) async throws {
  for attempt in 0... {
    do {
      try await Task.sleep(for: .milliseconds(50))
      return try window.screenshot().writePNG(to: path)
    } catch GTKError.notShown where attempt < 100 {
      continue
    }
  }
}
