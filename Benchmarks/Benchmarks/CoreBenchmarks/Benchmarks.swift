import AllocationCounter
import Benchmark
import Requisite

let allocations = BenchmarkMetric.custom("allocations", polarity: .prefersSmaller, useScalingFactor: true)

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .cpuTotal, allocations], warmupIterations: 3, scalingFactor: .kilo,
    maxDuration: .seconds(3), maxIterations: 1_000)

  measure("URLRequest of a GET") { _ = try FindTodo(id: 7).asURLRequest(baseURL: base) }
  measure("URLRequest of a GET with a query") { _ = try FindTodos().asURLRequest(baseURL: base) }
  measure("URLRequest of a small JSON POST") { _ = try AddTodo(body: Todo()).asURLRequest(baseURL: base) }

  let client = APIClient(baseURL: base, transport: Answering(data: Data(json.utf8)))
  measureAsync("TransportRequest of a GET") { _ = try await client.prepare(FindTodo(id: 7)) }
  measureAsync("TransportRequest of a small JSON POST") {
    _ = try await client.prepare(AddTodo(body: Todo()))
  }
  measureAsync("dispatch through a stub, 83 bytes decoded") { _ = try await client.dispatch(FindTodo(id: 7)) }
  measureAsync("dispatch through a stub, as Data") {
    _ = try await client.dispatch(Endpoint<Data>.get("/todos/7"))
  }

  for (name, transport) in [
    ("", Answering(data: Data(json.utf8)) as any Transport),
    (", which waits", Suspending(upstream: Answering(data: Data(json.utf8)))),
  ] {
    let bounded = APIClient(
      baseURL: base, transport: transport, options: RequestOptions(deadline: .seconds(60)))
    measureAsync("dispatch with a deadline through a stub\(name), as Data") {
      _ = try await bounded.dispatch(Endpoint<Data>.get("/todos/7"))
    }
  }

  measureLayers()

  let lines = Data(String(repeating: json + "\n", count: 1_000).utf8)
  let streaming = APIClient(baseURL: base, transport: Answering(data: lines))
  measureAsync("JSON lines, 1,000 of 84 bytes") {
    for try await todo in try await streaming.dispatch(Endpoint<JSONLines<Todo>>.get("/todos")) { _ = todo }
  }

  let decoder = JSONDecoder()
  measure("JSONDecoder alone, 83 bytes") { _ = try decoder.decode(Todo.self, from: Data(json.utf8)) }
}

private let base = BaseURL("https://jsonplaceholder.typicode.com")
private let json = #"{"userId":1,"id":1,"title":"delectus aut autem, and then some","completed":false}  "#

private func measure(_ name: String, _ body: @escaping @Sendable () throws -> Void) {
  Benchmark(name) { benchmark in
    let before = allocation_counter_count()
    for _ in benchmark.scaledIterations { try body() }
    benchmark.measurement(allocations, Int(allocation_counter_count() - before))
  }
}

func measureAsync(_ name: String, _ body: @escaping @Sendable () async throws -> Void) {
  Benchmark(name) { benchmark in
    let before = allocation_counter_count()
    for _ in benchmark.scaledIterations { try await body() }
    benchmark.measurement(allocations, Int(allocation_counter_count() - before))
  }
}
