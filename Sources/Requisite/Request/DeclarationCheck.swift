#if DEBUG
  /// Finds properties that were meant to declare a part of the request and do not.
  ///
  /// In a protocol with default implementations, a property of the right name and the wrong type is silently ignored:
  /// the default wins and the compiler says nothing. The parts whose types are inferred cannot go wrong that way; the
  /// four of fixed types are looked up here, once a request type, in debug builds alone. (A computed property cannot
  /// be seen from the outside.)
  enum DeclarationCheck {
    private static let expected: [String: Any.Type] = [
      "method": HTTPMethod.self, "contentType": String.self, "keyPath": String.self,
      "options": RequestOptions.self,
    ]

    // A cache of what was found, not state: asking again gives the same answer.
    private static let results = Locked<[ObjectIdentifier: String?]>([:])

    static func run<R: Request>(on request: R) throws(NetworkRequestError) {
      let type = ObjectIdentifier(R.self)
      let known = results.withLock { $0[type] }
      let problem = known ?? Self.problem(in: request)
      if known == nil { results.withLock { $0[type] = problem } }
      if let problem { throw .invalidRequest(InvalidRequest(.declaration, problem)) }
    }

    private static func problem(in request: some Request) -> String? {
      for (label, value) in Mirror(reflecting: request).children {
        guard let label, let wanted = expected[label], type(of: value) != wanted else { continue }
        return "\(type(of: request)).\(label) is of type \(type(of: value)) and would be ignored: "
          + "declare it as \(wanted)"
      }
      return nil
    }
  }
#else
  /// The check of declarations, which is made in debug builds alone.
  enum DeclarationCheck {
    @inline(__always)
    static func run<R: Request>(on request: R) throws(NetworkRequestError) {}
  }
#endif
