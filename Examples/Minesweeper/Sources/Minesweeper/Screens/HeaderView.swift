import Foundation
import Katana
import KatanaElements

/// What is said of the game, and the buttons that change it.
struct HeaderView: ConnectedNodeDescription, PlasticNodeDescription {
  enum Keys: String {
    case status, restart, flag
  }

  struct Props: NodeDescriptionProps, Buildable {
    var outcome = Board.Outcome.playing
    var minesLeft = 0
    var isFlagging = false
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
  }

  var props: Props

  /// Nothing of these changes where cells are disclosed, until the last.
  static func reads(props: Props) -> StateReads<MinesweeperState> {
    .part(\.board.outcome).and(.part(\.board.minesLeft)).and(.part(\.isFlagging))
  }

  static func connect(props: inout Props, to storeState: MinesweeperState) {
    props.outcome = storeState.board.outcome
    props.minesLeft = storeState.board.minesLeft
    props.isFlagging = storeState.isFlagging
  }

  static func childrenDescriptions(
    props: Props,
    state: EmptyState,
    update: @escaping (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    Label(
      props: .build {
        $0.setKey(Keys.status)
        $0.text = AttributedText(string: status(props))
        $0.font = .boldSystem(.scalable(40))
        $0.textColor = props.outcome == .lost ? .signal : .ink
        $0.backgroundColor = .clear
      }
    )
    button(.restart, "New game") { dispatch(Restart()) }
    button(.flag, "Flag", isSelected: props.isFlagging) { dispatch(ToggleFlagging()) }
    // As in other games: F2 begins anew.
    Interactive(
      props: .build {
        $0.shortcuts = [
          Shortcut(.function(2), []): { dispatch(Restart()) },
          Shortcut("f", []): { dispatch(ToggleFlagging()) },
        ]
      }
    )
  }

  private static func status(_ props: Props) -> String {
    switch props.outcome {
    case .playing: props.minesLeft == 1 ? "1 mine left" : "\(props.minesLeft) mines left"
    case .won: "You have won"
    case .lost: "You have lost"
    }
  }

  private static func button(
    _ key: Keys,
    _ title: String,
    isSelected: Bool = false,
    _ tap: @escaping @MainActor @Sendable () -> Void
  ) -> Button {
    Button(
      props: .build {
        $0.setKey(key)
        $0.titles[.normal] = title
        $0.titleFont = .system(.scalable(34))
        $0.titleColors[.normal] = isSelected ? .paper : .ink
        $0.backgroundColor = isSelected ? .signal : .ground
        $0.cornerRadius = .scalable(12)
        $0.isSelected = isSelected
        $0.touchHandlers = [.touchUpInside: tap]
      }
    )
  }

  static func layout(
    views: ViewsContainer<Keys>,
    props: Props,
    state: EmptyState
  ) throws {
    let header = views.nativeView
    let (status, restart, flag) = (
      try views.view(.status), try views.view(.restart), try views.view(.flag)
    )
    for view in [status, restart, flag] { view.fillVertically(header) }
    flag.width = .scalable(160)
    flag.right = header.right
    restart.width = .scalable(260)
    restart.right = flag.left - .scalable(20)
    status.left = header.left
    status.right = restart.left - .scalable(20)
  }
}
