import TestSupport
import Testing

@testable import Requisite

@Suite("Bodies without their secrets")
struct RedactedBodyTests {
  @Test("of a multipart message, the content of a secret part is replaced, and all other bytes stay")
  func multipart() {
    let text =
      "--b\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhello\r\n"
      + "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n\(Canary.secret)\r\n--b--\r\n"
    let redacted = Redaction.standard.data(
      Data(text.utf8), as: [.contentType: "multipart/form-data; boundary=b"])
    let expected = text.replacing(Canary.secret, with: Redaction.mark)
    #expect(String(decoding: redacted, as: UTF8.self) == expected)
  }

  @Test("a body whose type does not show where its secrets are is kept as a whole, or not at all")
  func unreadable() {
    let (body, fields) = (Data("<a>hello</a>".utf8), [.contentType: "application/xml"] as HTTPHeaders)
    #expect(Redaction.standard.data(body, as: fields) == Data(Redaction.mark.utf8))
    #expect(Redaction.standard.data(body, as: fields, keepsOthers: true) == body)
  }
}
