// expect: error: extra argument 'statuses' in call
// What is wrong in a policy is said of the policy, not of a number of attempts.
import Requisite

let transport = DefaultTransport.shared.retried(.exponential(attempts: 4, statuses: [529]))
