import Foundation
import Katana
import KatanaElements
import KatanaUI
import NativeViews
import Plastic
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct TableDispatchTests {
  @Test func `a cell may dispatch when it is shown, and the table shows what comes of it`() throws {
    let store = Store<AskedState, EmptySideEffectDependencyContainer>()
    let tree = ViewTree(size: CGSize(width: 300, height: 400))
    var diagnoses: [String] = []
    tree.onDiagnosis = { diagnoses.append($0.description) }
    let screen = AskedScreen(props: .build { $0.frame = tree.root.bounds })
    let renderer = Renderer(rootDescription: screen, store: store)
    renderer.render(in: tree.root)
    tree.flush()
    let node = renderer.rootNode.children[0]
    let table = try #require(node.nativeView as? NativeTable)
    #expect(table.contentSize.height == 520 && node.managedChildren.count == 1)

    // Scrolled by a user, outside of any update. The last cell is seen, and asks for another.
    table.contentOffset.y = 120
    #expect(store.state == AskedState(rowCount: 2, mountCount: 1))
    tree.flush()
    #expect(table.contentSize.height == 540 && node.managedChildren.count == 2)
    #expect(table.visibleIndexPaths == [[0, 0], [1, 0]])

    // Each that comes into sight asks for the next one.
    table.contentOffset.y = 140
    tree.flush()
    #expect(store.state == AskedState(rowCount: 3, mountCount: 2))
    for _ in 0..<20 {
      table.contentOffset.y += 20
      tree.flush()
    }
    #expect(store.state == AskedState(rowCount: 23, mountCount: 22))
    // 400 points from 540 on.
    let tops = table.contentView.children.map { Int($0.frame.minY) }
    let expected = Array(stride(from: 540, to: 940, by: 20))
    #expect(tops == expected)
    #expect(node.managedChildren.count == 20)
    #expect(diagnoses.isEmpty)
  }
}

private struct AskedState: State, Equatable {
  var rowCount = 1
  var mountCount = 0
}

private struct AskForRow: StateUpdater {
  func updateState(_ state: inout AskedState) {
    state.rowCount += 1
    state.mountCount += 1
  }
}

/// A table with one high row, and below it rows each of which asks for another.
private struct AskedScreen: ConnectedNodeDescription {
  struct Props: NodeDescriptionProps, Buildable {
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
    var rowCount = 0
  }

  var props: Props

  static func connect(props: inout Props, to storeState: AskedState) {
    props.rowCount = storeState.rowCount
  }

  static func childrenDescriptions(
    props: Props,
    state: EmptyState,
    update: @escaping (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    Table(
      props: .build {
        $0.frame = props.frame
        $0.delegate = AskedDelegate(rowCount: props.rowCount)
      }
    )
  }
}

private struct AskedDelegate: TableDelegate, Equatable {
  let rowCount: Int

  func numberOfSections() -> Int { 2 }
  func numberOfRows(forSection section: Int) -> Int { section == 0 ? 1 : rowCount }
  func height(forRowAt indexPath: IndexPath) -> Value {
    .fixed(indexPath.section == 0 ? 500 : 20)
  }
  func cellDescription(forRowAt indexPath: IndexPath) -> any AnyNodeDescription {
    guard indexPath.section > 0 else { return View(props: View.Props()) }
    return AskingCell(props: .build { $0.key = "\(indexPath.row)" })
  }
}

private struct AskingCell: NodeDescriptionWithoutChildren {
  var props: EmptyProps

  static func didMount(props: EmptyProps, dispatch: @escaping StoreDispatch) {
    dispatch(AskForRow())
  }
}
