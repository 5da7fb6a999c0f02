// One import for the user: `import Requisite` brings `URL`, `Data` and `URLSession` on every platform.
// The only place that knows that Linux keeps URLSession in a module of its own. Tests/AppleStandIns defines
// REQUISITE_STAND_INS: the files of Apple's platforms are then compiled and run on Linux, with modules in the place of
// Apple's.
@_exported import Foundation
@_exported import RequisiteJSON

#if REQUISITE_STAND_INS
  @_exported import AppleFoundation
#elseif canImport(FoundationNetworking)
  @_exported import FoundationNetworking
#endif
