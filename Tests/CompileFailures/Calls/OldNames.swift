// expect: warning: 'statusCode' is deprecated: renamed to 'status'
// expect: error: cannot find 'endOfSnippet'
// Names of URLSession that are found, with the right one in the warning.
import Requisite

func show(_ response: NetworkResponse, _ value: Response<Int>, _ error: NetworkRequestError) {
  print(response.statusCode, value.statusCode, error.statusCode ?? 0)
  endOfSnippet()
}
