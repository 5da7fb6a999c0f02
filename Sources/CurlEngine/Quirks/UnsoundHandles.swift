// Concerns: each version in its own way.
// Seen: what an easy handle keeps of a transfer that failed or was removed, which no reset takes away. 8.23 keeps the blank of a
//   folded line after which the connection ended, and reads the next response, of any server, as HTTP/0.9. 7.76 to 8.1 keep the
//   receive buffer of a handle that is removed while it waits for a connection, and take no CURLOPT_BUFFERSIZE any more; before
//   8.7, the same after a removal in the middle of an HTTP/2 upload.
// Known: no issue of curl was found.
// Here: only a handle whose transfer libcurl has ended itself, with a whole response, makes another transfer
//   (``CurlLoop/finish(_:_:isReusable:)``).
// Shown by: CurlHandleReuseTests (cut, cancelledInLine).
// Can go: never; a new handle costs little compared with a failure.
