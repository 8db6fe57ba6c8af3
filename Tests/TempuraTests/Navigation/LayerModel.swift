import Tempura

/// Screens as lists in a list: the stacks, and what is presented above each other.
///
/// Identifiers tell what a screen is: `m` and `n` are modals that are dismissed hard, `s` and `t` softly, `z` is
/// shown by nobody, `home` is the root, and all others are pushed.
struct LayerModel: Equatable {
  struct Layer: Equatable {
    var stack: Route
    var isMarked = false
  }

  enum Command: CustomStringConvertible {
    case show(Route)
    case hide(String?, atomic: Bool)
    case navigate(Route)
    case presentModally(String)
    case push(Route)
    case pop
    case back

    var description: String {
      switch self {
      case .show(let route): "show \(route)"
      case .hide(let name, let atomic): "hide \(name ?? "top")\(atomic ? " atomically" : "")"
      case .navigate(let route): "navigate \(route)"
      case .presentModally(let name): "present \(name)"
      case .push(let route): "push \(route)"
      case .pop: "pop"
      case .back: "back"
      }
    }
  }

  /// Why a command fails.
  enum Failure: Error {
    case unhandled, unknown, root, timeout, empty
  }

  static let modals: Set<String> = ["m", "n", "s", "t"]
  static let soft: Set<String> = ["s", "t"]

  var layers = [Layer(stack: ["home"])]
  /// Steps until one hangs; below zero for never.
  private var untilHang = -1

  var route: Route { layers.filter { !$0.isMarked }.flatMap(\.stack) }

  mutating func perform(_ command: Command, hangingAt step: Int) -> Failure? {
    untilHang = step
    do throws(Failure) {
      switch command {
      case .show(let route), .push(let route): try go(to: self.route + route)
      case .presentModally(let name): try go(to: route + [name])
      case .navigate(let route):
        if route.isEmpty { throw .empty }
        try go(to: route)
      case .hide(let name, let atomic): try hide(name ?? route[route.count - 1], atomic)
      case .pop: try hide(route[route.count - 1], false)
      case .back: back()
      }
      return nil
    } catch {
      return error
    }
  }

  /// The user goes back in the topmost stack.
  mutating func back() {
    let top = layers.count - 1
    if layers[top].stack.count > 1 { layers[top].stack.removeLast() }
  }

  private mutating func ask() throws(Failure) {
    untilHang -= 1
    if untilHang == 0 { throw .timeout }
  }

  private mutating func go(to target: Route) throws(Failure) {
    var safe = route
    do throws(Failure) {
      while route != target {
        let current = route
        let common = zip(current, target).prefix { $0 == $1 }.count
        if common == 0 { throw .unhandled }
        if common < current.count {
          try hideTop()
          safe = route
        } else {
          try show(target[common])
        }
      }
    } catch {
      if error == .timeout { throw error }
      while route.count > safe.count {
        do throws(Failure) { try hideTop() } catch { break }
      }
      throw error
    }
  }

  private mutating func show(_ name: String) throws(Failure) {
    if name == "z" || name == "home" { throw .unhandled }
    try ask()
    if Self.modals.contains(name) {
      layers.append(Layer(stack: [name]))
    } else {
      layers[layers.count - 1].stack.append(name)
    }
  }

  private mutating func hideTop() throws(Failure) {
    try ask()
    let top = layers.count - 1
    if layers[top].stack.count > 1 { layers[top].stack.removeLast() } else { dismiss(top) }
  }

  private mutating func dismiss(_ place: Int) {
    layers.removeSubrange(place...)
    while layers[layers.count - 1].isMarked { layers.removeLast() }
  }

  private mutating func hide(_ name: String, _ isAtomic: Bool) throws(Failure) {
    guard let height = route.lastIndex(of: name) else { throw .unknown }
    if height == 0 { throw .root }
    if route.count > height + 1, isAtomic || Self.soft.contains(name) {
      try ask()
      let found = layers.lastIndex { !$0.isMarked && $0.stack.contains(name) }
      guard let layer = found, let place = layers[layer].stack.lastIndex(of: name) else {
        throw .unknown
      }
      if !Self.modals.contains(name) {
        layers[layer].stack.removeSubrange(place...)
      } else if Self.soft.contains(name), layer < layers.count - 1 {
        layers[layer].isMarked = true
      } else {
        dismiss(layer)
      }
      if Self.soft.contains(name) { return }
    }
    while route.count > height { try hideTop() }
  }
}
