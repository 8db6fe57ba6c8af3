import Dispatch
import Foundation
import NativeViews
import NativeViewsCairo
import NativeViewsGTK
import Tempura

// Shows the list in the way that the arguments say; `Todo --help` tells them.

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  if options.wantsHelp {
    print(Options.usage)
    exit(0)
  }
  let program = try TodoProgram(options)
  // GTK has the main thread, so that nothing here is awaited before it gives it back.
  if options.mode == .window { try program.runWindow() }
  Task {
    do {
      try await program.run()
      exit(0)
    } catch { fail(error) }
  }
  dispatchMain()
} catch {
  fail(error)
}
