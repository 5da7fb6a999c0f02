// A single `import Requisite` provides `URL`, `Data` and `URLSession` on every platform. This is the only file that
// knows that Linux has URLSession in a separate module. If the package trait FoundationNetworking is off, the library uses
// FoundationEssentials only on Linux. Tests/AppleStandIns defines REQUISITE_STAND_INS: the files for Apple platforms are
// then compiled and run on Linux, with stand-in modules for Apple's.
@_exported import RequisiteJSON

#if FoundationNetworking || !os(Linux)
  @_exported import Foundation
#else
  @_exported import Dispatch
  @_exported import FoundationEssentials
  @_exported import Glibc
#endif

#if REQUISITE_STAND_INS
  @_exported import AppleFoundation
#elseif FoundationNetworking && canImport(FoundationNetworking)
  @_exported import FoundationNetworking
#endif
