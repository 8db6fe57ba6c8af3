import Foundation
import Katana
import KatanaElements

/// The slide that the state says, and the way to the others.
struct SlidesScreen: ConnectedNodeDescription, PlasticNodeDescription, PlasticReferenceSizeable {
  /// Keys of the children: titles and texts are those of one slide, while figures stay the same on all.
  enum Keys: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case sky, ground, sun, cloud
    case friend(Friend)
    case title(Slide)
    case text(Slide)
    case dot(Slide)
    case back, play, next

    static var allCases: [Keys] {
      [.sky, .ground, .sun, .cloud, .back, .play, .next] + Friend.allCases.map { .friend($0) }
        + Slide.allCases.flatMap { [.title($0), .text($0), .dot($0)] }
    }

    var description: String {
      switch self {
      case .sky: "sky"
      case .ground: "ground"
      case .sun: "sun"
      case .cloud: "cloud"
      case .friend(let friend): friend.rawValue
      case .title(let slide): "title \(slide.rawValue + 1)"
      case .text(let slide): "text \(slide.rawValue + 1)"
      case .dot(let slide): "dot \(slide.rawValue + 1)"
      case .back: "back"
      case .play: "play"
      case .next: "next"
      }
    }
  }

  struct Props: NodeDescriptionProps, Buildable {
    var slide = Slide.first
    var isPlaying = false
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
  }

  var props: Props

  static let referenceSize = CGSize(width: 900, height: 1200)

  static func reads(props: Props) -> StateReads<SlidesState> {
    .part(\.slide).and(.part(\.isPlaying))
  }

  static func connect(props: inout Props, to storeState: SlidesState) {
    props.slide = storeState.slide
    props.isPlaying = storeState.isPlaying
  }

  static func childrenDescriptions(
    props: Props,
    state: EmptyState,
    update: @escaping (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    let (slide, scene) = (props.slide, props.slide.scene)
    box(.sky, scene.sky)
    box(.ground, Color(hex: 0x8d6e63))
    if scene.hasSun { box(.sun, Color(hex: 0xffd54f), isRound: true) }
    if scene.hasCloud { box(.cloud, Color(hex: 0xeceff1), isRound: true) }
    for friend in Friend.allCases where scene.places[friend] != nil {
      FriendView(
        props: .build {
          $0.setKey(Keys.friend(friend))
          $0.friend = friend
        }
      )
    }
    label(.title(slide), scene.title, .boldSystem(.scalable(72)))
    label(.text(slide), scene.text, .system(.scalable(32)))
    for other in Slide.allCases { dot(other, isShown: other == slide, dispatch) }
    button(.back, "Back", for: slide.previous.map { ShowSlide(slide: $0) }, dispatch)
    if props.isPlaying {
      button(.play, "Pause", for: StopPlaying(), dispatch)
    } else {
      button(.play, "Play", for: Play(), dispatch)
    }
    button(.next, "Next", for: slide.next.map { ShowSlide(slide: $0) }, dispatch)
  }

  static func layout(
    views: ViewsContainer<Keys>,
    props: Props,
    state: EmptyState
  ) throws {
    let (screen, scene) = (views.nativeView, props.slide.scene)
    let (sky, ground) = (try views.view(.sky), try views.view(.ground))
    ground.asFooter(screen)
    ground.height = .scalable(260)
    ground.bottom = screen.bottom
    sky.fill(top: screen.top, left: screen.left, bottom: ground.top, right: screen.right)
    if let sun = views[.sun] {
      sun.size = .scalable(150, 150)
      sun.top = screen.top + .scalable(60)
      sun.right = screen.right - .scalable(70)
    }
    if let cloud = views[.cloud] {
      cloud.size = .scalable(300, 110)
      cloud.top = screen.top + .scalable(90)
      cloud.left = screen.left + .scalable(60)
    }
    for (friend, place) in scene.places {
      let view = try views.view(.friend(friend))
      view.size = .scalable(place.size, place.size)
      view.centerX = screen.left + screen.width * place.x
      view.bottom = ground.top + .scalable(40)
    }
    let (title, text) = (try views.view(.title(props.slide)), try views.view(.text(props.slide)))
    title.fillHorizontally(screen, insets: 40)
    title.height = .scalable(90)
    title.top = screen.top + .scalable(250)
    text.fillHorizontally(screen, insets: 40)
    text.height = .scalable(50)
    text.top = title.bottom + .scalable(10)
    let dots = try Slide.allCases.map { slide in
      let dot = try views.view(.dot(slide))
      dot.size = .scalable(slide == props.slide ? 60 : 24, 24)
      dot.bottom = screen.bottom - .scalable(150)
      return dot
    }
    dots.centerBetween(
      left: screen.left,
      right: screen.right,
      spacings: Array(repeating: .scalable(24), count: dots.count - 1)
    )
    let buttons = try [Keys.back, .play, .next].map { try views.view($0) }
    for button in buttons {
      button.height = .scalable(80)
      button.bottom = screen.bottom - .scalable(30)
    }
    buttons.fill(
      left: screen.left,
      right: screen.right,
      insets: 40,
      spacings: Array(repeating: .scalable(40), count: buttons.count - 1)
    )
  }

  // MARK: Children

  private static func box(_ key: Keys, _ color: Color, isRound: Bool = false) -> View {
    View(
      props: .build {
        $0.setKey(key)
        $0.backgroundColor = color
        if isRound { $0.cornerRadius = .fixed(1000) }
      }
    )
  }

  private static func label(_ key: Keys, _ text: String, _ font: TextFont) -> Label {
    Label(
      props: .build {
        $0.setKey(key)
        $0.text = AttributedText(string: text)
        $0.font = font
        $0.textAlignment = .center
        $0.textColor = Color(hex: 0x3e2723)
        $0.backgroundColor = .clear
      }
    )
  }

  private static func dot(
    _ slide: Slide,
    isShown: Bool,
    _ dispatch: @escaping StoreDispatch
  ) -> Button {
    Button(
      props: .build {
        $0.setKey(Keys.dot(slide))
        $0.backgroundColor = isShown ? .white : Color(hex: 0xbcaaa4)
        $0.cornerRadius = .scalable(12)
        $0.isSelected = isShown
        $0.accessibilityLabel = "Slide \(slide.rawValue + 1)"
        $0.touchHandlers = [.touchUpInside: { dispatch(ShowSlide(slide: slide)) }]
      }
    )
  }

  /// A button that dispatches something, and can't be used where there is nothing to dispatch.
  private static func button(
    _ key: Keys,
    _ title: String,
    for item: (any Dispatchable)?,
    _ dispatch: @escaping StoreDispatch
  ) -> Button {
    Button(
      props: .build {
        $0.setKey(key)
        $0.titles[.normal] = title
        $0.titleFont = .system(.scalable(34))
        $0.titleColors[.normal] = item == nil ? .lightGray : Color(hex: 0x3e2723)
        $0.backgroundColor = Color(hex: 0xd7ccc8)
        $0.cornerRadius = .scalable(16)
        $0.isEnabled = item != nil
        if let item { $0.touchHandlers = [.touchUpInside: { dispatch(item) }] }
      }
    )
  }
}
