import CGTKViewChecks
import Foundation
import NativeViews
import NativeViewsCairo
import NativeViewsGTK

/// A text, and the environments that it was told of.
private final class ReadingView: NativeView {
  var told: [ViewEnvironment] = []
  override func environmentDidChange() { told.append(environment) }
  override func draw(into list: inout DisplayList) {
    list.draw(TextBlock("Text", font: .systemFont(ofSize: 30)), in: bounds)
  }
}

/// A window has the font, the colours and the motion that GTK's settings tell of, also when these change; one of the fixed look hasn't.
@MainActor
func checkDesktop() throws {
  try runInWindow(look: .desktop) { window in
    let view = ReadingView()
    view.frame = window.root.bounds
    window.root.append(view)
    await window.drawn()
    let first = window.tree.environment
    try check(view.told == [first], "it was told of \(view.told)")
    try check(first.colorScheme == .light && !first.isMotionReduced, "\(first)")
    try check(first.scrollBars == .whileScrolling && first.fontSize > 5, "\(first)")

    // 20 points of 1/72 inch are 26.7 of 1/96; the family is another one, if the machine has it.
    let before = try window.screenshot()
    let families = ["DejaVu Serif", "DejaVu Sans Mono", "Liberation Serif", "Noto Serif"]
    let installed = try CairoFonts.installed()
    let family = families.first { installed.contains(family: $0) }
    unsafe checks_set_text("gtk-font-name", "\(family ?? "DejaVu Sans") 20")
    try check(abs(window.tree.environment.fontSize - 26.7) < 0.1, "\(window.tree.environment)")
    try check(view.told.count == 2, "it was told of \(view.told)")
    await window.drawn()
    if let family {
      try check(window.tree.environment.fontFamily == family, "\(window.tree.environment)")
      try check(try window.screenshot() != before, "the text isn't drawn in \(family)")
      let named = TextBlock("Text", font: Font(family: family, size: 30))
      let plain = TextBlock("Text", font: .systemFont(ofSize: 30))
      let measurer = window.backend.measurer
      try check(
        measurer.size(of: plain, width: .infinity) == measurer.size(of: named, width: .infinity),
        "a text without a family isn't measured in \(family)"
      )
    }
    unsafe checks_set_flag("gtk-enable-animations", false)
    unsafe checks_set_flag("gtk-application-prefer-dark-theme", true)
    unsafe checks_set_flag("gtk-overlay-scrolling", false)
    let last = window.tree.environment
    try check(last.isMotionReduced && last.colorScheme == .dark, "\(last)")
    try check(last.scrollBars == .always && view.told.last == last, "\(last)")

    let fixed = try GTKWindow(title: "fixed", size: CGSize(width: 100, height: 100), look: .fixed)
    try check(fixed.tree.environment == .fixed, "\(fixed.tree.environment)")
    fixed.close()
    print("a window has the desktop's look: \(last)")
  }
}

/// A window follows the settings portal: in the beginning, and when something changes.
@MainActor
func checkPortal() throws {
  let service = Process()
  let (commands, answers) = (Pipe(), Pipe())
  let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  service.executableURL = URL(filePath: program)
  service.arguments = ["portal-service"]
  (service.standardInput, service.standardOutput) = (commands, answers)
  try service.run()
  defer {
    try? commands.fileHandleForWriting.close()
    service.waitUntilExit()
  }
  let answer = String(decoding: answers.fileHandleForReading.availableData, as: UTF8.self)
  try check(answer == "ready\n", "the portal says \(answer)")
  try runInWindow(look: .desktop) { window in
    let view = ReadingView()
    window.root.append(view)
    try check(view.told.map(\.colorScheme) == [.dark], "in the beginning: \(view.told)")
    @MainActor func tell(_ line: String) throws {
      try commands.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
    }
    try tell("contrast 1")
    try await wait(for: { view.environment.isContrastHigh }, "high contrast")
    try check(view.environment.colorScheme == .dark, "\(view.environment)")
    try tell("color-scheme 2")
    try await wait(for: { view.environment.colorScheme == .light }, "the light")
    try check(view.told.count == 3, "\(view.told)")
    print("the portal's settings come to views")
  }
}
