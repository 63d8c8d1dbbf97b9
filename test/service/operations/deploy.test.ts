// Compose files and systemd units, as far as they can be checked without running them here.
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
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
  build?: string
  image?: string
  command?: string
  environment?: Record<string, string>
  volumes?: string[]
  configs?: { source: string }[]
  depends_on?: Record<string, unknown>
}

describe('compose', () => {
  const readFile = (name: string): ComposeFile => parse(readFileSync(name, 'utf8'), { merge: true })
  const one = readFile('compose.yaml')
  const replica = readFile('compose.replica.yaml')
  const services = { ...replica.services, ...one.services }

  it.each([
    ['compose.yaml', one],
    ['compose.replica.yaml', replica],
  ])('%s sets settings that there are, and names what is there', (_, file) => {
    for (const [name, service] of Object.entries(file.services)) {
      const isLarder = services[name]?.build !== undefined
      if (isLarder)
        expect(Object.keys(service.environment ?? {}).filter(each => !isSetting(each))).toEqual([])
      for (const other of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty(other)
      for (const mount of service.volumes ?? [])
        expect(file.volumes).toHaveProperty(mount.split(':')[0] ?? '')
      for (const { source } of service.configs ?? []) expect(file.configs).toHaveProperty(source)
      expect(service.build ?? service.image ?? one.services[name]).toBeDefined()
    }
  })

  it('the second file only adds to the services of the first', () => {
    const added = Object.keys(replica.services).filter(name => !(name in one.services))
    expect(added).toEqual(['replica', 'larder-2'])
    expect(replica.services['larder-2']?.environment).toEqual({
      ...one.services['larder']?.environment,
      ...replica.services['larder']?.environment,
      SECRET_KEY: `\${SECRET_KEY:?}`,
    })
  })

  it('the scripts in it are valid for the shell, and the replica has the settings of its file', () => {
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

  it('finds no fault in the units', () => {
    const place = mkdtempSync(join(tmpdir(), 'larder-units-'))
    onTestFinished(() => rmSync(place, { recursive: true }))
    for (const name of units) {
      // The program lies in this checkout here.
      writeFileSync(
        join(place, name),
        readFileSync(join(folder, name), 'utf8').replaceAll('/opt/larder', process.cwd()),
      )
    }
    const checked = spawnSync('systemd-analyze', ['verify', ...units.map(name => join(place, name))], {
      encoding: 'utf8',
    })
    const ours = checked.stderr.split('\n').filter(line => line.includes('larder-'))
    expect(ours).toEqual([])
    expect(checked.status, checked.stderr).toBe(0)
  })

  it.each(services)('%s is exposed little', name => {
    const place = mkdtempSync(join(tmpdir(), 'larder-units-'))
    onTestFinished(() => rmSync(place, { recursive: true }))
    copyFileSync(join(folder, name), join(place, name))
    const told = execFileSync('systemd-analyze', ['security', '--offline=true', join(place, name)], {
      encoding: 'utf8',
    })
    const level = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(told)?.[1])
    console.log(`${name}: exposure ${level} of 10`)
    expect(level).toBeLessThan(2)
  })

  it.each(services)('%s gives settings that there are, and secrets as files', name => {
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

  it('the example of settings has settings that there are', () => {
    const names = [...readFileSync(join(folder, 'larder.env.example'), 'utf8').matchAll(/^(\w+)=/gm)]
    expect(names.length).toBeGreaterThan(0)
    for (const [, name = ''] of names) expect(settings.get(name)).toMatchObject({ isSecret: false })
  })
})
