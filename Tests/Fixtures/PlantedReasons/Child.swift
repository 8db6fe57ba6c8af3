import Foundation
import Signposts

/// A child process that takes its time.
func convert() {
  signposter.withIntervalSignpost("convert") { wait(for: start("sleep 0.25")) }
}

/// The same, of which the output comes late, and which goes on for a little.
func convertOutput() {
  let output = Pipe()
  let process = start("sleep 0.25; echo; exec >&-; sleep 0.05", output)
  signposter.withIntervalSignpost("convert") {
    readAll(of: output)
    wait(for: process)
  }
}

@inline(never) func start(_ script: String, _ output: Pipe? = nil) -> Process {
  let process = Process()
  process.executableURL = URL(filePath: "/bin/sh")
  process.arguments = ["-c", script]
  if let output { process.standardOutput = output }
  do { try process.run() } catch { FileHandle.standardError.write(Data("\(error)\n".utf8)) }
  return process
}

@inline(never) func wait(for process: Process) { process.waitUntilExit() }

@inline(never) private func readAll(of output: Pipe) {
  _ = try? output.fileHandleForReading.readToEnd()
}
