// Local stand-ins for npm's registry and PyPI.
import { copyFileSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { run, start } from './processes.ts'

// renovate: datasource=npm depName=verdaccio
const verdaccioVersion = '6.10.4'

export interface Registry {
  url: string
  /** For npm: this registry, with the permission to publish, and a separate cache. */
  env: Record<string, string>
}

/** In a folder of the rehearsal and not as a development dependency, so that `npm ci` stays small: Verdaccio has 300 packages. */
export async function installTool(folder: string, manifest: object): Promise<void> {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest }))
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  await run('npm', ['install', ...options], { cwd: folder })
}

/** Verdaccio, which takes from npm's configured registry what is not ours. */
export async function startNpmRegistry(folder: string): Promise<Registry> {
  await installTool(folder, {
    dependencies: { verdaccio: verdaccioVersion },
    // It asks for the tag `cjs`, which mirrors of npm's registry may not have.
    overrides: { 'verdaccio-audit': { 'node-fetch': '2.7.0' } },
  })
  const upstream = (await run('npm', ['config', 'get', 'registry'], { cwd: folder })).trim()
  const ours = { access: '$all', publish: '$all' }
  // Verdaccio reads JSON too. No package of ours has a proxy: only what this rehearsal published can be installed.
  const config = {
    storage: join(folder, 'storage'),
    uplinks: { upstream: { url: upstream, maxage: '60m', timeout: '60s' } },
    packages: {
      '@larder/*': ours,
      'larder-*': ours,
      '**': { access: '$all', proxy: 'upstream' },
    },
    publish: { allow_offline: true },
    log: { type: 'stdout', format: 'pretty', level: 'warn' },
    web: { enable: false },
  }
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify(config))
  // Its command prints the port that it was given, not the one that it listens on.
  const program = `require('verdaccio').runServer('./config.yaml').then(app => {
    const server = app.listen(0, '127.0.0.1', () => console.log('listening on port', server.address().port))
  })`
  const [, port] = await start(process.execPath, ['-e', program], { cwd: folder }, /listening on port (\d+)/)
  const url = `http://127.0.0.1:${port}/`
  const npmrc = join(folder, 'npmrc')
  // npm publish wants a token, and Verdaccio lets everybody publish.
  writeFileSync(npmrc, `registry=${url}\n//127.0.0.1:${port}/:_authToken=rehearsal\n`)
  return {
    url,
    env: {
      npm_config_userconfig: npmrc,
      npm_config_registry: url,
      npm_config_cache: join(folder, 'cache'),
      npm_config_noproxy: '127.0.0.1',
    },
  }
}

/** A folder in the form of PEP 503, with the files of `dist`. */
export async function startPythonIndex(folder: string, name: string, dist: string): Promise<string> {
  const files = globSync(join(dist, '*'))
  mkdirSync(join(folder, 'simple', name), { recursive: true })
  for (const file of files) copyFileSync(file, join(folder, 'simple', name, basename(file)))
  const links = files.map(file => `<a href="${basename(file)}">${basename(file)}</a><br>`)
  writeFileSync(join(folder, 'simple', name, 'index.html'), `<!doctype html>\n${links.join('\n')}\n`)
  const [, port] = await start(
    '/usr/bin/python3',
    ['-u', '-m', 'http.server', '--bind', '127.0.0.1', '--directory', folder, '0'],
    { cwd: folder },
    /Serving HTTP on \S+ port (\d+)/,
  )
  return `http://127.0.0.1:${port}/simple/`
}
