import ArgumentParser
import Foundation
import Requisite
import TodoAPI

/// `todos photos …`
struct PhotosCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "photos", abstract: "The records of photos.", subcommands: [DownloadCommand.self])

  /// `todos photos download --album 3`
  struct DownloadCommand: TodoCommand {
    static let configuration = CommandConfiguration(
      commandName: "download", abstract: "Save the records of photos as a JSON file.",
      usage: "todos photos download [<options>]",
      discussion:
        "The records alone: the pictures that they name are not at these addresses, on either server.")

    @Option(help: ArgumentHelp("Only the photos of this album.", valueName: "id"))
    var album: Int?

    @Option(help: ArgumentHelp("The file to write.", valueName: "file"))
    var output = "photos.json"

    @OptionGroup var shared: SharedOptions

    var requests: [any Request] { [SavePhotos(album: album)] }

    func run(with client: APIClient, on console: Console) async throws {
      let progress = ProgressLine(output, on: console)
      defer { progress.clear() }
      let place = URL(fileURLWithPath: output)
      try OutputFile.checkIsFree(place)
      let photos = SavePhotos(album: album) { progress.show($0.bytesReceived, of: $0.bytesToReceive) }
      let file = try await client.download(photos, to: place, retrying: nil)
      progress.clear()
      guard !shared.json else { return try console.printJSON(["bytes": file.byteCount]) }
      try console.print("Saved \(ProgressBar.Unit.bytes.text(file.byteCount)) as \(output)")
    }
  }
}
