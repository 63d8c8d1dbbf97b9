import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Wait minutes for windows and timeouts to end. Started last, they would run on alone after all others. */
const longest = [
  'test/service/contract.test.ts',
  'test/resilience/limits/rate-limits-two-nodes.test.ts',
  'test/resilience/operations/nodes.test.ts',
  'test/resilience/slow-clients.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification) => longest.some(file => moduleId.endsWith(file))
    return [...sorted.filter(isLongest), ...sorted.filter(file => !isLongest(file))]
  }
}

// Four tiers: `npm run test:unit`, `npm run test:service`, `npm run test:resilience`, `npm run test:nightly` (CONTRIBUTING.md).
// The tiers run one after the other, so that timed faults do not compete with the service tests for the processor.
export default defineConfig({
  // The packages from their sources, as tsconfig.json maps them: tests need no build.
  resolve: { tsconfigPaths: true },
  test: {
    sequence: { sequencer: LongestFirst },
    // As long as the machine needs, not the second of the default.
    expect: { poll: { timeout: 120_000 } },
    reporters: ['default', './test/support/count-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,scripts,bench,packages,test/contract,test/support}/**/*.test.ts'],
          setupFiles: 'test/support/forbid-sockets.ts',
          pool: 'threads',
          // The tests are pure, so files can share a worker and the modules it has loaded.
          isolate: false,
          maxWorkers: 2,
          testTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/service/**/*.test.ts'],
          globalSetup: 'test/support/global-setup.ts',
          // Files share a worker and the modules it has loaded: loading them for each file took a third of the processor time.
          isolate: false,
          // More than cores: the files wait for servers, browsers and rate-limit windows most of the time.
          maxWorkers: 3,
          // Only ends what hangs: what a test holds to a time, it measures itself.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'resilience',
          include: ['test/resilience/**/*.test.ts'],
          globalSetup: 'test/support/global-setup.ts',
          maxWorkers: 2,
          // Only ends what hangs: what a test holds to a time, it measures itself.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'nightly',
          include: ['test/nightly/**/*.test.ts'],
          globalSetup: 'test/support/global-setup.ts',
          maxWorkers: 1,
          // Each recipe generates files, compiles and runs tests in a copy of the repository.
          testTimeout: 1_800_000,
          hookTimeout: 1_800_000,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
