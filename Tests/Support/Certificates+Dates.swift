import Foundation

extension Certificates {
  /// Makes a certificate of `localhost` that holds between the two times, as `20200101000000Z`; certified by the
  /// authority.
  public func certify(_ file: String, from start: String, to end: String) throws {
    try Data(Self.authority(in: folder.url.path).utf8).write(to: folder.url.appendingPathComponent("ca.cnf"))
    try Data().write(to: folder.url.appendingPathComponent("index"))
    let request = ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    let name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    try Self.run(request + name + ["-keyout", path("\(file).key"), "-out", path("\(file).csr")])
    let files = ["-cert", path("ca.pem"), "-keyfile", path("ca.key"), "-in", path("\(file).csr")]
    let dates = ["-startdate", start, "-enddate", end]
    try Self.run(
      ["ca", "-batch", "-notext", "-config", path("ca.cnf")] + files + ["-out", path("\(file).pem")] + dates)
  }

  /// Makes a certificate of `localhost` that certifies itself.
  public func certifyItself(_ file: String) throws {
    try make(file, name: "localhost", certifiedBy: nil, extra: ["-addext", "subjectAltName=DNS:localhost"])
  }

  private static func authority(in folder: String) -> String {
    """
    [ca]
    default_ca = authority
    [authority]
    database = \(folder)/index
    new_certs_dir = \(folder)
    rand_serial = yes
    default_md = sha256
    policy = policy
    copy_extensions = copy
    [policy]
    commonName = supplied
    """
  }
}
