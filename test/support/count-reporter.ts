import type { Reporter, TestModule } from 'vitest/node'

const slowestShown = 20

/** Ends the run with the time of each tier, the slowest files, and one plain line that a machine can read. */
export default class CountReporter implements Reporter {
  readonly #tiers = new Map<string, { startedAt: number; endedAt: number; files: number }>()
  readonly #startedAt = new Map<string, number>()
  readonly #files: { name: string; tier: string; seconds: number }[] = []

  onTestModuleQueued(module: TestModule): void {
    const now = performance.now()
    const tier = this.#tiers.get(module.project.name)
    if (!tier) this.#tiers.set(module.project.name, { startedAt: now, endedAt: now, files: 0 })
    this.#startedAt.set(module.id, now)
  }

  onTestModuleEnd(module: TestModule): void {
    const now = performance.now()
    const tier = this.#tiers.get(module.project.name)
    if (tier) Object.assign(tier, { endedAt: now, files: tier.files + 1 })
    // From the start of the worker's turn, so that loading modules and set-up count.
    const seconds = (now - (this.#startedAt.get(module.id) ?? now)) / 1000
    this.#files.push({ name: module.relativeModuleId, tier: module.project.name, seconds })
  }

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
      process.stdout.write(`${this.#times()}${counts.passed} passed, ${counts.failed} failed${skipped}\n`)
    })
  }

  #times(): string {
    const slowest = this.#files.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestShown)
    const tiers = [...this.#tiers].map(
      ([name, { startedAt, endedAt, files }]) =>
        `  ${seconds((endedAt - startedAt) / 1000)}  ${name}, ${files} files`,
    )
    const files = slowest.map(({ name, tier, seconds: took }) => `  ${seconds(took)}  ${name} (${tier})`)
    return ['Tiers:', ...tiers, `Slowest files:`, ...files, ''].join('\n')
  }
}

function seconds(value: number): string {
  return `${value.toFixed(1).padStart(7)} s`
}
