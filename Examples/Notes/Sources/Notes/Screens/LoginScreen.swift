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
  let pass = TextFieldView()
  let logIn = BarButton("Log in")

  func setup() { for view in [label, pass, logIn] { append(view) } }
  func style() {
    (pass.key, pass.label, pass.isSecure) = ("passphrase", "Passphrase", true)
    (backgroundColor, pass.backgroundColor) = (environment.backgroundColor, environment.raisedColor)
  }
  func update(oldModel: LoginModel?) { label.text = model?.text ?? "" }
  override func layoutSubviews() {
    for (place, view) in [label, pass, logIn].enumerated() {
      view.frame = CGRect(x: 16, y: 80 + 52 * CGFloat(place), width: bounds.width - 32, height: 36)
    }
  }
}

final class LoginScreen: ViewController<LoginView>, Routable {
  var routeIdentifier: RouteElementIdentifier { Screen.login }

  override func setupInteraction() {
    rootView.logIn.onTap = { [weak self] in
      guard let self else { return }
      dispatch(LogIn(passphrase: rootView.pass.text))
      rootView.pass.text = ""
    }
  }
}
