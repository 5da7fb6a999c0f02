// A single `import Requisite` provides `URL`, `Data` and `URLSession` on every platform. This is the only file that knows that
// Linux has URLSession in a separate module.
@_exported import RequisiteJSON
@_exported import RequisitePlatform

#if FoundationNetworking && canImport(FoundationNetworking) && !REQUISITE_STAND_INS
  @_exported import FoundationNetworking
#endif
