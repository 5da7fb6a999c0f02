import Foundation
import Requisite

extension Call {
  /// The boundary of a multipart form; nil if the body is not one.
  var formBoundary: String? {
    guard let type = mediaType.flatMap(MediaType.init), type.type == "multipart", type.subtype == "form-data"
    else { return nil }
    return type[parameter: "boundary"]
  }
}

extension Record {
  /// Returns the record of an uploaded file: its name, type and size. The bytes are discarded.
  static func attachment(in body: Data, boundary: String) throws(Refusal) -> Record {
    let form: MultipartForm
    do { form = try MultipartForm(decoding: body, boundary: boundary) } catch {
      throw .notAForm("The body is not a multipart form")
    }
    guard let file = form.parts.first(where: { $0.fileName != nil }), let data = file.data else {
      throw .notAForm("The form contains no file")
    }
    return [
      "name": .string(file.fileName ?? ""),
      "type": .string(file.contentType?.description ?? "application/octet-stream"),
      "bytes": .int(data.count),
    ]
  }
}
