import type { Reporter, TestModule } from 'vitest/node'

/** Ends the run with one plain line that a machine can read. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    for (const module of modules) {
      const failedBefore = counts.failed
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        counts[state === 'pending' ? 'failed' : state]++
      }
      // A file that could not be loaded or set up counts as a failure although none of its tests failed.
      if (module.state() === 'failed' && counts.failed === failedBefore) counts.failed++
    }
    counts.failed += unhandledErrors.length
    // On exit, so that it follows the output of vitest's own reporters.
    process.on('exit', () => {
      const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
      process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${skipped}\n`)
    })
  }
}
