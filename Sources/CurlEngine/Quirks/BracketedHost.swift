// Concerns: seen with libcurl 7.88; not with 8.23. Other versions were not measured.
// Seen: on a kept connection to an http proxy, libcurl takes the host of a request for an IPv6 address if that of the connection's
//   first request was one, and sends `Host: [example.com]`.
// Known: no issue of curl was found.
// Here: a request to an http URL over a proxy has a `Host` of the caller's own, which libcurl sends as it is.
// Shown by: CurlProxyRefusalTests (hosts).
// Can go: when no libcurl before 8.23 is supported.
