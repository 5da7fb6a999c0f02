// expect: error: value of type 'Failure' has no member 'isRetryable'
// expect: error: value of type 'Failure' has no member 'userMessage'
// expect: error: value of type 'any Error' has no member 'isCancellation'
// An error of the program has the members that the program gives it.
import Requisite

struct Failure: Error {}

func show(_ error: any Error) {
  print(Failure().isRetryable)
  print(Failure().userMessage)
  print(error.isCancellation)
}
