import ArgumentParser
import TodoCommands

/// The entry point of the process. The commands are in `TodoCommands`, which tests can import.
@main enum Main {
  static func main() async {
    await Interruption.cancelling { await Todos.main() }
  }
}
