// expect: error: extra argument 'body' in call
// B3, B4: a GET has no body, by construction.
import Requisite

let endpoint = Endpoint<[Int]>.get("/todos", body: .json(1))
