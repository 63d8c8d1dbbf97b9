// Follows the quick start of docs/how-to/install.md, command by command, on a fresh Debian.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyNode, type DebianMachine, startDebianMachine, whyNoMachine } from '../../lab/debian-machine.ts'
import { printMeasurement } from '../../lab/report.ts'
import { copyRepository } from '../support/copy-repository.ts'

const page = readFileSync('docs/how-to/install.md', 'utf8')
const [, section = ''] = /^## Quick start on one Debian machine\n(.*?)^## /ms.exec(page) ?? []
const commands = [...section.matchAll(/^ +```sh\n(.*?)^ +```/gms)].flatMap(([, block = '']) =>
  block
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== ''),
)
const reason = whyNoMachine()
const mirrorPort = 8_999
const changedAt = Math.floor(Date.now() / 1_000) - 86_400

const product = (code: string, name: string) => ({
  code,
  lang: 'de',
  product_name: name,
  product_type: 'food',
  countries_tags: ['en:germany'],
  categories_tags: ['en:biscuits'],
  unique_scans_n: 1,
  last_modified_t: changedAt,
  nutriments: { 'energy-kcal_100g': 430, fat_100g: 12, carbohydrates_100g: 72, proteins_100g: 8 },
})
const lines = (products: unknown[]) => gzipSync(products.map(each => `${JSON.stringify(each)}\n`).join(''))

function writeMirror(folder: string): void {
  const delta = `openfoodfacts_products_${changedAt}_${changedAt + 3_600}.json.gz`
  for (const name of ['delta', 'taxonomies']) mkdirSync(join(folder, 'data', name), { recursive: true })
  const files = {
    'openfoodfacts-products.jsonl.gz': lines([
      product('4008400402222', 'Butterkeks'),
      product('3017620422003', 'Haferkeks'),
    ]),
    'taxonomies/categories.full.json': JSON.stringify({
      'en:biscuits': { name: { en: 'Biscuits' }, parents: [] },
    }),
    'delta/index.txt': `${delta}\n`,
    [`delta/${delta}`]: lines([product('4000417025005', 'Dinkelkeks')]),
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, 'data', name), content)
}

function publishRepository(root: string): void {
  const folder = copyRepository()
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder })
  git('-c', 'user.name=test', '-c', 'user.email=test@example.org', 'commit', '--quiet', '--message=test')
  git('clone', '--quiet', '--bare', '.', join(root, 'srv/larder.git'))
  rmSync(folder, { recursive: true })
  writeFileSync(
    join(root, 'root/.gitconfig'),
    '[url "file:///srv/larder.git"]\n  insteadOf = https://example.org/OWNER/larder\n',
  )
}

describe.skipIf(reason !== undefined)(`the quick start${reason === undefined ? '' : ` (${reason})`}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-install-'))
  const output = new Map<string, string>()
  const outputOf = (start: string) =>
    [...output].find(([command]) => command.startsWith(start))?.[1] ?? `no command ${start}`
  let machine: DebianMachine

  beforeAll(async () => {
    machine = await startDebianMachine()
    publishRepository(machine.root)
    writeMirror(folder)
    machine.spawnInNetwork(
      'python3',
      ['-m', 'http.server', String(mirrorPort), '--bind', '127.0.0.1'],
      folder,
    )
    await machine.run('echo 127.0.0.1 api.food.lan www.food.lan >> /etc/hosts')
    for (const command of commands) {
      const startedAt = performance.now()
      output.set(command, await follow(command))
      printMeasurement(command.slice(0, 60), (performance.now() - startedAt) / 60_000, 'min')
    }
  })

  afterAll(async () => {
    await machine?.stop()
    rmSync(folder, { recursive: true })
  })

  /** Only the package registries and Debian's packages can be reached from everywhere. */
  async function follow(command: string): Promise<string> {
    if (command.includes('nodesource')) {
      copyNode(machine.root)
      return machine.run('node --version')
    }
    return machine.run(
      command.replace('larder bootstrap', `larder bootstrap --mirror http://127.0.0.1:${mirrorPort}/data`),
    )
  }

  it('has all steps', () => {
    expect(commands.map(command => command.split(' ')[0])).toEqual([
      'apt-get',
      'curl',
      'git',
      '/opt/larder/deploy/systemd/install',
      'larder',
      'systemctl',
      'systemctl',
      'runuser',
      'larder',
      'curl',
    ])
  })

  it('ends without a finding of larder doctor', () => {
    const findings = outputOf('larder doctor').trim().split('\n')
    expect(findings.length).toBeGreaterThan(5)
    expect(findings.filter(line => !line.startsWith('ok '))).toEqual([])
  })

  it('answers over HTTPS with an everyday food and with a product of the dump, and redirects HTTP', async () => {
    expect(JSON.parse(outputOf('curl --cacert'))).toMatchObject([{ name: 'Biscuits, plain' }])
    const search = commands.find(command => command.startsWith('curl --cacert')) ?? ''
    const lookUp = search.replace('search?q=butterkeks&limit=1', 'barcode/4008400402222')
    expect(JSON.parse(await machine.run(lookUp))).toMatchObject({ name: 'Butterkeks' })
    expect(await machine.run('curl --silent --head http://www.food.lan/')).toContain(
      'Location: https://www.food.lan/',
    )
  })

  it('has an encrypted backup', async () => {
    const info = await machine.run('runuser -u postgres -- pgbackrest --stanza=larder --output=json info')
    expect(JSON.parse(info)).toMatchObject([
      { cipher: 'aes-256-cbc', backup: [{ type: 'full', error: false }] },
    ])
  })

  it('syncs with the unit of the timer', async () => {
    expect(await machine.run('systemctl list-timers larder-sync.timer larder-backup.timer')).toContain(
      '2 timers listed',
    )
    await machine.run(
      `sed -i s#https://static.openfoodfacts.org#http://127.0.0.1:${mirrorPort}# /etc/systemd/system/larder-sync.service && systemctl daemon-reload`,
    )
    await machine.run('systemctl start larder-sync')
    expect(await machine.run('journalctl --unit=larder-sync --output=cat')).toContain('1 foods added')
  })

  it('is the same after the script has run again', async () => {
    const before = await machine.run(
      'cat /etc/larder/secrets/* /etc/larder/settings /etc/pgbackrest.conf /etc/caddy/Caddyfile',
    )
    await machine.run('/opt/larder/deploy/systemd/install')
    expect(
      await machine.run(
        'cat /etc/larder/secrets/* /etc/larder/settings /etc/pgbackrest.conf /etc/caddy/Caddyfile',
      ),
    ).toBe(before)
  })

  it('has no failed unit', async () => {
    expect(await machine.run('systemctl list-units --failed --no-legend')).toBe('')
  })
})
