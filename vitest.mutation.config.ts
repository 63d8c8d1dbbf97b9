import { defineConfig } from 'vitest/config'

// The unit tests that `npx stryker run --mutate FILE` repeats for every change (stryker.config.json).
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: ['src/{accounts,api,food,importer,language,platform,quality,search}/**/*.test.ts'],
    // They read the text of the code, which is changed.
    exclude: ['src/food/literals.test.ts', 'src/importer/rules-fingerprint.test.ts'],
    setupFiles: ['test/support/forbid-sockets.ts', 'test/support/quick-properties.ts'],
    pool: 'threads',
    isolate: false,
    testTimeout: 20_000,
  },
})
