import Testing

@testable import Requisite

@Suite("Secrets in commands, .netrc files, SQL and the addresses of databases are redacted")
struct CommandSecretTests {
  @Test(
    "arguments of options: separate, attached, after “=”, in lists and in continued lines",
    arguments: [
      "curl -uann:c4n4ry http://h", "curl -sSu ann:c4n4ry h", "curl --user=ann:c4n4ry h",
      "curl --user \"ann:c4n4ry c4n4ry\" h", "curl -u \\\n  ann:c4n4ry h", "curl -b 'sid=c4n4ry' h",
      "curl -E cert.pem:c4n4ry h", "curl --cert cert.pem:c4n4ry h", "curl -x ann:c4n4ry@proxy:8080 h",
      "curl --proxy ann:c4n4ry@proxy:8080 h", "curl -u\"ann:c4n4ry\" h",
      "mysql -uann -pc4n4ry base", "mysqldump -h h -u ann -p'c4n4ry c4n4ry' base", "/usr/bin/mysql -pc4n4ry",
      "sshpass -p c4n4ry ssh h", "sshpass -pc4n4ry ssh h", "redis-cli -h h -a c4n4ry ping",
      "http -a ann:c4n4ry GET h", "mongosh -u ann -p c4n4ry", "docker login -u ann -p c4n4ry h",
      "zip -P c4n4ry a.zip a", "ldapsearch -D cn=ann -w c4n4ry", "smbclient //h/s -U ann%c4n4ry",
      "7z x -pc4n4ry a.7z", "sqlcmd -S h -U ann -P c4n4ry",
      "java -storepass c4n4ry -jar a", "Connect -Password c4n4ry", "x --api-key=c4n4ry", "x(--token c4n4ry)",
      "[\"curl\", \"-u\", \"ann:c4n4ry\", \"h\"]", "['mysql', '-pc4n4ry']",
      "[\"a\",\"--password\",\"c4n4ry\"]",
      "Running [mysql, -uann, -pc4n4ry]", "exec \"mysql -pc4n4ry\"",
      #"{"cmd":["mysql","--password","c4n4ry"],"log":"curl -u \"ann:c4n4ry\" h"}"#,
    ])
  func options(text: String) {
    hidden(text)
  }

  @Test(
    "passwords of .netrc files and SQL statements",
    arguments: [
      "machine h login ann password c4n4ry", "machine h\n  login ann\n  password c4n4ry\n",
      "machine h login ann account c4n4ry password c4n4ry", "default login ann password c4n4ry",
      "machine h password c4n4ry login ann", "machine h\n\tlogin ann\n\tpassword\tc4n4ry",
      "CREATE USER ann IDENTIFIED BY 'c4n4ry'", "ALTER USER ann IDENTIFIED BY c4n4ry ACCOUNT UNLOCK",
      "create user 'ann'@'h' identified with caching_sha2_password by 'c4n4ry'",
      "CREATE ROLE ann LOGIN PASSWORD 'c4n4ry'", "ALTER USER ann WITH ENCRYPTED PASSWORD 'c4n4ry';",
      "SET PASSWORD FOR 'ann'@'h' = PASSWORD('c4n4ry')",
    ])
  func statements(text: String) {
    hidden(text)
  }

  @Test(
    "accounts in the addresses of databases",
    arguments: [
      "ann:c4n4ry@tcp(h:3306)/base", "dsn=ann:c4n4ry@unix(/run/x.sock)/b", "ann:c4n4ry@/base",
      "ann:c4n@c4n4ry:c4n4ry@tcp(h)/b", "jdbc:oracle:thin:scott/c4n4ry@h:1521:x", "scott/c4n4ry@//h:1521/x",
      "scott/c4n4ry@(DESCRIPTION=(ADDRESS=))", #"{"dsn":"ann:c4n4ry@tcp(h:3306)/base"}"#,
    ])
  func accounts(text: String) {
    hidden(text)
  }

  @Test("behind any number of percent-encodings", arguments: [1, 2, 3, 4, 5, 10, 100])
  func percent(layers: Int) {
    let percent = "%" + String(repeating: "25", count: layers - 1)
    for text in ["password\(percent)3Dc4n4ry", "%70assword\(percent)3D\(percent)63%34n4ry&a=b"] {
      let redacted = Redaction.standard.text("url?next=\(text)")
      #expect(!redacted.contains("4n4ry"), "\(redacted)")
      #expect(Redaction.standard.query("next=\(text)").contains(Redaction.mark))
    }
    #expect(Redaction.standard.text("pass\(percent)77ord=c4n4ry") == "pass\(percent)77ord=<redacted>")
    #expect(Redaction.standard.text("a\(percent)20b=c") == "a\(percent)20b=c")
  }

  @Test("the hexadecimal digits of an escape may be encoded, too")
  func encodedDigits() {
    #expect(!Redaction.standard.text("next=password%%32%35%33Dc4n4ry").contains("c4n4ry"))
  }

  @Test(
    "text that only looks like them stays",
    arguments: [
      "docker run -p 8080:80 nginx", "mysql -P 3306 -h h", "mysql -p base", "ls -path /a", "sort -u a",
      "curl -x proxy:8080 h", "curl -b cookies.txt h", "a - b", "x -> y", "--", "-", "see -x", "tar -xpf a",
      "written by ann", "login with an account of your own", "the account ann was closed",
      "ann@example.com", "mail ann@(work)", "@media (min-width: 1px)", "x:@selector(foo)",
      "jdbc:oracle:thin:@h:1521:x", "invalid password (8 to 64 bytes)", "--verbose", "--user ann",
      "rate 100%25 of a%2525b", "zip -r a.zip a", "page/1@2x.png",
    ])
  func ordinary(text: String) {
    #expect(Redaction.standard.text(text) == text)
  }

  @Test("only the secret is left out")
  func rest() {
    #expect(Redaction.standard.text("mysql -uann -pabc base") == "mysql -uann -p<redacted> base")
    #expect(
      Redaction.standard.text("[\"curl\",\"-u\",\"a:b\",\"h\"]") == "[\"curl\",\"-u\",\"<redacted>\",\"h\"]")
    #expect(
      Redaction.standard.text("machine h login ann password abc\nmachine i")
        == "machine h login ann password <redacted>\nmachine i")
    #expect(Redaction.standard.text("ann:abc@tcp(h:3306)/b") == "ann:<redacted>@tcp(h:3306)/b")
    #expect(Redaction.standard.text("BY 'x', IDENTIFIED BY 'abc';") == "BY 'x', IDENTIFIED BY '<redacted>';")
  }

  private func hidden(_ text: String) {
    let redacted = Redaction.standard.text(text)
    #expect(!redacted.contains("c4n4ry"), "\(redacted)")
    #expect(redacted.contains(Redaction.mark))
  }
}
