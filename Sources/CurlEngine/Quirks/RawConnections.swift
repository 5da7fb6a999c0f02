// Concerns: libcurl before 7.72, 7.81 and 7.88; what later versions do was not measured.
// Seen: before 7.72, the connection that libcurl hands out can be another one. 7.88 closes such a connection as soon as another
//   one is opened in its multi handle while bytes wait to be read, or it is older than CURLOPT_MAXAGE_CONN, and looks through
//   all connections for each call of `curl_easy_recv`. 7.81 keeps descriptors.
// Known: CVE-2020-8231; curl issue 9335.
// Here: none before 7.72, and a multi handle for each connection (``CurlSocketLink``), which closes its descriptors.
// Shown by: CurlSocketTests and CurlSocketFlowTests of RequisiteWebSocket.
// Can go: when one multi handle was measured to keep its connections.

extension CurlLibrary {
  /// Whether libcurl hands out the connection that the caller asks for, as of 7.72.
  package var hasRawConnections: Bool { number >= 0x07_48_00 }
}
