/// What the instructions of a function tell of its frame where no table does.
package struct FrameInstructions {
  /// How many instructions are looked at: functions without a description that call no other are short.
  private static let most = 512

  private let read: (UInt64) -> [UInt8]
  private var begin: UInt64 = 0
  private var bytes: [UInt8] = []

  /// - Parameter read: Copies the code at an address, some instructions or as far as there is any.
  package init(read: @escaping (UInt64) -> [UInt8]) { self.read = read }

  private mutating func instruction(at address: UInt64) -> MachineInstruction? {
    let (longest, count) = (UInt64(15), UInt64(bytes.count))
    var offset = address &- begin
    if offset >= count || count - offset < longest {
      (begin, bytes, offset) = (address, read(address), 0)
    }
    return MachineInstruction(bytes.dropFirst(Int(offset)))
  }

  /// The way from an instruction to where its function returns.
  private struct Path {
    var address: UInt64
    /// How far the stack pointer is above where it was at first.
    var height = 0
    /// Where the caller's frame pointer has been taken back from.
    var saved: Int?

    /// The rule at the beginning of the way, if the return address is on top of the stack now.
    var rule: UnwindRule? {
      guard height >= 0 else { return nil }
      var rule = UnwindRule(frameEnd: .register(.rsp, Int64(height) + 8))
      if let saved { rule.store(.rbp, at: Int32(clamping: saved - height - 8)) }
      return rule
    }
  }

  /// Finds the rule before an instruction of a function that keeps a frame pointer while it calls others.
  ///
  /// - Complexity: Linear in the instructions that come next, some hundred at most.
  /// - Returns: `nil` if there is a frame record, or if this can't be told.
  package mutating func rule(at address: UInt64) -> UnwindRule? {
    var paths = [Path(address: address)]
    var (seen, count) = (Set<UInt64>(), 0)
    while var path = paths.popLast() {
      var isAddition = false
      way: while count < Self.most, let instruction = instruction(at: path.address) {
        count += 1
        path.address &+= UInt64(instruction.length)
        func target(_ distance: Int) -> UInt64 {
          path.address &+ UInt64(bitPattern: Int64(distance))
        }
        switch instruction.effect {
        case .none: break
        case .moves(let size): path.height += size
        case .popsFramePointer: (path.saved, path.height) = (path.height, path.height + 8)
        case .pushesFramePointer:
          // The beginning, perhaps that of another function, to which this one jumps.
          path.height = max(path.height, 0)
          return path.rule
        case .frames(let size):
          // Between the two instructions that make the record.
          guard path.saved == nil else { return nil }
          path.saved = path.height + size
          path.height += size + 8
          return path.rule
        case .calls, .replaces: return nil
        case .returns: return path.rule
        case .leaves(let byRegister):
          // Behind an addition it is a table of cases.
          return byRegister && isAddition ? nil : path.rule
        case .jumps(let distance):
          path.address = target(distance)
          guard seen.insert(path.address).inserted else { break way }
        case .branches(let distance):
          var other = path
          other.address = target(distance)
          if seen.insert(other.address).inserted { paths.append(other) }
        case .stops: break way
        }
        isAddition = instruction.isAddition
      }
    }
    return nil
  }

  /// The rule before an instruction that makes the frame pointer point into a frame, as Swift's asynchronous functions do; `nil` at others.
  ///
  /// What LLVM pushes before that isn't in its table.
  package mutating func rule(atFraming address: UInt64) -> UnwindRule? {
    guard case .frames(1...)? = instruction(at: address)?.effect else { return nil }
    return rule(at: address)
  }

  /// How far the frame pointer is above the stack pointer where a function calls others, by its beginning.
  ///
  /// - Parameters:
  ///   - start: The beginning of the function.
  ///   - end: Where it calls.
  /// - Returns: `nil` if it keeps no frame pointer, or moves the stack pointer later on, as far as this can be told.
  package mutating func frameHeight(from start: UInt64, to end: UInt64) -> Int? {
    var (address, height) = (start, 0)
    var frame: Int?
    way: for _ in 0..<Self.most where address < end {
      guard let instruction = instruction(at: address) else { return nil }
      address &+= UInt64(instruction.length)
      switch instruction.effect {
      case .none: break
      case .moves(let size): height += size
      case .pushesFramePointer: height -= 8
      case .frames(let size): frame = height + size
      case .branches where frame == nil: break
      case .branches, .calls, .jumps: break way
      case .popsFramePointer, .replaces, .returns, .leaves, .stops: return nil
      }
    }
    return frame.map { $0 - height }
  }
}
