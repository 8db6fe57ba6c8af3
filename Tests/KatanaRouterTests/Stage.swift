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
  /// How many steps have begun.
  private(set) var begunCount = 0
  /// How many of them have not ended.
  private(set) var unfinished = 0
  /// What those steps show or take away, each as often as there are such steps.
  private var busy: [String: Int] = [:]
  /// Who was told that none of its children is active, while it was not active itself; it has to become
  /// active next.
  private var toldEarly: String?
  /// Who was told so and did not.
  private(set) var needless: [String] = []
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

  /// Whether no step ends before it is let go.
  var isStill: Bool { unfinished == waiting.count }

  /// What is being shown or taken away.
  var hanging: Set<String> { Set(busy.keys) }

  func letGo() {
    guard !waiting.isEmpty else { return }
    waiting.remove(at: Int.random(in: 0..<waiting.count, using: &random)).resume()
  }

  /// Does what a routable was asked for, some way or another.
  ///
  /// - Parameters:
  ///   - names: What is shown or taken away by it.
  ///   - effect: What is done.
  /// - Throws: `Refusal`.
  func perform(_ names: [String] = [], _ effect: @MainActor () -> Void) async throws {
    begunCount += 1
    unfinished += 1
    for name in names { busy[name, default: 0] += 1 }
    defer {
      unfinished -= 1
      for name in names { busy[name] = busy[name].flatMap { $0 == 1 ? nil : $0 - 1 } }
    }
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
    if let toldEarly, toldEarly != name { needless.append(toldEarly) }
    toldEarly = name == nil && !isActive(parent) ? parent : nil
  }

  private func isActive(_ name: String) -> Bool { name == "A" || active.values.contains(name) }

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

  /// What can be seen, as the tree that was to be shown would write it: which child is remembered by
  /// what isn't active itself counts only where the tree says one.
  func text(like wanted: NavigationTree) -> String {
    text("A", isActive: true, wanted)
  }

  private func text(_ name: String, isActive: Bool, _ wanted: NavigationTree) -> String {
    let children = children[name] ?? []
    let isHidden = !isActive && wanted.find(.named(name))?.activeChild == nil
    let active = isHidden ? nil : active[name]
    let list = children.map { text($0, isActive: active == $0, wanted) }.joined(separator: ", ")
    return name + (isActive ? "*" : "") + (children.isEmpty ? "" : "[\(list)]")
  }
}
