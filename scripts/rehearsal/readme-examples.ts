// Installs each published package in a new project and runs the first example of its README against a running service.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openInBrowser } from './browser.ts'
import { run, start } from './processes.ts'

export interface Context {
  /** A copy of the repository at the commit that is released. */
  checkout: string
  /** For new projects. */
  folder: string
  version: string
  apiUrl: string
  /** For npm: the registry that the packages were published to. */
  env: Record<string, string>
  /** Of the conformance checks. */
  keysFile: string
}

/** A product of the service, in place of the one in the examples. */
const knownBarcode = '042100005264'

export const npmPackages: Record<string, (context: Context) => Promise<string>> = {
  '@larder/portions': async context => {
    const code = firstBlock(context, 'packages/portions', 'ts')
      // The README shows the results as comments.
      .replaceAll(/^(gramsOf|unitsFor)\(.*\)(?= *(\/\/|$))/gm, 'console.log(JSON.stringify($&))')
    const expected = [/"grams":122/, /"grams":86/, /^null$/m, /"unit":"cup"/]
    await runModule(context, '@larder/portions', code, expected)
    await runInVite(context, '@larder/portions', code, expected)
    return 'ESM, CommonJS, TypeScript, Vite'
  },
  '@larder/client': async context => {
    const code = firstBlock(context, 'packages/client', 'ts')
    const expected = [/^.*milk.* \d+/im, /^(at least )?\d/m]
    await runModule(context, '@larder/client', code, expected)
    await runInVite(context, '@larder/client', code, expected)
    return 'ESM, CommonJS, TypeScript, Vite'
  },
  'larder-conformance': async context => {
    await importExport(context, 'larder-conformance', 'runConformance')
    const command = firstBlock(context, 'packages/conformance', '').replace('keys.txt', context.keysFile)
    await inNewFolder(context, 'conformance-npx', async cwd => {
      expectAll(await run('bash', ['-ec', command], { cwd, env: context.env }), [/passed/])
    })
    return 'ESM, CommonJS, TypeScript, npx'
  },
  '@larder/off-adapter': async context => {
    await importExport(context, '@larder/off-adapter', 'createAdapter')
    const [command = '', request = ''] = firstBlock(context, 'packages/off-adapter', 'sh').trim().split('\n')
    await inNewFolder(context, 'off-adapter-npx', async cwd => {
      const anyPort = command.replace('8090', '0')
      const [url] = await start(
        'bash',
        ['-ec', anyPort],
        { cwd, env: context.env },
        /http:\/\/127\.0\.0\.1:\d+/,
      )
      const response = await run('bash', ['-ec', request.replace('http://127.0.0.1:8090', url)], { cwd })
      expectAll(response, [/"product_name":"[^"]*milk/i])
    })
    return 'ESM, CommonJS, TypeScript, npx'
  },
  '@larder/mcp': async context => {
    await importExport(context, '@larder/mcp', 'createServerFactory')
    const { mcpServers } = JSON.parse(firstBlock(context, 'packages/mcp', 'json'))
    const { command, args, env } = mcpServers.larder
    await inNewFolder(context, 'mcp-npx', async cwd => {
      const [response] = await start(
        command,
        args,
        { cwd, env: { ...context.env, LARDER_API_URL: env.LARDER_API_URL }, input: mcpRequests },
        /^.*"id":2.*$/m,
      )
      expectAll(response, [/whole milk/i])
    })
    return 'ESM, CommonJS, TypeScript, npx'
  },
  '@larder/search-element': async context => {
    await importExport(context, '@larder/search-element', 'LarderSearch')
    const [imports = '', element = ''] = firstBlock(context, 'packages/search-element', 'tsx').split(/\n\n/)
    const code = `${imports}
      import type { Food } from '@larder/search-element'
      import { createRoot } from 'react-dom/client'
      const add = (food: Food) => console.log('added', food.name)
      createRoot(document.body.appendChild(document.createElement('main'))).render(${element.trim()})`
    await runInVite(context, '@larder/search-element', code, [/added .*milk/i], async page => {
      await page.getByRole('combobox', { name: 'Add a food' }).fill('whole milk')
      await page.getByRole('option').first().click()
    })
    return 'ESM, CommonJS, TypeScript, React with Vite'
  },
}

export async function pythonClient(context: Context, indexUrl: string): Promise<string> {
  const code = firstBlock(context, 'clients/python', 'python')
  for (const format of ['wheel', 'sdist']) {
    await inNewFolder(context, `python-${format}`, async cwd => {
      // Debian's httpx, and hatchling for the sdist: the rehearsal works where PyPI cannot be reached.
      await run('/usr/bin/python3', ['-m', 'venv', '--system-site-packages', 'venv'], { cwd })
      const source =
        format === 'wheel' ? ['--only-binary=:all:'] : ['--no-binary=larder-client', '--no-build-isolation']
      const options = ['--quiet', '--disable-pip-version-check', '--no-cache-dir', '--index-url', indexUrl]
      await run('venv/bin/pip', ['install', ...options, ...source, `larder-client==${context.version}`], {
        cwd,
      })
      writeFileSync(join(cwd, 'example.py'), code)
      expectAll(await run('venv/bin/python', ['example.py'], { cwd }), [
        /^.*milk.* \d+/im,
        /^.*reduced fat milk$/im,
      ])
    })
  }
  return 'wheel and sdist'
}

/** Connects, then searches. */
const mcpRequests = [
  {
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'rehearsal', version: '1.0.0' },
    },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/call', params: { name: 'search_foods', arguments: { query: 'whole milk' } } },
]
  .map(request => `${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`)
  .join('')

/** The first code block of a README, for the service of the rehearsal. */
function firstBlock({ checkout, apiUrl }: Context, folder: string, language: string): string {
  const readme = readFileSync(join(checkout, folder, 'README.md'), 'utf8')
  const blocks = Array.from(readme.matchAll(/^```(\w*)\n(.*?)^```$/gms))
  // The rehearsal installs the package itself.
  const [, found, code = ''] = blocks.find(([, , text]) => !text?.startsWith('npm install')) ?? []
  if (found !== language) throw new Error(`the first example of ${folder} is "${found}", not "${language}"`)
  return code
    .replaceAll(/https:\/\/api\.example\.org|http:\/\/(?:127\.0\.0\.1|localhost):8080/g, apiUrl)
    .replaceAll('3017620422003', knownBarcode)
}

function expectAll(output: string, patterns: RegExp[]): void {
  for (const pattern of patterns)
    if (!pattern.test(output)) throw new Error(`the output has no ${pattern}:\n${output.slice(-2_000)}`)
}

async function inNewFolder(
  { folder }: Context,
  name: string,
  action: (cwd: string) => Promise<void>,
): Promise<void> {
  const cwd = join(folder, name)
  mkdirSync(cwd, { recursive: true })
  await action(cwd)
}

/** A new project with the package and the tools of this repository in the same versions. */
async function createProject(
  { checkout, version, env }: Context,
  cwd: string,
  packageName: string,
  tools: string[],
): Promise<void> {
  const manifests = ['package.json', 'packages/search-element/package.json'].map(file =>
    JSON.parse(readFileSync(join(checkout, file), 'utf8')),
  )
  const versions: Record<string, string> = Object.assign({}, ...manifests.map(each => each.devDependencies))
  const manifest = {
    private: true,
    type: 'module',
    dependencies: { [packageName]: version },
    devDependencies: Object.fromEntries(tools.map(name => [name, versions[name]])),
  }
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest))
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd, env })
}

const compilerOptions = {
  strict: true,
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'nodenext',
  jsx: 'react-jsx',
  types: [] as string[],
  noEmit: true,
}

function writeConfig(cwd: string, options: Partial<typeof compilerOptions>, include: string[]): void {
  writeFileSync(
    join(cwd, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, ...options }, include }),
  )
}

/** In Node.js as an ES module, with `require`, and as TypeScript in strict mode. */
async function runModule(
  context: Context,
  packageName: string,
  code: string,
  expected: RegExp[],
): Promise<void> {
  await inNewFolder(context, `${packageName}-node`, async cwd => {
    await createProject(context, cwd, packageName, ['typescript', '@types/node'])
    const commonJs = code.replaceAll(/^import (\{.*\}) from ('.*')$/gm, 'const $1 = require($2)')
    writeFileSync(join(cwd, 'example.mjs'), code)
    writeFileSync(join(cwd, 'example.cjs'), `void (async () => {\n${commonJs}\n})()\n`)
    writeFileSync(join(cwd, 'example.ts'), code)
    writeConfig(cwd, { types: ['node'] }, ['example.ts'])
    await run('node_modules/.bin/tsc', [], { cwd })
    for (const file of ['example.mjs', 'example.cjs', 'example.ts'])
      expectAll(await run(process.execPath, [file], { cwd }), expected)
  })
}

/** For packages whose first example is a command. */
const importExport = (context: Context, packageName: string, name: string): Promise<void> =>
  runModule(context, packageName, `import { ${name} } from '${packageName}'\nconsole.log(typeof ${name})\n`, [
    /function/,
  ])

/** In Chromium, bundled by Vite, after the strict type check. */
async function runInVite(
  context: Context,
  packageName: string,
  code: string,
  expected: RegExp[],
  act?: Parameters<typeof openInBrowser>[1],
): Promise<void> {
  const react = ['react', 'react-dom', '@types/react', '@types/react-dom']
  await inNewFolder(context, `${packageName}-vite`, async cwd => {
    const tools = ['typescript', '@types/node', 'vite', ...(code.includes('react-dom') ? react : [])]
    await createProject(context, cwd, packageName, tools)
    writeFileSync(join(cwd, 'example.tsx'), code)
    writeFileSync(
      join(cwd, 'index.html'),
      '<!doctype html><script type="module" src="/example.tsx"></script>',
    )
    // The example reads an API key from the environment, which a page does not have.
    writeFileSync(
      join(cwd, 'vite.config.js'),
      `export default { define: { 'process.env.LARDER_API_KEY': 'undefined' } }`,
    )
    writeConfig(cwd, { types: ['node'], module: 'esnext' }, ['example.tsx'])
    await run('node_modules/.bin/tsc', ['--moduleResolution', 'bundler'], { cwd })
    await run('node_modules/.bin/vite', ['build', '--logLevel', 'warn', '--target', 'esnext'], { cwd })
    await openInBrowser(join(cwd, 'dist'), act, expected)
  })
}
