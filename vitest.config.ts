import { defineConfig } from 'vitest/config'

export default defineConfig({
  // The packages from their sources, as tsconfig.json maps them: tests need no build.
  resolve: { tsconfigPaths: true },
  test: {
    include: ['src/**/*.test.ts', 'packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    // More than cores: several files spend their time waiting for a window to pass.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Many tests hold real servers to a time, and two busy cores stall now and then. What needed it is named at the end.
    retry: 1,
    reporters: ['default', './test/support/count-reporter.ts'],
  },
})
