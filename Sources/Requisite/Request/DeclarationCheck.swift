#if DEBUG
  /// Finds stored properties that were meant to declare a part of the request and do not.
  ///
  /// In a protocol with default implementations, a property of the right name and the wrong type is silently ignored, and
  /// so is one of the right type and another name: the default wins, and the compiler says nothing. The parts whose types
  /// are inferred cannot be of a wrong type; the rest is looked up here, in debug builds alone.
  enum DeclarationCheck {
    // The request types that need not be looked at again: a cache, not state.
    private static let passed = Locked<Set<ObjectIdentifier>>([])

    static func run<R: Request>(on request: R) throws(NetworkRequestError) {
      let type = ObjectIdentifier(R.self)
      guard R.checksDeclaration, !passed.withLock({ $0.contains(type) }) else { return }
      let properties = Self.properties(of: request)
      for property in properties {
        guard let problem = try property.problem(in: request) else { continue }
        throw .invalidRequest(InvalidRequest(.declaration, "\(R.self).\(property.label) \(problem)"))
      }
      // Only the values show what a property of these two types means, so they are compared at each call.
      guard !properties.contains(where: \.dependsOnValues) else { return }
      passed.withLock { _ = $0.insert(type) }
    }

    /// The stored properties of a struct, or of a class and its superclasses. The payload of an enum is the business of
    /// its computed properties.
    private static func properties(of request: some Request) -> [DeclaredProperty] {
      var mirror: Mirror? = Mirror(reflecting: request)
      var properties: [DeclaredProperty] = []
      while let current = mirror, current.displayStyle == .struct || current.displayStyle == .class {
        properties += current.children.compactMap { child in
          child.label.map { DeclaredProperty(label: $0, value: child.value) }
        }
        mirror = current.superclassMirror
      }
      return properties
    }
  }

  /// A stored property of a request.
  private struct DeclaredProperty {
    let label: String
    let value: Any

    /// Whether the property is of that type, or an Optional of it.
    func isOne<Value>(of type: Value.Type) -> Bool {
      Swift.type(of: value) == Value.self || Swift.type(of: value) == Value?.self
    }

    /// Whether only the values tell what the property means.
    var dependsOnValues: Bool {
      !isPart && (isOne(of: HTTPMethod.self) || isOne(of: RequestOptions.self))
    }

    /// Whether the property has the name of a part.
    private var isPart: Bool {
      switch label {
      case "keyPath", "options", "path", "method", "queryParams", "headers", "contentType", "body", "decoder":
        true
      default: false
      }
    }

    /// The problem with the property, as a phrase that follows its name; nil for a good one.
    func problem<R: Request>(in request: R) throws(NetworkRequestError) -> String? {
      let type = type(of: value)
      switch label {
      case "keyPath" where type != String.self:
        return "is of type \(type) and is ignored: declare it as a String"
      case "options" where type != RequestOptions.self:
        return "is of type \(type) and is ignored: declare it as RequestOptions"
      default:
        guard !isPart, let part = try part(unsentBy: request) else { return nil }
        return "is of type \(type) and is not sent: call it “\(part)”, or declare "
          + "“static let checksDeclaration = false” if it has another purpose"
      }
    }

    /// The part that a property of this type can only mean, where the request does not declare that part.
    private func part<R: Request>(unsentBy request: R) throws(NetworkRequestError) -> String? {
      if R.Query.self == NoContent.self, isOne(of: QueryParams.self) || isOne(of: [URLQueryItem].self) {
        return "queryParams"
      }
      if R.Headers.self == NoContent.self, isOne(of: HTTPHeaders.self) || isOne(of: [HTTPHeader].self) {
        return "headers"
      }
      if R.Body.self == NoContent.self, value is any HTTPBodyConvertible, !isPlain { return "body" }
      if let method = value as? HTTPMethod, try request.encodeMethod() == .get, method != .get {
        return "method"
      }
      if let options = value as? RequestOptions, !options.isEmpty, request.options.isEmpty {
        return "options"
      }
      return nil
    }

    /// Whether the property is of a type that can mean anything.
    private var isPlain: Bool {
      isOne(of: String.self) || isOne(of: Data.self) || isOne(of: JSONObject.self)
        || isOne(of: NoContent.self)
    }
  }
#else
  /// The check of declarations, which is made in debug builds alone.
  enum DeclarationCheck {
    @inline(__always)
    static func run<R: Request>(on request: R) throws(NetworkRequestError) {}
  }
#endif
