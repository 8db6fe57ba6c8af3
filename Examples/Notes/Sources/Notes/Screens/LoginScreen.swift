import Foundation
import Katana
import NativeViews
import Tempura

struct LoginModel: ViewModelWithState {
  let text: String
  static var reads: StateReads<NotesState> { .part(\.login) }
  init(state: NotesState) { text = state.login == .refused ? "That is another one" : "Passphrase" }
}

final class LoginView: NativeView, ViewControllerModellableView {
  typealias VM = LoginModel
  let label = TitleLabel()
  let field = TextFieldView()
  let logIn = BarButton("Log in")

  func setup() { for view in [label, field, logIn] { append(view) } }
  func style() {
    (field.key, field.label, field.isSecure) = ("passphrase", "Passphrase", true)
    (backgroundColor, field.backgroundColor) = (environment.backgroundColor, environment.raisedColor)
    label.textColor = environment.textColor
  }
  func update(oldModel: LoginModel?) { label.text = model?.text ?? "" }
  override func layoutSubviews() {
    for (place, view) in [label, field, logIn].enumerated() {
      view.frame = CGRect(x: 16, y: 80 + 52 * CGFloat(place), width: bounds.width - 32, height: 36)
    }
  }
}

final class LoginScreen: ViewController<LoginView>, Routable {
  var routeIdentifier: RouteElementIdentifier { Screen.login }

  override func setupInteraction() {
    rootView.logIn.onTap = { [weak self] in
      guard let self else { return }
      dispatch(LogIn(passphrase: rootView.field.text))
      rootView.field.text = ""
    }
  }
}
