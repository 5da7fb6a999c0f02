import Foundation
import Testing

@Suite("The privacy manifest")
struct PrivacyManifestTests {
  @Test("it is a property list without data collection or tracking, with the reason for file timestamps")
  func contents() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("Sources/RequisitePrivacy/PrivacyInfo.xcprivacy")
    let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
    let manifest = try #require(list as? [String: Any])
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    #expect((manifest["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
    let apis = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    #expect(
      apis.map { $0["NSPrivacyAccessedAPIType"] as? String } == ["NSPrivacyAccessedAPICategoryFileTimestamp"])
    #expect(apis.first?["NSPrivacyAccessedAPITypeReasons"] as? [String] == ["C617.1", "0A2A.1", "3B52.1"])
  }
}
