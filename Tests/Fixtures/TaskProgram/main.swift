// TaskProgram: every construct of Swift's concurrency, one after the other. Writes what it knows of its tasks: Log.swift.
// TaskProgram tasks COUNT: creates COUNT tasks in groups, each of which does next to nothing.
// TaskProgram compute MILLISECONDS: two tasks compute, one for so long and one three times as long.
// TaskProgram meet COUNT, leave, become COUNT, hurry: Leaving.swift.

import Glibc

let arguments = CommandLine.arguments.dropFirst()

if arguments.first == "tasks", let count = arguments.dropFirst().first.flatMap({ Int($0) }) {
  print(await manyTasks(count))
} else if arguments.first == "compute", let time = arguments.last.flatMap({ Int($0) }) {
  await computing(time)
} else if arguments.first == "meet", let count = arguments.last.flatMap({ Int($0) }) {
  await meeting(of: count)
} else if arguments.first == "leave" {
  await leaving()
} else if arguments.first == "hurry" {
  await hurrying()
} else if arguments.first == "become", let count = arguments.last.flatMap({ Int($0) }) {
  await becoming(tasks: count)
} else {
  Log.begin("main", parent: 0)
  await groups()
  await throwingGroups()
  await discardingGroups()
  await nestedGroups()
  await asyncLets()
  await unstructured()
  await immediate()
  await immediateOutside()
  await sleeping()
  await cancelled()
  await taskLocals()
  await priorities()
  await intervals()
  await streams()
  await continuations()
  await contention()
  await plantedContention()
  await reentrancy()
  await mainHops()
  await customExecutors()
  await preferredExecutors()
  await neverResumed()
  Log.end("main")
  // The last tasks have returned, and their threads come to that.
  usleep(200_000)
  Log.write()
}
