// Concerns: seen with libcurl 7.76 to 8.1; not with 8.19 and 8.23.
// Seen: an easy handle that is removed from its multi handle while it waits for a connection keeps its receive buffer, and takes no
//   CURLOPT_BUFFERSIZE any more, not even after a reset.
// Known: no issue of curl was found.
// Here: ``CurlHandlePool`` replaces a handle that does not take its options.
// Shown by: CurlHandleReuseTests (cancelledInLine).
// Can go: when no libcurl before 8.19 is supported.
