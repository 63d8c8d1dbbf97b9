// Builds the program into dist/: the bundles, the scripts of the website, and the files that the program reads at run time.
// Loading 2,000 modules took two thirds of a node's start, so the modules and the packages below become a few files.
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { parse } from 'yaml'
import { everydayFoods } from '../src/food/everyday-foods.ts'
import { illustrationFile } from '../src/food/illustrations.ts'
import { computeFingerprint } from '../src/importer/rules-fingerprint.ts'

/** Packages of many modules. The others stay outside: those with native code or worker files must, the rest load quickly. */
const bundledPackages = [
  'typebox',
  'stripe',
  'yaml',
  'micromark',
  'jose',
  'openid-client',
  'preact',
  'preact-render-to-string',
]

const isBundled = (name: string) =>
  bundledPackages.some(bundled => name === bundled || name.startsWith(`${bundled}/`))

/** Modules read files next to their source. In dist/ these files are where they are in src/, wherever the module went. */
function keepModulePaths(): Plugin {
  const toDist = '__PATH_TO_DIST__'
  return {
    name: 'keep-module-paths',
    transform(code, id) {
      const path = relative(resolve('src'), id).replace(/\.tsx?$/, '.js')
      if (path.startsWith('..') || !code.includes('import.meta.')) return
      const url = `new URL('${toDist}${path}', import.meta.url)`
      const withUrls = code
        .replaceAll(
          'import.meta.dirname',
          `process.getBuiltinModule('node:path').dirname(import.meta.filename)`,
        )
        .replaceAll(
          'import.meta.filename',
          `process.getBuiltinModule('node:url').fileURLToPath(import.meta.url)`,
        )
        .replaceAll('import.meta.url', `${url}.href`)
      // Lines stay where they are, which is what stack traces show.
      return { code: withUrls, map: null }
    },
    renderChunk(code, { fileName }) {
      return { code: code.replaceAll(toDist, `${relative(dirname(fileName), '.')}/`), map: null }
    },
  }
}

rmSync('dist', { recursive: true, force: true })
const bundle = await rolldown({
  input: {
    'main/cli': 'src/main/cli.ts',
    'importer/judge-worker': 'src/importer/judge-worker.ts',
    'accounts/sign-in/strength-worker': 'src/accounts/sign-in/strength-worker.ts',
  },
  platform: 'node',
  tsconfig: 'tsconfig.json',
  transform: { target: 'node24' },
  external: name => !/^[./]/.test(name) && !isBundled(name),
  plugins: [keepModulePaths()],
})
await bundle.write({ dir: 'dist', format: 'esm', sourcemap: true, chunkFileNames: 'chunks/[name]-[hash].js' })
await bundle.close()

execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.client.json', '--noEmit', 'false'], {
  stdio: 'inherit',
})

const isCompiled = /\.tsx?$|website.messages.*\.json$/
cpSync('src', 'dist', { recursive: true, filter: file => !isCompiled.test(file) })
// Same name and contents: JSON is YAML, and takes a fraction of the time to parse.
for (const file of globSync('dist/**/*.yaml')) {
  writeFileSync(file, JSON.stringify(parse(readFileSync(file, 'utf8'))))
}
mkdirSync('dist/website/illustrations', { recursive: true })
for (const file of new Set(everydayFoods.map(({ picture }) => illustrationFile(picture)))) {
  const emoji = `node_modules/@lobehub/fluent-emoji-3d/assets/${file}`
  if (existsSync(emoji)) copyFileSync(emoji, `dist/website/illustrations/${file}`)
}
writeFileSync(
  'dist/importer/rules-fingerprints.json',
  JSON.stringify({ foods: computeFingerprint('foods'), synonyms: computeFingerprint('synonyms') }),
)
writeFileSync('dist/revision', process.env['REVISION'] || headRevision())

/** The image is built without a repository. */
function headRevision(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return ''
  }
}
