import Foundation

/// Tells whether code runs on the main queue. (On Linux, that need not be the main thread.)
struct MainQueueMark: Sendable {
  private let key = DispatchSpecificKey<Bool>()

  init() { DispatchQueue.main.setSpecific(key: key, value: true) }

  var isHere: Bool { DispatchQueue.getSpecific(key: key) == true }
}
