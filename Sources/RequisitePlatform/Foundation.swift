// The one import of Foundation and of the C library, for every module that stands on this one. If the package trait
// FoundationNetworking is off, `Data` and `Date` come from FoundationEssentials on Linux, because the data for other languages in
// the rest of Foundation adds 40 MB to a statically linked program. Tests/AppleStandIns defines REQUISITE_STAND_INS: the files
// for Apple platforms are then compiled and run on Linux, with stand-in modules for Apple's.
#if FoundationNetworking || !(os(Linux) || os(Android))
  @_exported import Foundation
#else
  @_exported import Dispatch
  @_exported import FoundationEssentials
  #if canImport(Glibc)
    @_exported import Glibc
  #elseif canImport(Musl)
    @_exported import Musl
  #elseif canImport(Android)
    @_exported import Android
  #endif
#endif

#if REQUISITE_STAND_INS
  @_exported import AppleFoundation
#endif
