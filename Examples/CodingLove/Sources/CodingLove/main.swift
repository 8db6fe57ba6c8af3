import Dispatch
import Foundation
import NativeViewsGTK

// Reads posts of a server of its own, in the way that the arguments say; `CodingLove --help` tells them.

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  if options.wantsHelp {
    print(Options.usage)
    exit(0)
  }
  let server = LocalServer(
    posts: options.posts,
    failingPage: options.failingPage,
    slowPage: options.slowPage
  )
  let program = ReaderProgram(options, service: HTTPPosts(server: server))
  // GTK has the main thread, so that nothing here is awaited before it gives it back.
  switch options.mode {
  case .window, .windowPicture: try program.runWindow()
  case .headless, .png: break
  }
  Task {
    do {
      try await program.run()
      await server.stop()
      exit(0)
    } catch { fail(error) }
  }
  dispatchMain()
} catch {
  fail(error)
}
