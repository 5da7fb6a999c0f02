/// Why a script could not go on.
public enum SocketError: Error, Equatable {
  /// The client closed the connection.
  case closed
  /// A call of the system failed with this errno.
  case system(call: String, errno: Int32)
  /// There is no OpenSSL, or the handshake failed.
  case noTLS
  /// The size line of a chunk is no number.
  case badChunk(String)
}
