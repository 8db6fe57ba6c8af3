/// A step of a script.
enum ScriptStep<Own: ApplicationStep>: Equatable, CustomStringConvertible {
  case tap(String)
  case type(String)
  case wait(milliseconds: Int)
  /// One that only the application knows.
  case own(Own)

  /// Takes an option; `nil` where it is no step.
  init?(_ option: String, from arguments: inout Arguments) throws(UsageError) {
    switch option {
    case "--tap": self = .tap(try arguments.value(of: option))
    case "--type": self = .type(try arguments.value(of: option))
    case "--wait":
      self = .wait(milliseconds: try arguments.number(of: option, in: 0...3_600_000))
    default:
      guard let own = try Own(option, from: &arguments) else { return nil }
      self = .own(own)
    }
  }

  var description: String {
    switch self {
    case .tap(let name): "tap \(name)"
    case .type(let text): "type \(text)"
    case .wait(let milliseconds): "wait \(milliseconds)"
    case .own(let step): "\(step)"
    }
  }
}

/// A step of a script that only one application knows.
protocol ApplicationStep: Equatable, CustomStringConvertible {
  /// The options that say such steps, as `--help` shows them.
  static var usage: String { get }

  /// Takes an option; `nil` where it is no such step.
  init?(_ option: String, from arguments: inout Arguments) throws(UsageError)
}

/// The step of an application that has none of its own.
enum NoStep: ApplicationStep {
  static let usage = ""

  init?(_ option: String, from arguments: inout Arguments) throws(UsageError) { return nil }

  var description: String { switch self {} }
}
