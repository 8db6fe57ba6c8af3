import Foundation
import Katana
import NativeViews
import Tempura

struct ListViewModel: ViewModelWithState {
  let items: Entities<TodoItem.ID, TodoItem>
  let texts: Texts
  let theme: Theme
  let isDark: Bool

  static var reads: StateReads<TodoState> { .part(\.items).and(.part(\.settings)) }

  init(state: TodoState) { self.init(items: state.items, settings: state.settings) }

  init(items: Entities<TodoItem.ID, TodoItem>, settings: Settings) {
    self.items = items
    (texts, theme, isDark) = (settings.texts, settings.theme, settings.isDark)
  }
}

/// The list, above a bar with buttons; rows are views only while they are in sight.
final class ListView: NativeView, ViewControllerModellableView {
  typealias VM = ListViewModel

  // #1 define the children elements
  let list = ScrollView()
  /// The place of the child controller.
  let summary = ContainerView()
  private let nothing = TitleLabel()
  private let bar = NativeView()
  private let add = BarButton()
  private let appearance = BarButton()
  private var rows: [TodoItem.ID: ItemRow] = [:]
  private var spareRows: [ItemRow] = []

  // #2 Setup, here we add children elements to the view
  func setup() {
    for view in [list, nothing, summary, bar] { append(view) }
    for view in [add, appearance] { bar.append(view) }
    list.onScroll = { [unowned self] in self.showRows() }
    add.onTap = { [unowned self] in self.addButtonDidTap?() }
    appearance.onTap = { [unowned self] in self.appearanceButtonDidTap?() }
    add.shortcuts = [Shortcut("n"): { [unowned self] in self.addButtonDidTap?() }]
  }

  // #3 Style, define the style of the view and the children elements
  func style() {
    list.key = "list"
    add.key = "add"
    appearance.key = "appearance"
    add.font = .boldSystemFont(ofSize: 17)
    add.toolTip = "\(Shortcut("n"))"
  }

  // #4 Update, the state is changed, here we update the view accordingly
  func update(oldModel: ListViewModel?) {
    guard let model else { return }
    (add.title, nothing.text) = (model.texts.add, model.texts.nothing)
    appearance.title = model.isDark ? model.texts.light : model.texts.dark
    nothing.isHidden = !model.items.isEmpty
    if model.theme != oldModel?.theme {
      backgroundColor = model.theme.background
      bar.backgroundColor = model.theme.bar
      nothing.textColor = model.theme.secondary
      for button in [add, appearance] { button.tintColor = model.theme.tint }
    }
    showRows()
  }

  // #5 Interaction, define and trigger callbacks for interactions
  var addButtonDidTap: Interaction?
  var appearanceButtonDidTap: Interaction?
  var boxDidTap: ((TodoItem.ID) -> Void)?
  var itemDidTap: ((TodoItem.ID) -> Void)?
  var deleteDidChoose: ((TodoItem.ID) -> Void)?

  // #6 Layout, layout the children elements
  override func layoutSubviews() {
    let barHeight: CGFloat = 48
    let summaryHeight: CGFloat = 40
    let place = CGRect(
      x: 0,
      y: 0,
      width: bounds.width,
      height: max(0, bounds.height - barHeight - summaryHeight)
    )
    (list.frame, nothing.frame) = (place, place)
    summary.frame = CGRect(x: 0, y: place.maxY, width: bounds.width, height: summaryHeight)
    bar.frame = CGRect(x: 0, y: summary.frame.maxY, width: bounds.width, height: barHeight)
    let half = bar.bounds.width / 2
    appearance.frame = CGRect(x: 0, y: 0, width: half, height: barHeight)
    add.frame = CGRect(x: half, y: 0, width: half, height: barHeight)
    showRows()
  }

  /// Shows the rows that are in sight, by views of others that aren't any more.
  private func showRows() {
    guard let model else { return }
    let height = ItemRow.height
    list.contentSize = CGSize(width: bounds.width, height: height * CGFloat(model.items.count))
    let visible = list.visibleContent
    let first = max(0, min(model.items.count, Int(visible.minY / height)))
    let last = max(first, min(model.items.count, Int((visible.maxY / height).rounded(.up))))
    let ids = model.items.ids(in: first..<last)
    let wanted = Set(ids)
    for (id, row) in rows where !wanted.contains(id) {
      row.removeFromParent()
      spareRows.append(row)
      rows[id] = nil
    }
    for (place, id) in zip(first..., ids) {
      guard let item = model.items[id] else { continue }
      let row = rows[id] ?? makeRow()
      if rows.updateValue(row, forKey: id) == nil {
        row.box.onTap = { [unowned self] in self.boxDidTap?(id) }
        row.onOpen = { [unowned self] in self.itemDidTap?(id) }
        row.contextMenu = ContextMenu { [unowned self] _ in
          self.menu(of: id)
        } choose: {
          [unowned self] in
          if $0 == "delete" { self.deleteDidChoose?(id) } else { self.boxDidTap?(id) }
        }
        list.contentView.append(row)
      }
      row.show(item, theme: model.theme)
      row.frame = CGRect(
        x: 0,
        y: height * CGFloat(place),
        width: bounds.width,
        height: height
      )
    }
  }

  private func menu(of id: TodoItem.ID) -> Menu {
    guard let model, let item = model.items[id] else { return Menu() }
    let toggle = item.isDone ? model.texts.reopen : model.texts.complete
    return Menu(sections: [
      [Menu.Item(toggle, id: "toggle")], [Menu.Item(model.texts.delete, id: "delete")],
    ])
  }

  private func makeRow() -> ItemRow { spareRows.popLast() ?? ItemRow() }
}
