import Foundation
import SeededRandom
import Testing

/// Checks of the program `GTKViewChecks`, each in a process with an X server of its own.
@Suite(.serialized) struct `Views in GTK windows` {
  @Test func `hops to the main actor wake GLib's loop once, and nothing else does`() async throws {
    try await Display.check("hops")
  }

  @Test func `windows open, change and close, and the loop ends with the last`() async throws {
    try await Display.check("windows")
  }

  @Test func `animations of hidden windows end`() async throws { try await Display.check("hidden") }

  @Test func `each property of a view is in the window's pixels`() async throws {
    try await Display.check("drawing")
  }

  @Test func `what the bundled fonts lack is shown in installed ones, or told of`() async throws {
    try await Display.check("fonts")
  }

  @Test func `pictures of windows are those of the Cairo backend`() async throws {
    try await Display.check("comparison", "\(RandomHistories.seed)")
  }

  @Test func `a million rows are shown and clicked to the pixel`() async throws {
    try await Display.check("distance")
  }

  @Test func `only what is in sight is drawn, and all of that`() async throws {
    try await Display.check("visibility")
  }

  @Test func `tab goes through views and widgets of the application's`() async throws {
    try await Display.check("focus")
  }

  @Test func `twenty of twenty clicks arrive where they were made`() async throws {
    try await Display.check("clicks")
  }

  @Test func `keys come to the focused view`() async throws { try await Display.check("keys") }

  @Test func `a window has the desktop's look, also when that changes`() async throws {
    try await Display.check("desktop")
  }

  @Test func `a window follows the settings portal`() async throws {
    try await Display.check("portal", withBus: true)
  }

  @Test func `a secondary click opens a menu of GTK, for mouse and keys`() async throws {
    try await Display.check("menus")
  }

  @Test func `pointers, tool tips, shortcuts and dropped files come by GTK`() async throws {
    try await Display.check("habits")
  }

  @Test func `dialogs for files answer, or are cancelled`() async throws {
    try await Display.check("dialogs")
  }

  @Test func `texts are edited by keys, dead keys, the clipboard and the mouse`() async throws {
    try await Display.check("texts")
  }

  @Test func `an input method composes Hangul`() async throws {
    try await Display.check("input-method", withInputMethod: true)
  }

  /// Ten thousand in all.
  @Test(arguments: [1, 2, 3, TestTier.isCheck ? RandomHistories.seed : 4])
  func `random editing keeps headless, SVG, PNG and GTK trees equal`(seed: UInt64) async throws {
    print(try await Display.check("texts", "2500", "\(seed)", by: "ViewAgreement"))
  }

  @Test func `a widget of the application's is placed and typed into`() async throws {
    try await Display.check("foreign")
  }

  /// The first seed once left the widget of a view that had come into a new one, which was in another new one that went.
  @Test(arguments: [646_659_999_970] + (TestTier.isCheck ? [RandomHistories.seed] : []))
  func `twenty thousand random changes keep widgets and views equal`(seed: UInt64) async throws {
    try await Display.check("updates", "\(seed)")
  }

  /// The first seed once had a text broken into other lines than when it is laid out anew.
  @Test(arguments: [78] + (TestTier.isCheck ? [RandomHistories.seed] : []))
  func `random updates keep headless, SVG, PNG and GTK trees equal`(seed: UInt64) async throws {
    print(try await Display.check("2000", "\(seed)", by: "ViewAgreement"))
  }

  @Test func `roles, names, focus and actions are on the accessibility bus`() async throws {
    try await Display.check("accessibility", withAccessibility: true)
  }

  @Test func `no display is an error that says to use xvfb-run`() async throws {
    let outcome = try await Display.run(
      ["display"],
      environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil]
    )
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("there is no display") && outcome.output.contains("xvfb-run"))
    let other = try await Display.run(
      ["display"],
      environment: ["DISPLAY": ":9797", "WAYLAND_DISPLAY": nil]
    )
    #expect(other.status == 1)
    #expect(other.output.contains("the display :9797 can't be opened"))
  }

  @Test func `another thread is an error that names the main one`() async throws {
    let outcome = try await Display.run(["thread"], environment: ["DISPLAY": nil])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("call `GTKApplication.run` from a `main` that isn't async"))
  }
}
