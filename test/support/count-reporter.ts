import type { Reporter, TestModule } from 'vitest/node'

/** Ends the run with one plain line that a machine can read. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    for (const module of modules) {
      let cases = 0
      for (const test of module.children.allTests()) {
        cases++
        const { state } = test.result()
        counts[state === 'pending' ? 'failed' : state]++
      }
      // A file that could not be read has no tests, and is a failure all the same.
      if (cases === 0 && module.state() === 'failed') counts.failed++
    }
    counts.failed += unhandledErrors.length
    // After the reporters that vitest brings along have written theirs.
    process.on('exit', () => {
      const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
      process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${skipped}\n`)
    })
  }
}
