// For mutation tests: the same inputs for every mutant, a short time for each property, whatever its number of runs, and no
// search for the smallest input that fails.
import fc from 'fast-check'

fc.configureGlobal({ seed: 1, numRuns: 30, interruptAfterTimeLimit: 50, endOnFailure: true })
