// One import for the user: `import Requisite` brings `URL`, `Data` and `URLSession` on every platform.
// The only place that knows that Linux keeps URLSession in a module of its own.
@_exported import Foundation

#if canImport(FoundationNetworking)
  @_exported import FoundationNetworking
#endif
