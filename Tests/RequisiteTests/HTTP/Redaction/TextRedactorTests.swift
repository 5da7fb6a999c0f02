import Testing

@testable import Requisite

@Suite("Secrets in the URLs of a text are left out")
struct TextRedactorTests {
  @Test(
    "user info, and items of queries and fragments, absolute and relative, and percent-encoded",
    arguments: [
      ("https://ann:s3cret@host/x?a=1#access_token=s3cret", "https://host/x?a=1#access_token=<redacted>"),
      ("see https://a:s3cret@h, or postgres://u:s3cret@db/x", "see https://h, or postgres://db/x"),
      ("GET //u@x:s3cret@h/p", "GET //h/p"),
      ("“https://h/?token=s3cret” is wrong", "“https://h/?token=<redacted>” is wrong"),
      (#"say "https://h/?token=s3cret""#, #"say "https://h/?token=<redacted>""#),
      ("/x?a=1&b=/y?token=s3cret&c=2", "/x?a=1&b=/y?token=<redacted>&c=2"),
      ("?password=s3cret?s3cret&a=1", "?password=<redacted>&a=1"),
      ("https://h/?next=https%3A%2F%2Fh%2F%3Ftoken%3Ds3cret&b=1", "https://h/?next=<redacted>&b=1"),
      ("?next=https%3A%2F%2Fu%3As3cret%40h", "?next=<redacted>"), ("?a=Bearer%20s3cret", "?a=<redacted>"),
      ("?a=https%3A%2F%2Fh%2F%3Fb%3Dhttps%253A%252F%252Fh%252F%253Ftoken%253Ds3cret", "?a=<redacted>"),
      ("?p%61ssword=s3cret&x=1", "?p%61ssword=<redacted>&x=1"),
      ("?a=1;access_token=s3cret", "?a=1;access_token=<redacted>"),
      ("https://h/a;jsessionid=s3cret?x=1", "https://h/a;jsessionid=<redacted>"),
      ("?a=1%3Btoken%3Ds3cret", "?a=<redacted>"), ("https://u;x:s3cret@h/", "https://h/"),
      ("?token%5B0%5D=s3cret&b[password][1]=s3cret", "?token%5B0%5D=<redacted>&b[password][1]=<redacted>"),
      ("?a=%7B%22token%22%3A%22s3cret%22%7D&b=1", "?a=<redacted>&b=1"),
      ("password=s3cret&x=1", "password=<redacted>&x=1"),
      ("user=a\ntoken=s3cret c", "user=a\ntoken=<redacted> c"),
      (#"curl --password="s3cret s3cret" x"#, #"curl --password="<redacted>" x"#),
      (#"data: {"password":"s3cret","a":1}"#, #"data: {"password":"<redacted>","a":1}"#),
    ])
  func places(text: String, shown: String) {
    #expect(Redaction.standard.text(text) == shown)
    #expect(!shown.contains("s3cret"))
  }

  @Test(
    "other text is not understood, and stays",
    arguments: [
      "password: hunter2", "mysql --password abc", "token = abc", "a=b; c=\"d e\"",
      "<password>abc</password>", "mysql -pabc base",
      "user,password\nann,abc", "the password is abc", "https://host/@user/a%20b?q=x%3Dy#top", "a // b@c",
      "Sat, 21 Nov 2026 19:50:37 GMT", "<https://h/?page=2>; rel=next", "max-age=60", "a < b && c: d", "\\",
      "%", "\"", "", "?", "?=", "&&", "//", "//@", "100 % of", "ann@example.com", "?token=", "a?b?c",
      "?a=%zz&b=%",
    ])
  func others(text: String) {
    #expect(Redaction.standard.text(text) == text.replacing("//@", with: "//"))
  }
}
