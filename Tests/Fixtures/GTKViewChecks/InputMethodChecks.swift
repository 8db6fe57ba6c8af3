import CGTKViewChecks
import Foundation
import NativeViews
import NativeViewsGTK

/// IBus composes Hangul in a text field: letters become syllables, which are committed by the next ones.
@MainActor
func checkInputMethod() throws {
  let programs = ["/usr/bin/ibus-daemon", "/usr/libexec/ibus-engine-hangul", "/usr/bin/ibus"]
  for program in programs where !FileManager.default.isExecutableFile(atPath: program) {
    print("SKIPPED: \(program) is missing; install ibus, ibus-gtk4 and ibus-hangul")
    exit(0)
  }
  var started: [Process] = []
  defer { for process in started { process.terminate() } }
  @MainActor func start(_ program: String, _ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    started.append(process)
  }
  try start(programs[0], "-r", "--panel=disable")
  Thread.sleep(forTimeInterval: 2)
  try start(programs[1], "--ibus")
  try runInWindow { window in
    let field = TextFieldView()
    field.frame = CGRect(x: 20, y: 20, width: 200, height: 40)
    window.root.append(field)
    await window.drawn()
    _ = try openDevices(window)
    unsafe xtest_focus(window.backend.gtkWindow)
    field.focus()
    await window.drawn()
    // The window has to answer while it is set.
    try start(programs[2], "engine", "hangul")
    let composed = { field.textInputState?.isComposing == true }
    let end = ContinuousClock.now + .seconds(20)
    // It begins with Latin letters, until shift and space; and later than it says.
    while !composed() {
      try check(ContinuousClock.now < end, "nothing is composed; typed is \(field.text)")
      field.text = ""
      press(0x20, 0xffe1)
      try await Task.sleep(for: .milliseconds(500))
      press(0x67)
      try await Task.sleep(for: .milliseconds(500))
    }
    try check(!field.text.contains("ㅎ"), "what is composed is a part of \(field.text)")
    let before = field.text
    for key: UInt in [0x6b, 0x73, 0x72, 0x6d, 0x66] {
      press(key)
      try await Task.sleep(for: .milliseconds(100))
    }
    try await wait(for: { field.text == before + "한" }, "typed \(field.text)")
    press(0x20)
    try await wait(for: { field.text.hasPrefix(before + "한글") }, "typed \(field.text)")
    try check(!composed(), "it still composes")
    print("IBus has typed \(field.text)")
  }
}
