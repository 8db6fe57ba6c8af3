import KatanaRouter
import SeededRandom

/// What a user would see: screens that change by what routables do, and by the user.
///
/// It believes nothing of what the router believes, so that both can be compared.
@MainActor
final class Stage {
  struct Refusal: Error {}

  /// How a step goes.
  enum Fate: CaseIterable {
    case atOnce
    case aLittleLater
    case refused
    /// Happens, but doesn't end before it is let go.
    case withoutEnd
    /// Happens when it is let go.
    case late
    /// Throws when it is let go.
    case lateRefused
  }

  private(set) var children: [String: [String]] = ["A": []]
  private(set) var active: [String: String] = [:]
  private var actors: [String: any Actor] = [:]
  /// What nobody may ask for.
  private(set) var wrong: [String] = []
  /// How many steps have begun and not ended.
  private(set) var unfinished = 0
  var random: SplitMix64
  var fates: [Fate]
  private var waiting: [CheckedContinuation<Void, Never>] = []

  typealias Actor = AnyObject & Sendable

  init(random: SplitMix64, fates: [Fate]) {
    self.random = random
    self.fates = fates
  }

  func enter(_ root: any Actor) { actors["A"] = root }

  var isWaiting: Bool { !waiting.isEmpty }

  func letGo() {
    guard !waiting.isEmpty else { return }
    waiting.remove(at: Int.random(in: 0..<waiting.count, using: &random)).resume()
  }

  /// Does what a routable was asked for, some way or another.
  func perform(_ effect: @MainActor () -> Void) async throws {
    unfinished += 1
    defer { unfinished -= 1 }
    switch fates.randomElement(using: &random) ?? .atOnce {
    case .atOnce: effect()
    case .aLittleLater:
      for _ in 0..<Int.random(in: 1...4, using: &random) { await Task.yield() }
      effect()
    case .refused: throw Refusal()
    case .withoutEnd:
      effect()
      await withCheckedContinuation { waiting.append($0) }
    case .late:
      await withCheckedContinuation { waiting.append($0) }
      effect()
    case .lateRefused:
      await withCheckedContinuation { waiting.append($0) }
      throw Refusal()
    }
  }

  private func isOnStage(_ name: String, _ actor: any Actor) -> Bool { actors[name] === actor }

  func checkPush(_ name: String, by parent: String, _ actor: any Actor) {
    if children[name] != nil { wrong.append("\(parent) pushes \(name), which is there") }
    if !isOnStage(parent, actor) { wrong.append("\(parent), which has gone, pushes \(name)") }
  }

  func checkPop(_ name: String, by parent: String, _ actor: any Actor) {
    if !isOnStage(parent, actor) || children[parent]?.contains(name) != true {
      wrong.append("\(parent) pops \(name), which isn't there")
    }
  }

  func push(
    _ name: String,
    _ pushed: any Actor,
    by parent: String,
    _ actor: any Actor,
    _ order: [String]
  ) {
    guard isOnStage(parent, actor) else { return }
    if children[name] != nil { wrong.append("\(name) is there twice") }
    children[parent]?.append(name)
    children[name] = []
    actors[name] = pushed
    reorder(parent, actor, order)
  }

  func pop(_ name: String, by parent: String, _ actor: any Actor) {
    guard isOnStage(parent, actor) else { return }
    popByUser(name, from: parent)
  }

  func reorder(_ parent: String, _ actor: any Actor, _ order: [String]) {
    guard isOnStage(parent, actor), let here = children[parent] else { return }
    let known = order.filter(here.contains)
    children[parent] = known + here.filter { !known.contains($0) }
  }

  func activate(_ name: String?, of parent: String, _ actor: any Actor) {
    guard isOnStage(parent, actor) else { return }
    if let name, children[parent]?.contains(name) != true { return }
    active[parent] = name
  }

  func popByUser(_ name: String, from parent: String) {
    guard let place = children[parent]?.firstIndex(of: name) else { return }
    children[parent]?.remove(at: place)
    if active[parent] == name { active[parent] = nil }
    leave(name)
  }

  private func leave(_ name: String) {
    for child in children[name] ?? [] { leave(child) }
    children[name] = nil
    active[name] = nil
    actors[name] = nil
  }

  func text(_ name: String = "A", isActive: Bool = true) -> String {
    let children = children[name] ?? []
    let list = children.map { text($0, isActive: active[name] == $0) }.joined(separator: ", ")
    return name + (isActive ? "*" : "") + (children.isEmpty ? "" : "[\(list)]")
  }
}
