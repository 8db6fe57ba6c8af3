// PlantedReasons NAME...: programs of which it is known why their intervals are slow; of several names, all at once.
//
// Each file plants one reason, alone and with others of which users meet both. Tests/HamonTests/RecordReasonsTests says what a report has to
// say of each.

import Dispatch
import Foundation

let reasons: [String: Reason] = [
  "lock": .thread(waitForLock), "lock read": .thread(waitForLockOfReader),
  "lock computes": .thread(waitForLockOfComputer),
  "lock faults": .thread(waitForLockOfFaulter),
  "read": .thread(readSlowly), "read task": .task(readSlowlyInTask),
  "compute": .thread(parse), "compute task": .task(renderAll),
  "actor": .task(waitForActor), "actor reads": .task(waitForActorOfReader),
  "actor locks": .task(waitForActorOfLocker),
  "pool": .task(starve), "pool reads": .task(starveByReaders),
  "pool computes": .task(starveByComputing),
  "sleep": .task(backOff), "unresumed": .task(ask), "unresumed after sleep": .task(backOffAndAsk),
  "child": .thread(convert), "child output": .thread(convertOutput),
  "faults": .thread(fill), "stopped": .thread(freeze), "stopped task": .task(freezeInTask),
]

let names = CommandLine.arguments.dropFirst()
let done = DispatchGroup()
for name in names {
  guard let reason = reasons[name] else {
    FileHandle.standardError.write(
      Data("usage: PlantedReasons NAME...; names: \(reasons.keys.sorted())\n".utf8)
    )
    exit(64)
  }
  reason.start(in: done)
}
// What nobody resumes is over with the process.
_ = done.wait(timeout: .now() + (names.contains { $0.hasPrefix("unresumed") } ? 0.6 : 600))
