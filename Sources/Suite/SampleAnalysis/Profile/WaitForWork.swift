import ObjectFiles

extension StackTable {
  private enum Role {
    /// The loop of a thread that works for many: it waits only for work.
    case loop
    /// What a loop may call to wait.
    case callee
    case other
  }

  /// The loops of libdispatch, of the event loops of swift-nio, and of GLib: beginnings of names.
  private static let loops = [
    "_dispatch_worker_thread", "_dispatch_mgr_", "_dispatch_event_loop_drain", "_dispatch_sig",
    "Selector.whenReady", "g_main_context_",
  ]

  /// What these call where a program has them in itself: beginnings of names.
  private static let callees = ["_dispatch_", "dispatch_", "Epoll.", "syscall("]

  /// The stacks in which a thread waits for work: what it did before has left it.
  ///
  /// - Complexity: Proportional to the number of functions, and of stacks times the functions of the system at their beginnings.
  func stacksWaitingForWork() -> Set<Int32> {
    let roles = functions.map(Self.role)
    var found: Set<Int32> = []
    for (stack, path) in stacks.enumerated() where waitsForWork(path, Int32(stack), roles) {
      found.insert(Int32(stack))
    }
    return found
  }

  private func waitsForWork(_ path: [Int32], _ stack: Int32, _ roles: [Role]) -> Bool {
    guard let outer = path.first(where: { roles[Int($0)] != .callee }) else {
      // No function of the program. libdispatch keeps no frame pointers, so its loop isn't always found behind its semaphore.
      let isSemaphore = path.contains { place in
        let name = functions[Int(place)].name
        return name.contains("sem_") || name.hasPrefix("_dispatch_")
      }
      return isSemaphore && waitKind(of: stack) == .condition
    }
    guard roles[Int(outer)] == .loop else { return false }
    let kind = waitKind(of: stack)
    return kind == .condition || kind == .inputOutput || kind == .other
  }

  private static func role(_ function: Function) -> Role {
    var name = FunctionName.function(ofShown: function.name)
    if name.hasPrefix("static ") { name = name.dropFirst(7) }
    if loops.contains(where: { name.hasPrefix($0) }) { return .loop }
    return function.isOfSystem || callees.contains { name.hasPrefix($0) } ? .callee : .other
  }
}
