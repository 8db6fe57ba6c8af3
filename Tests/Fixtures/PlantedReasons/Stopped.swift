import Foundation
import Glibc
import Signposts

/// A process that somebody else stops for half a second, while it waits and while it computes.
func freeze() {
  let stopper = Stopper()
  signposter.withIntervalSignpost("freeze") {
    stopper.begin()
    stopper.wait()
  }
}

func freezeInTask() async {
  let stopper = Stopper()
  await signposter.withIntervalSignpost("freeze") {
    await Task.yield()
    stopper.begin()
    spin(milliseconds: 20)
    stopper.wait()
  }
}

/// Another process, which stops this one.
private struct Stopper {
  private let input = Pipe()
  private let output = Pipe()
  private let process = Process()

  /// Starts it; it waits then.
  init() {
    process.executableURL = URL(filePath: "/bin/sh")
    let own = getpid()
    process.arguments = [
      "-c", "echo; read line; kill -STOP \(own); sleep 0.5; kill -CONT \(own); echo",
    ]
    process.standardInput = input
    process.standardOutput = output
    do { try process.run() } catch { FileHandle.standardError.write(Data("\(error)\n".utf8)) }
    wait()
  }

  func begin() { input.fileHandleForWriting.write(Data("\n".utf8)) }

  /// Until it says something.
  func wait() { _ = try? output.fileHandleForReading.read(upToCount: 1) }
}
