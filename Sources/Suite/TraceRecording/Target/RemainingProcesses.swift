import Foundation
import ProcessLaunching

/// A process that goes on after the recorded command has ended.
package struct RemainingProcess: Sendable, Hashable {
  package var id: Int32
  package var name: String
}

extension [RemainingProcess] {
  /// Their names and ids.
  package var listed: String { map { "\($0.name) (\($0.id))" }.joined(separator: ", ") }
}

/// Finds the processes that the recorded command has started and that outlive it: docs/recording.md, R17.
struct RemainingProcesses: Sendable {
  /// The variable with the home of the recording, which the command's processes inherit.
  static let variable = "HAMON_RECORDING"

  let client: LTTngClient
  let home: String

  /// Whether the daemon serves no other programs.
  let isDaemonPrivate: Bool

  /// The processes that were started with the variable; if there are none, those that overwrote it, as far as LTTng knows them.
  func find() async -> [RemainingProcess] {
    let found = started
    return found.isEmpty ? await registered() : found
  }

  /// The processes that emit events, or may.
  func traced() async -> [RemainingProcess] {
    Set(started.filter { RunningProcess.hasTracer($0.id) != false } + (await registered()))
      .sorted { $0.id < $1.id }
  }

  private var started: [RemainingProcess] {
    let marker = Data("\(Self.variable)=\(home)\0".utf8)
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap { Int32($0) }.filter { id in
      ProcessFile.contents("/proc/\(id)/environ")?.range(of: marker) != nil
    }.compactMap(Self.running)
  }

  private func registered() async -> [RemainingProcess] {
    guard isDaemonPrivate, let list = try? await client.run(.listPrograms, limit: .seconds(5))
    else {
      return []
    }
    return list.matches(of: /<pid><id>(\d+)<\/id>/).compactMap { Int32($0.1).flatMap(Self.running) }
  }

  private static func running(_ id: Int32) -> RemainingProcess? {
    guard ProcessTree.isRunning(id), let name = ProcessFile.name("/proc/\(id)"),
      name != KernelName.frozenCopy
    else { return nil }
    return RemainingProcess(id: id, name: name)
  }
}
