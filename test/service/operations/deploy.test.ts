// Static checks of the Compose files and systemd units.
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { simpleService } from '../../../src/main/bootstrap/schedule.ts'
import { listSettings } from '../../../src/main/config.ts'

const settings = new Map(listSettings().map(setting => [setting.name, setting]))
const isSetting = (name: string) =>
  settings.has(name) || settings.get(name.replace(/_FILE$/, ''))?.isSecret === true

interface ComposeFile {
  services: Record<string, ComposeService>
  volumes?: Record<string, unknown>
  configs?: Record<string, unknown>
}
interface ComposeService {
  profiles?: string[]
  build?: string | { target: string }
  image?: string
  command?: string
  environment?: Record<string, string>
  volumes?: string[]
  configs?: { source: string }[]
  depends_on?: Record<string, unknown>
  healthcheck?: { test: string | string[] }
  restart?: string
  stop_grace_period?: string
}

const readFile = (name: string): ComposeFile => parse(readFileSync(name, 'utf8'), { merge: true })

const readDefault = (name: string) => Number(settings.get(name)?.default)
/** A node that is stopped serves for the first time and lets requests finish for the second. */
const shutdownSeconds = (readDefault('SHUTDOWN_DELAY_MS') + readDefault('SHUTDOWN_TIMEOUT_MS')) / 1000

describe('compose', () => {
  const one = readFile('compose.yaml')
  const replica = readFile('compose.replica.yaml')
  const backup = readFile('compose.backup.yaml')
  const services = { ...backup.services, ...replica.services, ...one.services }
  // Those of pgBackRest and of the library that connects it to PostgreSQL.
  const isBackupSetting = (name: string) => /^PG(BACKREST_\w+|PASSWORD)$/.test(name)

  it.each([
    ['compose.yaml', one],
    ['compose.replica.yaml', replica],
    ['compose.backup.yaml', backup],
  ])('%s uses existing settings and files', (_, file) => {
    for (const [name, service] of Object.entries(file.services)) {
      const isLarder = services[name]?.build !== undefined
      if (isLarder)
        expect(
          Object.keys(service.environment ?? {}).filter(each => !isSetting(each) && !isBackupSetting(each)),
        ).toEqual([])
      for (const other of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty(other)
      for (const mount of service.volumes ?? [])
        expect({ ...one.volumes, ...file.volumes }).toHaveProperty(mount.split(':')[0] ?? '')
      for (const { source } of service.configs ?? []) expect(file.configs).toHaveProperty(source)
      expect(service.build ?? service.image ?? one.services[name]).toBeDefined()
    }
  })

  // Not that of Coolify, which adds fields.
  it.each(['compose.yaml', 'compose.replica.yaml', 'compose.backup.yaml'])(
    '%s matches the schema of the Compose specification',
    name => {
      const schema = JSON.parse(readFileSync('node_modules/dclint/schemas/compose.schema.json', 'utf8'))
      const validate = new Ajv({ strict: false, validateFormats: false, validateSchema: false }).compile(
        schema,
      )
      const file = readFile(name)
      validate(file)
      expect(validate.errors).toBeNull()
      // An unknown field would be found.
      expect(validate({ services: { api: { ...file.services['api'], restarts: 'always' } } })).toBe(false)
    },
  )

  it('checks the readiness of every node at its management port', () => {
    const port = settings.get('MANAGEMENT_PORT')?.default
    for (const name of ['api', 'api-2', 'website']) {
      expect(String(services[name]?.healthcheck?.test)).toContain(`http://127.0.0.1:${port}/ready`)
    }
  })

  it.each([
    ['compose.yaml', one],
    ['compose.replica.yaml', replica],
    ['compose.backup.yaml', backup],
    ['deploy/coolify/compose.yaml', readFile('deploy/coolify/compose.yaml')],
  ])('%s: services run again after a reboot, and nodes have time to stop', (_, file) => {
    for (const [name, own] of Object.entries(file.services)) {
      const service = { ...one.services[name], ...own }
      const runsOnce = ['migrate', 'import'].includes(name)
      expect([name, service.restart ?? 'no']).toEqual([name, runsOnce ? 'no' : 'unless-stopped'])
      if (!service.command?.includes('larder serve')) continue
      const [, seconds] = /^(\d+)s$/.exec(service.stop_grace_period ?? '') ?? []
      expect(Number(seconds), name).toBeGreaterThan(shutdownSeconds)
    }
  })

  it('compose.replica.yaml only extends the services of compose.yaml', () => {
    const added = Object.keys(replica.services).filter(name => !(name in one.services))
    expect(added).toEqual(['replica', 'api-2'])
    expect(replica.services['api-2']?.environment).toEqual({
      ...one.services['api']?.environment,
      ...replica.services['api']?.environment,
      SECRET_KEY: `\${SECRET_KEY:?}`,
    })
  })

  it('gives each service the database role of its job, with a password', () => {
    const roleOf = (name: string) => {
      const { username, password } = new URL(
        services[name]?.environment?.['DATABASE_URL']?.replace(/\$\{(\w+):\?\}/, '$1') ?? '',
      )
      return [username, password]
    }
    expect(roleOf('migrate')).toEqual(['larder', 'DATABASE_OWNER_PASSWORD'])
    for (const name of ['import', 'catalog'])
      expect(roleOf(name)).toEqual(['larder_import', 'DATABASE_IMPORT_PASSWORD'])
    for (const name of ['api', 'api-2', 'website'])
      expect(roleOf(name)).toEqual(['larder_serve', 'DATABASE_SERVE_PASSWORD'])
    // It marks the known state of a check, and pgBackRest connects as the superuser anyway.
    expect(roleOf('backup')).toEqual(['postgres', 'DATABASE_ADMIN_PASSWORD'])
    for (const name of ['compose.yaml', 'compose.replica.yaml', 'compose.backup.yaml'])
      expect(readFileSync(name, 'utf8')).not.toMatch(/\btrust\b/i)
  })

  it('passes no password of another role to a container', () => {
    for (const [name, { environment = {} }] of Object.entries(services)) {
      if (name === 'postgres') continue
      const passwords = [...JSON.stringify(environment).matchAll(/DATABASE_\w+_PASSWORD/g)].map(
        ([word]) => word,
      )
      expect([name, new Set(passwords).size]).toEqual([name, passwords.length > 0 ? 1 : 0])
    }
    // Compose reads .env itself; as an env_file it would reach every container.
    expect(readFileSync('compose.yaml', 'utf8')).not.toContain('path: .env')
  })

  it('runs the API and the website as separate processes', () => {
    const commands = Object.entries(services).map(([name, { command }]) => [name, command])
    expect(Object.fromEntries(commands)).toMatchObject({
      api: 'bin/larder serve --only api',
      'api-2': 'bin/larder serve --only api',
      website: 'bin/larder serve --only website',
    })
  })

  it('loads the catalog and keeps it current, with one more profile', () => {
    const { catalog } = one.services
    expect(catalog).toMatchObject({ profiles: ['catalog'], volumes: ['downloads:/downloads'] })
    expect(catalog?.command).toBe(`bin/larder bootstrap --yes --keep-current \${BOOTSTRAP_OPTIONS:-}`)
  })

  it('offers the packs that the import role exports on the website', () => {
    expect(one.services['import']?.volumes).toEqual(['packs:/packs'])
    expect(one.services['website']?.volumes).toEqual(['packs:/packs:ro'])
  })

  it('archives with the settings of deploy/backup/archive.conf, whatever the command of PostgreSQL is', () => {
    const { entrypoint } = parse(readFileSync('compose.backup.yaml', 'utf8')).services.postgres
    const script = entrypoint[2].replaceAll('$$', '$').replace('docker-entrypoint.sh', 'printf "%s\\n"')
    const started = spawnSync('bash', ['-c', script, entrypoint[3], 'postgres', '-c', 'jit=off'], {
      encoding: 'utf8',
    })
    const given = started.stdout.split('\n')
    expect(given.slice(0, 3)).toEqual(['postgres', '-c', 'jit=off'])
    for (const [, name, quoted, plain] of readFileSync('deploy/backup/archive.conf', 'utf8').matchAll(
      /^(\w+) = (?:'(.*)'|(\S+))$/gm,
    ))
      expect(given).toContain(`${name}=${quoted ?? plain}`)
  })

  it('has valid shell scripts, and the recommended settings for the replica', () => {
    const { entrypoint } = parse(readFileSync('compose.replica.yaml', 'utf8')).services.replica
    const script: string = entrypoint[2]
    expect(spawnSync('bash', ['-n'], { input: script }).status).toBe(0)
    for (const [, name, value] of readFileSync('deploy/postgresql-replica.conf', 'utf8').matchAll(
      /^(\w+) = (\w+)$/gm,
    )) {
      // On by default.
      if (name !== 'hot_standby') expect(script).toContain(`-c ${name}=${value}`)
    }
  })
})

describe('systemd', () => {
  const folder = 'deploy/systemd'
  const units = readdirSync(folder).filter(name => /\.(service|timer)$/.test(name))
  const services = units.filter(name => name.endsWith('.service'))

  it('units pass systemd-analyze verify', () => {
    const directory = mkdtempSync(join(tmpdir(), 'larder-units-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    for (const name of units) {
      // The program is in this checkout.
      writeFileSync(
        join(directory, name),
        readFileSync(join(folder, name), 'utf8').replaceAll('/opt/larder', process.cwd()),
      )
    }
    const checked = spawnSync('systemd-analyze', ['verify', ...units.map(name => join(directory, name))], {
      encoding: 'utf8',
    })
    const ours = checked.stderr.split('\n').filter(line => line.includes('larder-'))
    expect(ours).toEqual([])
    expect(checked.status, checked.stderr).toBe(0)
  })

  it('the sync unit that larder bootstrap writes for a checkout passes systemd-analyze verify', () => {
    const directory = mkdtempSync(join(tmpdir(), 'larder-units-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const unit = join(directory, 'larder-sync.service')
    const folder = process.cwd()
    writeFileSync(
      unit,
      simpleService({ program: folder, folder, owner: 0, deltaUrl: 'https://mirror.example.org/delta' }),
    )
    const checked = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
    expect(checked.stderr.split('\n').filter(line => line.includes('larder-'))).toEqual([])
    expect(checked.status, checked.stderr).toBe(0)
  })

  it.each(services)('%s has a low exposure level', name => {
    const directory = mkdtempSync(join(tmpdir(), 'larder-units-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    copyFileSync(join(folder, name), join(directory, name))
    const report = execFileSync('systemd-analyze', ['security', '--offline=true', join(directory, name)], {
      encoding: 'utf8',
    })
    const level = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(report)?.[1])
    console.log(`${name}: exposure ${level} of 10`)
    expect(level).toBeLessThan(2)
  })

  it.each(['larder-api.service', 'larder-website.service'])(
    '%s starts at boot and after a failure, and has time to stop',
    name => {
      const text = readFileSync(join(folder, name), 'utf8')
      expect(text).toMatch(/^WantedBy=multi-user.target$/m)
      expect(text).toMatch(/^Restart=always$/m)
      expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(shutdownSeconds)
    },
  )

  it.each(services)('%s uses existing settings, and files for secrets', name => {
    const text = readFileSync(join(folder, name), 'utf8')
    const given = [...text.matchAll(/^Environment=(.+)$/gm)]
      .flatMap(([, line = '']) => line.split(' '))
      .map(each => each.split('=')[0] ?? '')
    expect(given.filter(each => !isSetting(each) && each !== 'NODE_ENV')).toEqual([])
    for (const [, credential = ''] of text.matchAll(/^LoadCredential=(\w+):/gm)) {
      expect(settings.get(credential)?.isSecret).toBe(true)
      expect(given).toContain(`${credential}_FILE`)
    }
    for (const setting of settings.values()) {
      if (setting.default === undefined) expect(given).toContain(`${setting.name}_FILE`)
    }
  })

  it('larder.env.example uses existing settings', () => {
    const names = [...readFileSync(join(folder, 'larder.env.example'), 'utf8').matchAll(/^(\w+)=/gm)]
    expect(names.length).toBeGreaterThan(0)
    for (const [, name = ''] of names) expect(settings.get(name)).toMatchObject({ isSecret: false })
  })
})

describe('trusted proxies', () => {
  const files = [
    'compose.yaml',
    'compose.replica.yaml',
    'compose.backup.yaml',
    ...readdirSync('deploy', { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name)),
  ]
  /** Who believes a private network believes every container, pod and machine in it. */
  const ranges = (text: string) => text.match(/(?<=TRUSTED_PROXIES.*)[\da-f.:]+\/\d+/g) ?? []

  it.each(files.filter(name => readFileSync(name, 'utf8').includes('TRUSTED_PROXIES')))(
    '%s trusts no private network',
    name => {
      // Only Fly's proxy reaches the IPv4 address of a machine.
      const expected = name === 'deploy/fly/fly.toml' ? ['172.16.0.0/12'] : []
      expect(ranges(readFileSync(name, 'utf8'))).toEqual(expected)
    },
  )
})
