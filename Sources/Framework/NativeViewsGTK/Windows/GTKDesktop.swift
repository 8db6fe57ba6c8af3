internal import CNativeViewsGTK
import Foundation
import NativeViews

/// The look that the desktop's user has chosen, for all windows.
@MainActor
enum GTKDesktop {
  /// The current look; from the first call on, open windows hear of others.
  static func follow() -> ViewEnvironment {
    gtkviews_desktop_follow {
      // GTK calls on the main thread only.
      MainActor.assumeIsolated {
        for window in GTKApplication.windows { window.backend.desktopDidChange() }
      }
    }
    var desktop = gtkviews_desktop_read()
    // SAFETY: C ends the name with a zero within its array.
    let family = unsafe withUnsafeBytes(of: &desktop.font_family) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return ViewEnvironment(
      colorScheme: desktop.is_dark ? .dark : .light,
      isContrastHigh: desktop.is_contrast_high,
      isMotionReduced: desktop.is_motion_reduced,
      fontFamily: family.isEmpty ? nil : family,
      fontSize: desktop.font_size,
      scrollBars: desktop.has_overlay_bars ? .whileScrolling : .always
    )
  }
}
