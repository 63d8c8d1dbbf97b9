import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    // More than cores: several files spend their time waiting for a window to pass.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    reporters: ['default', './test/support/count-reporter.ts'],
  },
})
