internal import CNativeViewsGTK
import Foundation
import NativeViews
import NativeViewsCairo

/// Paints display lists as nodes of GTK's scene graph.
@safe @MainActor
struct DrawingPainter {
  /// A `gtkviews_drawing`, valid while a view is drawn.
  let drawing: OpaquePointer
  let textures: TextureCache
  let texts: TextDrawings
  let view: NativeView

  func paint() { paint(view.displayList()) }

  private func paint(_ list: DisplayList) {
    for command in list.commands {
      // SAFETY: GTK waits for the drawing.
      switch command {
      case .fill(let rect, let radius, let color):
        unsafe gtkviews_draw_fill(drawing, gtkviews_rect(rect), radius, gtkviews_color(color))
      case .stroke(let rect, let radius, let width, let color):
        unsafe gtkviews_draw_stroke(
          drawing,
          gtkviews_rect(rect),
          radius,
          width,
          gtkviews_color(color)
        )
      case .text(let text, let rect): paint(text, in: rect)
      case .image(let image, let rect, let tint): paint(image, in: rect, tint: tint)
      case .clip(let rect, let radius, let list):
        unsafe gtkviews_draw_push_clip(drawing, gtkviews_rect(rect), radius)
        paint(list)
        unsafe gtkviews_draw_pop(drawing)
      }
    }
  }

  private func paint(_ text: TextBlock, in rect: CGRect) {
    guard let layout = texts.layOut(text, in: rect, of: view) else { return }
    // SAFETY: GTK waits for the drawing; the context is used between begin and end only.
    guard let cairo = unsafe gtkviews_draw_cairo_begin(drawing, gtkviews_rect(layout.bounds)) else {
      return
    }
    unsafe layout.paint(on: cairo)
    unsafe gtkviews_draw_cairo_end(cairo)
  }

  private func paint(_ image: BitmapImage, in rect: CGRect, tint: Color?) {
    let (texture, isNew) = unsafe textures.texture(of: image)
    guard let texture = unsafe texture else {
      guard isNew else { return }
      return view.diagnose(
        "its image of \(image.data.count) bytes can't be decoded, and isn't shown",
        remedy: "check the file with another program, and save it as PNG anew"
      )
    }
    // SAFETY: the texture is valid until the next image; otherwise as above.
    if let tint {
      var color = gtkviews_color(tint)
      unsafe gtkviews_draw_texture(drawing, texture, gtkviews_rect(rect), &color)
    } else {
      unsafe gtkviews_draw_texture(drawing, texture, gtkviews_rect(rect), nil)
    }
  }
}
