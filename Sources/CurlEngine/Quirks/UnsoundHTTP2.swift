// Concerns: libcurl up to 8.22, in different ways.
// Seen: streams that are cut and reported as complete, complete responses that are lost, refused streams that are not reported,
//   and connection errors that nothing reports before the timeout.
// Known: curl issues 986 and 15316 (early responses), 6015 (a reset with NO_ERROR is a success, also in 8.23).
// Here: HTTP/2 is offered only from 8.23 on.
// Shown by: CurlCutStreamTests, CurlEarlyResponseTests, CurlMixedCallTests and ServerFaultTests, with `.ci/old-libcurl http2`.
// Can go: when no libcurl before 8.23 is supported; the speed limit, when libcurl wakes a transfer whose connection has failed.

extension CurlLibrary {
  /// Whether libcurl speaks HTTP/2, reports every stream that did not end (except for a reset with NO_ERROR), keeps every
  /// response that did, and says which requests the server has not processed.
  ///
  /// Measured with the faults of the tests, nginx and mixed calls; a version that was not measured counts as the measured one
  /// below it:
  /// - 7.88.1 (nghttp2 1.52): takes nine kinds of cut streams for complete; loses early responses.
  /// - 8.1.2 (nghttp2 1.54), 8.6.0 (1.60), 8.8.0 (1.46) and 8.12.1 (1.64): after a connection error within a body, wait for
  ///   the timeout, also with a speed limit. From 8.6.0 on, do not report a refused stream.
  /// - 8.14.1 (nghttp2 1.64) and 8.16.0 (1.67): do not report a refused stream; lose a complete response that a connection
  ///   error follows.
  /// - 8.19.0, 8.21.0 (nghttp2 1.69) and 8.22.0 (nghttp2 1.70): lose a complete response that a connection error follows.
  /// - 8.23.0 (nghttp2 1.70): sound; reports a connection error within a second, because its transfers have a speed limit.
  var speaksSoundHTTP2: Bool { hasHTTP2 && number >= 0x08_17_00 }
}

extension CurlOptions {
  /// libcurl ends an HTTP/2 connection on which the server makes an error (RFC 9113 §5.4.1), but looks at its transfers only
  /// when something wakes them. To measure their speed, it looks at each once a second. The limit itself ends a transfer
  /// that was silent for 18 hours, the longest time that libcurl takes.
  func measureSpeed(of handle: CurlHandle, isOn: Bool) throws(CurlProblem) {
    try handle.set(.lowSpeedLimit, isOn)
    try handle.set(.lowSpeedTime, 65_535)
  }
}
