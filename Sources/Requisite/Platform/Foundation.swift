// A single `import Requisite` provides `URL`, `Data` and `URLSession` on every platform. This is the only file that
// knows that Linux has URLSession in a separate module. Tests/AppleStandIns defines REQUISITE_STAND_INS: the files for
// Apple platforms are then compiled and run on Linux, with stand-in modules for Apple's.
@_exported import Foundation
@_exported import RequisiteJSON

#if REQUISITE_STAND_INS
  @_exported import AppleFoundation
#elseif canImport(FoundationNetworking)
  @_exported import FoundationNetworking
#endif
