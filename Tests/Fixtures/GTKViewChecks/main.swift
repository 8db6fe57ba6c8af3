import CGTKViewChecks
import Foundation
import NativeViewsGTK

// Checks of NativeViewsGTK, each in a process of its own: GTK wants the main thread, which the test runner keeps.
// usage: GTKViewChecks CHECK [ARGUMENT]      prints what was seen; exits with 1 and a message if a check fails

let arguments = CommandLine.arguments
let checks: [String: () throws -> Void] = [
  "accessibility": checkAccessibility,
  "clicks": checkClicks,
  "comparison": { try checkComparison(seed: UInt64(arguments.dropFirst(2).first ?? "") ?? 1) },
  "distance": checkDistance,
  "desktop": checkDesktop,
  "dialogs": checkDialogs,
  "display": { try GTKApplication.run {} },
  "drawing": checkDrawing,
  "focus": checkFocus,
  "fonts": checkFonts,
  "foreign": checkForeignWidget,
  "hidden": checkHiddenWindow,
  "hops": checkHops,
  "habits": checkHabits,
  "input-method": checkInputMethod,
  "keys": checkKeys,
  "menus": checkMenus,
  "portal": checkPortal,
  "texts": checkTexts,
  "thread": checkThread,
  "updates": { try checkUpdates(seed: UInt64(arguments.dropFirst(2).first ?? "") ?? 1) },
  "visibility": checkVisibility,
  "windows": checkWindows,
]
if arguments.count > 2, arguments[1] == "accessible" {
  // Asked by the check of accessibility, in another process.
  // SAFETY: the message stays.
  let clicked = arguments.dropFirst(3).first ?? ""
  let typed = arguments.dropFirst(4).first ?? ""
  if let problem = unsafe atspi_print(Int32(arguments[2]) ?? 0, clicked, typed) {
    print(unsafe String(cString: problem))
  }
  exit(0)
}
if arguments.count > 1, arguments[1] == "portal-service" {
  // Started by the check of the portal, as a process of its own.
  // SAFETY: the message stays.
  if let problem = unsafe portal_run() { print(unsafe String(cString: problem)) }
  exit(0)
}
guard arguments.count > 1, let run = checks[arguments[1]] else {
  print("usage: GTKViewChecks \(checks.keys.sorted().joined(separator: "|")) [SEED]")
  exit(64)
}
do { try run() } catch {
  print("FAILED: \(error)")
  exit(1)
}
