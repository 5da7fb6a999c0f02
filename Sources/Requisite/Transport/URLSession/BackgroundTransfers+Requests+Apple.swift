#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  extension BackgroundTransfers {
    /// Starts the download of a declared request.
    ///
    /// The request is built and checked as a call does, without the client's header fields and credentials, and its response is not
    /// decoded. Its options do not apply, except for the priority.
    ///
    /// - Parameters:
    ///   - request: A request without a body.
    ///   - baseURL: The URL that the path of the request is added to. A request for a whole URL needs none.
    ///   - name: Identifies the transfer at its end, also after a relaunch.
    ///   - destination: The location of the file. Its folder must exist when the download ends.
    ///   - replacing: True if an existing file is replaced, in one step. False by default.
    /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if the request cannot be built or sent, has a body, or the destination is
    ///   not a file URL or exists; ``NetworkRequestError/urlSessionFailed(_:)`` if the system has invalidated the session.
    public func download(
      _ request: some Request, baseURL: some BaseURLConvertible = BaseURL.unset, named name: String,
      to destination: URL, replacing: Bool = false
    ) async throws(NetworkRequestError) {
      let built = try request.transportRequest(adding: RequestDefaults(base: baseURL.asBaseURL))
      try await download(built, named: name, to: destination, replacing: replacing)
    }

    /// Starts the upload of a declared request, whose body is a file.
    ///
    /// The request is built and checked as a call does, without the client's header fields and credentials, and its response is not
    /// decoded. Its options do not apply, except for the priority.
    ///
    /// - Parameters:
    ///   - request: A request whose body is a file. The file must exist until the upload ends.
    ///   - baseURL: The URL that the path of the request is added to. A request for a whole URL needs none.
    ///   - name: Identifies the transfer at its end, also after a relaunch.
    /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if the request cannot be built or sent, or its body is not a file that can
    ///   be read; ``NetworkRequestError/urlSessionFailed(_:)`` if the system has invalidated the session.
    public func upload(
      _ request: some Request, baseURL: some BaseURLConvertible = BaseURL.unset, named name: String
    ) async throws(NetworkRequestError) {
      let built = try request.transportRequest(adding: RequestDefaults(base: baseURL.asBaseURL))
      try await upload(built, named: name)
    }
  }
#endif
