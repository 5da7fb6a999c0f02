// expect: error: cannot assign value of type 'Endpoint<[Int]>' to type 'Endpoint<[String]>'
// B8, D11: the type that comes back is a part of the type of the request.
import Requisite

let numbers: Endpoint<[Int]> = .get("/numbers")
let texts: Endpoint<[String]> = numbers
