// dist/standalone.js: the element with its dependencies in one file, for pages without a bundler.
import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    emptyOutDir: false,
    lib: { entry: 'dist/index.js', formats: ['es'], fileName: 'standalone' },
  },
})
