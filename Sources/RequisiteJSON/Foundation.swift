// A single `import RequisiteJSON` provides `Data` and `Date`. If the package trait FoundationNetworking is off, they come
// from FoundationEssentials on Linux, because the data for other languages in the rest of Foundation adds 40 MB to a
// statically linked program.
#if FoundationNetworking || !os(Linux)
  @_exported import Foundation
#else
  @_exported import FoundationEssentials
  @_exported import Glibc
#endif
