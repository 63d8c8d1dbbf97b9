// Static checks of the templates for hosting platforms: Coolify, Unraid and Fly.io. None of these runs here.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { listSettings } from '../../../src/main/config.ts'
import { larder } from '../../../src/main/program.ts'

const settings = new Map(listSettings().map(setting => [setting.name, setting]))
const requiredSettings = [...settings.values()]
  .filter(each => each.default === undefined)
  .map(({ name }) => name)

/** Fails for an unknown command or option. */
function expectCommand(line: string): void {
  const [program, name, ...words] = line
    .replace(/\$\{\w+:-\}/, '')
    .trim()
    .split(/\s+/)
  expect(program).toBe('bin/larder')
  const command = larder.commands.find(each => each.name() === name)
  if (command === undefined) throw new Error(`larder has no command ${name}`)
  const known = new Set(command.options.flatMap(({ long }) => long ?? []))
  expect(words.filter(word => word.startsWith('--') && !known.has(word))).toEqual([])
}

const dockerfile = readFileSync('Dockerfile', 'utf8')

it('the image has folders for downloads and packs that its user can write to', () => {
  expect(dockerfile).toContain('DOWNLOADS_DIR=/downloads PACKS_DIR=/packs')
  expect(dockerfile).toMatch(/mkdir (\/downloads \/packs \/photos) && chown node:node \1\nUSER node/)
  const [, command = ''] = /^CMD \[(.*)\]$/m.exec(dockerfile) ?? []
  expectCommand(JSON.parse(`[${command}]`).join(' '))
})

describe('Coolify', () => {
  interface Service {
    image: string
    command: string
    environment?: Record<string, string>
    volumes?: string[]
    depends_on?: Record<string, unknown>
    healthcheck?: { test: string[] }
  }
  const file: { services: Record<string, Service>; volumes: Record<string, unknown> } = parse(
    readFileSync('deploy/coolify/compose.yaml', 'utf8'),
    { merge: true },
  )
  const ours = Object.entries(file.services).filter(([, { image }]) => image.includes('LARDER_IMAGE'))

  it('has the parts of an installation', () => {
    expect(Object.keys(file.services)).toEqual(['api', 'website', 'catalog', 'migrate', 'postgres', 'redis'])
  })

  it.each(ours)('%s uses existing settings and commands', (_, service) => {
    const names = Object.keys(service.environment ?? {}).filter(name => !name.startsWith('SERVICE_URL_'))
    expect(names.filter(name => !settings.has(name))).toEqual([])
    expect(names).toEqual(expect.arrayContaining(requiredSettings))
    expectCommand(service.command)
    for (const other of Object.keys(service.depends_on ?? {})) expect(file.services).toHaveProperty(other)
    for (const mount of service.volumes ?? []) expect(file.volumes).toHaveProperty(mount.split(':')[0] ?? '')
  })

  it('asks Coolify for a domain at the port of each server, and for passwords', () => {
    expect(file.services['api']?.environment).toHaveProperty(
      `SERVICE_URL_API_${settings.get('API_PORT')?.default}`,
    )
    expect(file.services['website']?.environment).toHaveProperty(
      `SERVICE_URL_WEBSITE_${settings.get('WEB_PORT')?.default}`,
    )
    const { DATABASE_URL = '', SECRET_KEY } = file.services['api']?.environment ?? {}
    const password = file.services['postgres']?.environment?.['POSTGRES_PASSWORD']
    expect(DATABASE_URL).toContain(`:${password}@postgres/`)
    // Long enough for SECRET_KEY.
    expect(SECRET_KEY).toMatch(/^\$\{SERVICE_PASSWORD_64_\w+\}$/)
    expect(file.services['api']?.healthcheck?.test.join()).toContain(
      `:${settings.get('MANAGEMENT_PORT')?.default}/ready`,
    )
  })
})

describe.each(['larder', 'larder-catalog'])('Unraid: %s', name => {
  const text = readFileSync(`deploy/unraid/${name}.xml`, 'utf8')
  const configs = [...text.matchAll(/<Config ([^>]*?)\/?>/g)].map(([, attributes = '']) =>
    Object.fromEntries([...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
  )

  it('is well-formed XML', () => {
    const open: string[] = []
    const body = text.replace(/^<\?xml[^>]*\?>\s*/, '').replaceAll(/<!--.*?-->/gs, '')
    for (const [, slash, tag = '', , empty] of body.matchAll(
      /<(\/?)(\w+)((?:\s+\w+="[^"<&]*")*)\s*(\/?)>/g,
    )) {
      if (slash) expect(open.pop()).toBe(tag)
      else if (!empty) open.push(tag)
    }
    expect(open).toEqual([])
    // Whatever is no tag is text, in which these characters are not allowed.
    expect(body.replaceAll(/<(\/?)(\w+)((?:\s+\w+="[^"<&]*")*)\s*(\/?)>/g, '')).not.toMatch(/[<>&]/)
  })

  it('uses existing settings and a valid command', () => {
    const variables = configs.filter(({ Type }) => Type === 'Variable').map(({ Target }) => Target ?? '')
    expect(variables.filter(variable => !settings.has(variable))).toEqual([])
    expect(variables).toEqual(expect.arrayContaining(requiredSettings))
    for (const { Type, Target, Mask } of configs)
      if (Type === 'Variable' && settings.get(Target ?? '')?.isSecret && Target !== 'REDIS_URL')
        expect([Target, Mask]).toEqual([Target, 'true'])
    expectCommand(/<PostArgs>(.*)<\/PostArgs>/.exec(text)?.[1] ?? '')
  })

  it('runs again after a reboot, and has time to stop', () => {
    const [, parameters = ''] = /<ExtraParams>(.*)<\/ExtraParams>/.exec(text) ?? []
    expect(parameters).toContain('--restart=unless-stopped')
    if (name !== 'larder') return
    const shutdownMs = ['SHUTDOWN_DELAY_MS', 'SHUTDOWN_TIMEOUT_MS'].map(each =>
      Number(settings.get(each)?.default),
    )
    const [, seconds] = /--stop-timeout=(\d+)/.exec(parameters) ?? []
    expect(Number(seconds) * 1000).toBeGreaterThan(shutdownMs.reduce((sum, each) => sum + each))
  })

  it('maps the ports of the servers, or the folder of the downloads', () => {
    const targets = configs.filter(({ Type }) => Type !== 'Variable').map(({ Target }) => Target)
    const ports = ['API_PORT', 'WEB_PORT'].map(port => settings.get(port)?.default)
    expect(targets).toEqual(name === 'larder' ? ports : ['/downloads'])
  })
})

describe('Fly.io', () => {
  const text = readFileSync('deploy/fly/fly.toml', 'utf8')
  /** The lines of a table, as name and value. */
  const table = (name: string): [string, string][] => {
    const [, body = ''] = new RegExp(`^\\[${name}\\]\\n((?:(?!^\\[).*\\n)*)`, 'm').exec(text) ?? []
    return [...body.matchAll(/^\s*(\w+) = '(.*)'$/gm)].map(([, key = '', value = '']) => [key, value])
  }

  it('uses existing settings, and no secrets', () => {
    const names = table('env').map(([name]) => name)
    expect(names).toContain('DEPLOYMENT_PROFILE')
    for (const name of names) expect([name, settings.get(name)?.isSecret]).toEqual([name, false])
  })

  it('has valid commands, and all processes that it names', () => {
    const processes = table('processes')
    expect(processes.map(([name]) => name)).toEqual(['api', 'website', 'catalog'])
    for (const [, command] of [...processes, ...table('deploy')]) expectCommand(command)
    for (const [, names = ''] of text.matchAll(/^\s*processes = \[(.*)\]$/gm))
      for (const name of names.split(', ')) expect(processes.map(([each]) => `'${each}'`)).toContain(name)
  })

  it('serves the ports of the image', () => {
    const ports = [...text.matchAll(/internal_port = (\d+)/g)].map(([, port]) => port)
    expect(ports).toEqual(['API_PORT', 'WEB_PORT'].map(name => settings.get(name)?.default))
    expect(text).toContain(`port = ${settings.get('MANAGEMENT_PORT')?.default}`)
  })
})
