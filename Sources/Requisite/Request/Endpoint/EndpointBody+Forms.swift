extension EndpointBody {
  /// Names and values as a form (`application/x-www-form-urlencoded`), in their order.
  public static func form(_ fields: FormFields) -> EndpointBody {
    EndpointBody(contentType: "application/x-www-form-urlencoded") { _ throws(NetworkRequestError) in
      try fields.encoded()
    }
  }

  /// A form of several parts (`multipart/form-data`), a stream where it has a file.
  public static func multipart(_ form: MultipartForm) -> EndpointBody {
    EndpointBody(contentType: "multipart/form-data") { coders throws(NetworkRequestError) in
      try form.encoded(with: coders)
    }
  }
}
