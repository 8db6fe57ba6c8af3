// ViewAgreement [texts] [COUNT [SEED]]: COUNT random updates of one tree (2000 unless given), each committed to a recording of commits,
// an image of Cairo's and a window of GTK's; compares what each has kept with what the tree is. With "texts" they are those of a user who
// edits texts. Needs a display: xvfb-run.
// Exits with 1 and a message at the first difference.

import Foundation
import NativeViewsGTK

let editsTexts = CommandLine.arguments.dropFirst().first == "texts"
let arguments = CommandLine.arguments.dropFirst(editsTexts ? 2 : 1)
let count = arguments.first.map { Int($0) } ?? 2_000
let seed = arguments.dropFirst().first.map { UInt64($0) } ?? .random(in: 0...UInt64.max)
guard let count, count > 0, let seed, arguments.count <= 2 else {
  print("usage: ViewAgreement [texts] [COUNT [SEED]]")
  exit(64)
}

var failure: (any Error)?
do {
  try GTKApplication.run {
    let agreement = try Agreement(seed: seed) { backend, clock in
      if editsTexts { return RandomTexts(seed: seed, backend: backend, clock: clock) }
      return try RandomProgram(seed: seed, backend: backend, clock: clock)
    }
    // At once: what is printed may be lost where a mistake ends the program.
    FileHandle.standardOutput.write(Data("seed \(seed)\n".utf8))
    Task {
      do { try await agreement.run(count) } catch { failure = error }
      print(agreement.summary)
      agreement.gtk.close()
      GTKApplication.quit()
    }
  }
} catch { failure = error }
if let failure {
  print("FAILED: seed \(seed), \(failure)")
  exit(1)
}
