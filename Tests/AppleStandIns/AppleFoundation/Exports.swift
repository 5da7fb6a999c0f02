// The parts of Foundation's loading system that are the same on Linux. What is declared in this module takes the place
// of the others, with the signatures of Apple's SDK.
@_exported import Foundation
@_exported import class FoundationNetworking.CachedURLResponse
@_exported import class FoundationNetworking.HTTPCookie
@_exported import class FoundationNetworking.HTTPCookieStorage
@_exported import class FoundationNetworking.HTTPURLResponse
@_exported import class FoundationNetworking.URLCache
@_exported import class FoundationNetworking.URLCredentialStorage
@_exported import class FoundationNetworking.URLProtocol
@_exported import protocol FoundationNetworking.URLProtocolClient
@_exported import struct FoundationNetworking.URLRequest
@_exported import class FoundationNetworking.URLResponse
