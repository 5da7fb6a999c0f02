import ArgumentParser
import TodoCommands

/// Where the process begins. All else is in `TodoCommands`, which tests can import.
@main enum Main {
  static func main() async {
    await Todos.main()
  }
}
