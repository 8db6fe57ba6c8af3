import Foundation
import Katana
import NativeViews
import Tempura

struct CartModel: ViewModelWithState {
  let text: String
  static var reads: StateReads<ShopState> { .part(\.items) }
  init?(state: ShopState) { text = "\(state.items.count) in the cart" }
}

final class CartView: NativeView, ViewControllerModellableView {
  typealias VM = CartModel
  let label = TitleLabel()
  let add = BarButton("Add")

  func setup() { for view in [label, add] { append(view) } }
  func style() { backgroundColor = .white }
  func update(oldModel: CartModel?) { label.text = model?.text ?? "" }
  override func layoutSubviews() {
    label.frame = CGRect(x: 0, y: 100, width: bounds.width, height: 40)
    add.frame = CGRect(x: 0, y: 150, width: bounds.width, height: 40)
  }
}

final class CartScreen: ViewController<CartView>, RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { "cart" }
  var navigationConfiguration: NavigationConfiguration {
    [.show("help"): .push { _ in HelpScreen() }, .hide("help"): .pop]
  }
  override func setupInteraction() {
    rootView.add.onTap = { [weak self] in self?.dispatch(AddItem(name: "tea")) }
  }
}
