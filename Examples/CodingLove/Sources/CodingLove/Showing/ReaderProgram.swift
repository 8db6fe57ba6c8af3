import Foundation
import Katana
import KatanaElements
import NativeViews
import NativeViewsCairo
import NativeViewsGTK

/// The application, run as the options say.
@MainActor
struct ReaderProgram {
  let options: Options
  let store: ReaderStore

  init(_ options: Options, service: any PostsService) {
    self.options = options
    store = ReaderStore(service: service)
  }

  /// Opens the window, and returns when it is closed; by the user, or as soon as a picture of it was written.
  func runWindow() throws {
    var failure: (any Error)?
    var shown: ReaderWindow?
    try GTKApplication.run {
      let reader = try ReaderWindow(store: store, size: options.size)
      shown = reader
      guard case .windowPicture(let path) = options.mode else { return }
      Task { @MainActor in
        do { try await writePicture(of: reader, to: path) } catch { failure = error }
        reader.window.close()
      }
    }
    withExtendedLifetime(shown) {}
    if let failure { throw failure }
  }

  private func writePicture(of reader: ReaderWindow, to path: String) async throws {
    let user = HeadlessUser(application: reader.application, clock: nil)
    for step in options.steps { try await user.perform(step) }
    for attempt in 0... {
      do {
        // A frame that the display makes.
        try await Task.sleep(for: .milliseconds(50))
        return try reader.window.screenshot().writePNG(to: path)
      } catch GTKError.notShown where attempt < 100 {
        continue
      }
    }
  }

  /// Does all but the window.
  func run() async throws {
    switch options.mode {
    case .window, .windowPicture: break
    case .headless: try await runHeadless()
    case .png(let path): try await writePicture(to: path)
    }
  }

  private func runHeadless() async throws {
    let user = try await HeadlessUser.start(store, size: options.size)
    func show(_ title: String) {
      print("-- \(title): \(store.state.rows.count) posts")
      print(user.application.tree.root.renderedText(), terminator: "")
    }
    show("start")
    for step in options.steps {
      try await user.perform(step)
      show("\(step)")
    }
  }

  private func writePicture(to path: String) async throws {
    let clock = ManualFrameSource()
    let tree = ViewTree(size: options.size, backend: try CairoBackend(clock: clock))
    let user = HeadlessUser(
      application: ReaderApplication(store: store, in: tree),
      clock: clock
    )
    for step in options.steps { try await user.perform(step) }
    try await user.rest()
    try CairoRenderer().png(of: tree.root).write(to: URL(filePath: path))
  }
}

/// Ends the program with an error.
func fail(_ error: any Error) -> Never {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(1)
}
