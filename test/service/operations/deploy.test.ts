// Static checks of the image, the Compose files, the objects for Kubernetes and the systemd units.
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { listSettings, readConfig } from '../../../src/main/config.ts'
import { larder } from '../../../src/main/program.ts'

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
const shutdownSeconds = readDefault('SHUTDOWN_DELAY_MS') / 1000 + 10

/** Fails for an unknown command or option. */
function expectCommand([program, ...words]: string[]): void {
  expect(program).toBe('bin/larder')
  let command = larder
  for (const word of words) command = command.commands.find(each => each.name() === word) ?? command
  expect(command).not.toBe(larder)
  const known = command.options.map(({ long }) => long)
  for (const word of words.filter(each => each.startsWith('--'))) expect(known).toContain(word)
}

it('the image has folders for downloads and packs that its user can write to, and runs a command', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8')
  expect(dockerfile).toContain('DOWNLOADS_DIR=/downloads PACKS_DIR=/packs')
  expect(dockerfile).toMatch(/mkdir (\/downloads \/packs) && chown node:node \1\nUSER node/)
  const [, command = ''] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? []
  expectCommand(JSON.parse(command))
})

describe('compose', () => {
  const one = readFile('compose.yaml')
  const { services } = one

  it.each([['compose.yaml', one]])('%s uses existing settings and files', (_, file) => {
    for (const [name, service] of Object.entries(file.services)) {
      const isLarder = services[name]?.build !== undefined
      if (isLarder)
        expect(Object.keys(service.environment ?? {}).filter(each => !isSetting(each))).toEqual([])
      for (const other of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty(other)
      for (const mount of service.volumes ?? [])
        expect({ ...one.volumes, ...file.volumes }).toHaveProperty(mount.split(':')[0] ?? '')
      for (const { source } of service.configs ?? []) expect(file.configs).toHaveProperty(source)
      expect(service.build ?? service.image ?? one.services[name]).toBeDefined()
    }
  })

  it.each(['compose.yaml'])('%s matches the schema of the Compose specification', name => {
    const schema = JSON.parse(readFileSync('node_modules/dclint/schemas/compose.schema.json', 'utf8'))
    const validate = new Ajv({ strict: false, validateFormats: false, validateSchema: false }).compile(schema)
    const file = readFile(name)
    validate(file)
    expect(validate.errors).toBeNull()
    // An unknown field would be found.
    expect(validate({ services: { api: { ...file.services['api'], restarts: 'always' } } })).toBe(false)
  })

  it('checks the readiness of every node at its management port', () => {
    const port = settings.get('MANAGEMENT_PORT')?.default
    for (const name of ['api', 'website']) {
      expect(String(services[name]?.healthcheck?.test)).toContain(`http://127.0.0.1:${port}/ready`)
    }
  })

  it.each([['compose.yaml', one]])(
    '%s: services run again after a reboot, and nodes have time to stop',
    (_, file) => {
      for (const [name, own] of Object.entries(file.services)) {
        const service = { ...one.services[name], ...own }
        const runsOnce = ['migrate', 'import'].includes(name)
        expect([name, service.restart ?? 'no']).toEqual([name, runsOnce ? 'no' : 'unless-stopped'])
        if (!service.command?.includes('larder serve')) continue
        const [, seconds] = /^(\d+)s$/.exec(service.stop_grace_period ?? '') ?? []
        expect(Number(seconds), name).toBeGreaterThan(shutdownSeconds)
      }
    },
  )

  it('connects every service as the owner of the database, with a password', () => {
    for (const name of ['migrate', 'import', 'catalog', 'api', 'website']) {
      const url = services[name]?.environment?.['DATABASE_URL'] ?? ''
      const { username, password } = new URL(url.replace(/\$\{(\w+):\?\}/, '$1'))
      expect([name, username, password]).toEqual([name, 'larder', 'DATABASE_PASSWORD'])
    }
    expect(readFileSync('compose.yaml', 'utf8')).not.toMatch(/\btrust\b/i)
  })

  it('passes the password of the superuser to PostgreSQL only', () => {
    for (const [name, { environment = {} }] of Object.entries(services)) {
      if (name !== 'postgres')
        expect(JSON.stringify(environment), name).not.toContain('DATABASE_ADMIN_PASSWORD')
    }
    // Compose reads .env itself; as an env_file it would reach every container.
    expect(readFileSync('compose.yaml', 'utf8')).not.toContain('path: .env')
  })

  it('runs the API and the website as separate processes', () => {
    const commands = Object.entries(services).map(([name, { command }]) => [name, command])
    expect(Object.fromEntries(commands)).toMatchObject({
      api: 'bin/larder serve --only api',
      website: 'bin/larder serve --only website',
    })
  })

  it('loads the catalog and keeps it current, with one more profile', () => {
    const { catalog } = one.services
    expect(catalog).toMatchObject({ profiles: ['catalog'], volumes: ['downloads:/downloads'] })
    const [shell, option, script] = catalog?.command ?? []
    expect([shell, option]).toEqual(['sh', '-c'])
    expect(script).toMatch(/^bin\/larder bootstrap --yes \$\{BOOTSTRAP_OPTIONS:-\} && while /)
    expect(script).toContain('bin/larder sync off --from https://static.openfoodfacts.org/data/delta')
  })

  it('offers the packs that the import role exports on the website', () => {
    expect(one.services['import']?.volumes).toEqual(['packs:/packs'])
    expect(one.services['website']?.volumes).toEqual(['packs:/packs:ro'])
  })
})

describe('kubernetes', () => {
  interface Container {
    image: string
    command: string[]
    ports?: { name: string; containerPort: number }[]
    envFrom: { configMapRef: { name: string } }[]
    volumeMounts: { name: string; mountPath: string }[]
    securityContext: object
    [probe: `${string}Probe`]: { httpGet: { path: string; port: string } }
  }
  interface Pod {
    securityContext: object
    terminationGracePeriodSeconds?: number
    volumes: object[]
    initContainers?: Container[]
    containers: Container[]
  }
  // kubectl reads YAML 1.1.
  const objects = new Map(
    parseAllDocuments(readFileSync('deploy/kubernetes.yaml', 'utf8'), { version: '1.1' }).map(document => {
      expect(document.errors).toEqual([])
      const object = document.toJS()
      return [object.kind as string, object]
    }),
  )
  const { metadata, data }: { metadata: { name: string }; data: Record<string, string> } =
    objects.get('ConfigMap')
  const node: Pod = objects.get('Deployment').spec.template.spec
  const sync: Pod = objects.get('CronJob').spec.jobTemplate.spec.template.spec
  const containers = [node, sync].flatMap(pod => [...(pod.initContainers ?? []), ...pod.containers])
  const ports = new Map(node.containers[0]?.ports?.map(each => [each.name, each.containerPort]))

  it('uses existing settings with valid values, and files for secrets', () => {
    const isFile = (name: string) => name.endsWith('_FILE')
    expect(Object.keys(data).filter(name => !isSetting(name))).toEqual([])
    for (const [name, value] of Object.entries(data)) {
      if (isFile(name)) expect(value).toBe(`/run/secrets/larder/${name.replace(/_FILE$/, '')}`)
      else expect(settings.get(name)?.isSecret).toBe(false)
    }
    for (const setting of settings.values())
      if (setting.default === undefined) expect(data).toHaveProperty(`${setting.name}_FILE`)

    const secrets = {
      DATABASE_URL: 'postgresql://db/larder',
      REDIS_URL: 'redis://redis',
      SECRET_KEY: 'x'.repeat(32),
    }
    const values = Object.fromEntries(Object.entries(data).filter(([name]) => !isFile(name)))
    // Empty, all clients would share one limit.
    expect(() => readConfig({ ...values, ...secrets })).toThrow(/TRUSTED_PROXIES/)
    readConfig({ ...values, ...secrets, TRUSTED_PROXIES: '10.42.3.7' })
  })

  it('runs existing commands with the settings, one image, and no privileges', () => {
    expect(new Set(containers.map(({ image }) => image)).size).toBe(1)
    for (const { command, envFrom, volumeMounts, securityContext } of containers) {
      expectCommand(command)
      expect(envFrom).toEqual([{ configMapRef: { name: metadata.name } }])
      expect(volumeMounts).toMatchObject([{ mountPath: '/run/secrets/larder' }, { mountPath: '/tmp' }])
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    }
    for (const { securityContext, volumes } of [node, sync]) {
      // Of the user `node`, which is in the group of the files.
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 })
      expect(volumes).toEqual([
        { name: 'secrets', secret: { secretName: 'larder', defaultMode: 0o440 } },
        { name: 'tmp', emptyDir: {} },
      ])
    }
  })

  it('sends requests to the ports of the servers', () => {
    expect(Object.fromEntries(ports)).toEqual({
      api: readDefault('API_PORT'),
      website: readDefault('WEB_PORT'),
      management: readDefault('MANAGEMENT_PORT'),
    })
    const { spec, metadata: service } = objects.get('Service')
    expect(objects.get('Deployment').spec.template.metadata.labels).toEqual(spec.selector)
    for (const { name, targetPort } of spec.ports) expect([...ports.keys()]).toContain(targetPort ?? name)
    const backends = objects
      .get('Ingress')
      .spec.rules.map(({ host, http }: { host: string; http: { paths: { backend: object }[] } }) => [
        `https://${host}`,
        http.paths[0]?.backend,
      ])
    expect(backends).toEqual([
      [data['API_PUBLIC_URL'], { service: { name: service.name, port: { name: 'api' } } }],
      [data['WEB_PUBLIC_URL'], { service: { name: service.name, port: { name: 'website' } } }],
    ])
  })

  it('gates requests by readiness, restarts by liveness only, and gives nodes time to stop', () => {
    const [container] = node.containers
    expect(container?.readinessProbe?.httpGet).toEqual({ path: '/ready', port: 'management' })
    for (const probe of [container?.startupProbe, container?.livenessProbe])
      expect(probe?.httpGet).toEqual({ path: '/health', port: 'api' })
    expect(node.terminationGracePeriodSeconds).toBeGreaterThan(shutdownSeconds)
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
    if (!text.includes('/opt/larder/bin/larder')) return
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
    ...readdirSync('deploy', { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name)),
  ]
  /** Who believes a private network believes every container, pod and machine in it. */
  const ranges = (text: string) => text.match(/(?<=TRUSTED_PROXIES.*)[\da-f.:]+\/\d+/g) ?? []

  it.each(files.filter(name => readFileSync(name, 'utf8').includes('TRUSTED_PROXIES')))(
    '%s trusts no private network',
    name => {
      expect(ranges(readFileSync(name, 'utf8'))).toEqual([])
    },
  )
})
