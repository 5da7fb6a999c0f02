/// A connection whose bytes its user reads and writes itself: one to a server, or its stand-in in a test.
package protocol RawConnection: AnyObject, Sendable {
  /// Takes the user's output and sends it. Called whenever there may be new output.
  func flush()
  /// Delivers bytes again, after ``RawConnectionUser/received(_:)`` returned false.
  func resume()
  /// Closes the connection and releases the user. Nothing is called afterwards but a call that is under way.
  func close()
}

/// The user of a connection. Its functions are called by one thread at a time, must not wait, and must not call the
/// connection's functions while they hold a lock that those of the user need.
package protocol RawConnectionUser<Failure>: AnyObject, Sendable {
  /// The reason why a connection could not be made or was lost.
  associatedtype Failure: Error

  /// Takes bytes that have arrived. Returns false if no more should be delivered until ``RawConnection/resume()``.
  func received(_ bytes: UnsafeRawBufferPointer) -> Bool
  /// Returns the bytes to send next; empty for none. Called when all earlier output is sent, first when the connection is
  /// made.
  func takeOutput() -> [UInt8]
  /// Ends the connection: with the reason why it could not be made or was lost, or with nil because the other end has ended
  /// it.
  func ended(_ failure: Failure?)
}
