// Concerns: libcurl before 7.72, before 7.85, and 8.1.
// Seen: before 7.72, the connection that libcurl hands out can be another one. Before 7.85, a connection stays open when its easy
//   handle leaves the multi handle. 7.80 and 8.1.2, but not 7.88.1 and 8.23, close a connection of which nothing was read or
//   sent yet, if bytes wait to be read from it when another one is made in its multi handle.
// Known: CVE-2020-8231; curl issue 9335.
// Here: none before 7.72. Before 7.85 a multi handle for each connection, which closes it. After that one for 128
//   (``CurlSocketLoop``): a multi handle has two descriptors and takes 45 KiB. For each call of `curl_easy_recv` and
//   `curl_easy_send`, libcurl looks through the connections of the multi handle, which took no time that could be measured with
//   256 of them. A connection is read from as soon as it is made.
// Shown by: CurlSocketTests, and CurlSocketFlowTests and CurlSocketIdleTests of RequisiteWebSocket.
// Can go: with support for libcurl before 8.2.

extension CurlLibrary {
  /// Whether libcurl hands out the connection that the caller asks for, as of 7.72.
  package var hasRawConnections: Bool { number >= 0x07_48_00 }

  /// The number of raw connections that one multi handle may have.
  var rawConnectionsOfMulti: Int { number >= 0x07_55_00 ? 128 : 1 }
}
