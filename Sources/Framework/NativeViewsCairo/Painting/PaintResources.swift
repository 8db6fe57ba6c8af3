import Foundation
import NativeViews

/// The resources that drawings share: the context of texts, decoded images, and where mistakes are told.
final class PaintResources {
  let fonts: CairoFonts
  let texts: TextContext
  /// Takes a mistake, and the view that it is told of.
  var report: (ViewDiagnosis, NativeView?) -> Void = { diagnosis, _ in diagnosis.printWarning() }

  /// Whether the layouts of texts are kept for other views that show the same.
  var sharesTexts = false
  private var laidOut = LaidOutTexts()
  private var images: [BitmapImage: Result<Surface, CairoError>] = [:]
  private var imageBytes = 0
  /// Bytes of decoded images that are kept for drawings to come; those that are shown hold their own.
  private let imageLimit: Int

  init(fonts: CairoFonts, imageLimit: Int = 64 << 20) {
    (self.fonts, self.imageLimit) = (fonts, imageLimit)
    texts = fonts.makeContext()
  }

  /// Decodes an image, once; one that can't be decoded is told of once.
  func surface(of image: BitmapImage, shownBy owner: DrawingOwner) -> Surface? {
    if let known = images[image] { return try? known.get() }
    let result = Result { () throws(CairoError) in try Surface(decoding: image) }
    let bytes = image.data.count + ((try? result.get()).map { $0.width * $0.height * 4 } ?? 0)
    if imageBytes + bytes > imageLimit { (images, imageBytes) = ([:], 0) }
    images[image] = result
    imageBytes += bytes
    if case .failure(let error) = result {
      let problem =
        if case .undecodable(let reason) = error { "its image can't be decoded (\(reason))" } else {
          "its image can't be decoded (\(error))"
        }
      let remedy = "make the PNG file anew; the rest is shown"
      report(ViewDiagnosis(subject: "image", problem: problem, remedy: remedy), owner.view)
    }
    return try? result.get()
  }

  /// The layout of a text in an area; one that was made for another view is the same, and nobody may change it.
  func sharedText(
    _ block: TextBlock,
    width: Double,
    height: Double,
    shownBy owner: DrawingOwner
  ) -> LaidOutText {
    if let known = laidOut.find(block, width: width, height: height) { return known }
    let text = LaidOutText(block, width: width, height: height, layout: TextLayout(in: texts))
    reportMissingFonts(of: block, in: text.layout, shownBy: owner)
    laidOut.insert(text, of: block, width: width, height: height)
    return text
  }

  /// Forgets the layouts that are kept.
  func forgetTexts() { laidOut = LaidOutTexts() }

  /// Tells of families that a text names and of characters in it that are missing, each once.
  func reportMissingFonts(
    of block: TextBlock,
    in layout: TextLayout,
    shownBy owner: DrawingOwner
  ) {
    for diagnosis in fonts.lacks(of: block, in: layout, subject: block.subject) {
      report(diagnosis, owner.view)
    }
  }
}
