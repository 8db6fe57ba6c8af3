/// A function of the program that takes a lock.
struct LockTaker: Hashable {
  /// By its place in the table of functions.
  let function: Int32
  /// What of the program called it, which tells more where one function takes locks for others.
  let caller: Int32?
}

extension StackTable {
  /// The function of the program that called a lock, in a stack that waits for one; `nil` if it has none of the program.
  func taker(in stack: Int32) -> LockTaker? {
    let own = stacks[Int(stack)].filter { place in
      let function = functions[Int(place)]
      return !function.isOfSystem && WaitKind(names: [function.name]) != .lock
        && !function.name.hasPrefix("NSLocking.withLock")
    }
    return own.first.map { LockTaker(function: $0, caller: caller(of: $0, in: own)) }
  }

  /// The first function with another name: specializations call each other.
  func caller(of function: Int32, in path: [Int32]) -> Int32? {
    guard let place = path.firstIndex(of: function) else { return nil }
    return path[place...].first { functions[Int($0)].name != functions[Int(function)].name }
  }

  /// The name of a function that takes a lock, with its caller if asked for.
  func name(of taker: LockTaker, withCaller: Bool) -> String {
    let caller = withCaller ? taker.caller.map { " under `\(functions[Int($0)].name)`" } : nil
    return "`\(functions[Int(taker.function)].name)`" + (caller ?? "")
  }
}
