// The built CLI, bin/larder, as an operator runs it.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildIfOutdated } from '../../lab/build.ts'
import { environmentFor } from '../../lab/service.ts'
import { isWellFormedKey } from '../../src/accounts/api-keys/key-format.ts'
import { createStores, type TestStores } from '../support/database.ts'

const run = promisify(execFile)
let stores: TestStores
let environment: Record<string, string>

beforeAll(async () => {
  buildIfOutdated()
  stores = await createStores()
  environment = { PATH: process.env['PATH'] ?? '', ...environmentFor(stores) }
  return stores.drop
})

async function larder(args: string, overrides: Record<string, string> = {}) {
  try {
    // Outside the checkout, so that the developer's .env is not read.
    const { stdout, stderr } = await run(`${process.cwd()}/bin/larder`, args.split(' '), {
      cwd: '/',
      env: { ...environment, ...overrides },
    })
    return { code: 0, stdout, stderr }
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string }
  }
}

describe('larder', () => {
  it('prints version and revision with --version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    const head = (await run('git', ['rev-parse', '--short=12', 'HEAD'])).stdout.trim()
    expect((await larder('--version')).stdout).toBe(`${version} (${head})\n`)
  })

  it('loads the demo idempotently', async () => {
    expect((await larder('demo')).stdout).toContain('the catalog has 2,364 foods')
    const state =
      'select count(*)::int, count(barcode)::int as barcodes, sum(id), md5(string_agg(name, id::text order by id)) from foods'
    const first = await stores.sql(state)
    expect(first).toMatchObject([{ count: 2_364, barcodes: 300 }])
    expect((await larder('demo')).code).toBe(0)
    expect(await stores.sql(state)).toEqual(first)
  })

  it('reports that the schema is up to date', async () => {
    expect((await larder('migrate')).stdout).toBe('the schema is up to date\n')
  })

  it('creates, lists and revokes accounts and keys, and prints a key once, alone on stdout', async () => {
    const account = await larder('account create acme --plan pro')
    expect(isWellFormedKey(account.stdout.trim())).toBe(true)
    const key = await larder(
      'key create --account acme --name ci --scope read --expires 2099-01-31 --rate-limit 20',
    )
    expect(isWellFormedKey(key.stdout.trim())).toBe(true)
    expect(key.stdout).toMatch(/^larder_read_/)

    const list = await larder('key list --account acme')
    const lastFour = (text: string) => text.trim().slice(-4)
    expect(list.stdout.split('\n').map(line => line.split(/ {2,}/))).toEqual([
      ['ID', 'ACCOUNT', 'PLAN', 'NAME', 'SCOPE', 'KEY', 'RATE LIMIT', 'EXPIRES', 'STATE'],
      [
        '1',
        'acme',
        'pro',
        'account',
        'account',
        `larder_account_…${lastFour(account.stdout)}`,
        '-',
        'never',
        'active',
      ],
      [
        '2',
        'acme',
        'pro',
        'ci',
        'read',
        `larder_read_…${lastFour(key.stdout)}`,
        '20/min',
        '2099-01-31T23:59:59.999Z',
        'active',
      ],
      [''],
    ])

    expect((await larder('key revoke 2')).stdout).toBe(
      'revoked key 2; every node rejects it within a second\n',
    )
    expect((await larder('key list')).stdout).toMatch(/ci .* revoked /)
    expect((await larder('key revoke 2')).code).toBe(1)
  })

  it('changes the plan and account key of an account, lists and deletes it', async () => {
    const before = await larder('account create mover')
    expect((await larder('account set-plan mover scale')).stdout).toContain('on the scale plan')
    const after = await larder('account rotate-key mover --yes')
    expect(isWellFormedKey(after.stdout.trim())).toBe(true)
    const list = (await larder('key list --account mover')).stdout
    expect(list).not.toContain(`…${before.stdout.trim().slice(-4)}`)
    expect(list).toMatch(new RegExp(`…${after.stdout.trim().slice(-4)} .* active`))
    expect((await larder('account list')).stdout).toMatch(/mover +scale +1 /)
    expect((await larder('account delete mover --yes')).code).toBe(0)
    expect((await larder('account list')).stdout).not.toContain('mover')
  })

  it('exits if the server cannot start, and names the setting at fault', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const otherPorts = { API_PORT: '0', WEB_PORT: '0', MANAGEMENT_PORT: '0' }
    for (const server of ['API', 'WEB', 'MANAGEMENT']) {
      const { code, stderr } = await larder('serve', { ...otherPorts, [`${server}_PORT`]: String(port) })
      expect([code, stderr]).toEqual([
        1,
        `larder: port ${port} is in use. Stop the program that listens on it, or set ${server}_PORT to another port\n`,
      ])
    }
  })

  it.each([
    ['account create acme', 1, 'the account "acme" already exists'],
    ['account create Not/a/name', 2, 'is not a valid account name'],
    ['account create x --plan gold', 2, 'Allowed choices are starter, pro, scale'],
    ['key create --account nobody --name ci', 1, 'larder account create nobody'],
    ['key create --account acme --name account', 1, 'choose another name'],
    ['key create --account acme --name x --expires soon', 2, 'is not a date'],
    ['key create --account acme --name x --expires 2099-02-31', 2, 'is not a date'],
    ['key create --account acme --name x --expires 2020-01-01', 2, 'is in the past'],
    ['key create --account acme --name x --rate-limit 0', 2, 'is not a rate limit'],
    ['key create --account acme --name x --rate-limit 501', 2, 'The Pro plan allows 500 requests per minute'],
    ['key create --name x', 2, '--account'],
    ['account set-plan nobody pro', 1, 'larder account list'],
    ['account rotate-key nobody --yes', 1, 'larder account list'],
    ['account reset-two-factor acme --yes', 1, 'uses neither two-factor authentication nor passkeys'],
    ['account delete nobody --yes', 1, 'larder account list'],
    ['key revoke nothing', 2, 'larder key list'],
    ['nonsense', 2, 'unknown command'],
    ['account', 2, 'Usage: larder account'],
    ['migrate --fast', 2, 'unknown option'],
  ])('%s exits with code %i and advice', async (args, expected, message) => {
    const { code, stderr } = await larder(args)
    expect(stderr).toContain(message)
    expect(code).toBe(expected)
    expect(stderr).not.toContain('    at ')
  })

  it('needs --yes where nobody can answer', async () => {
    const before = await stores.sql('select * from audit_log')
    const commands = ['rotate-key', 'reset-two-factor', 'recover', 'suspend', 'delete']
    const runs = await Promise.all(commands.map(command => larder(`account ${command} acme`)))
    for (const { code, stdout, stderr } of runs) {
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toContain('pass --yes')
    }
    expect(await stores.sql('select * from audit_log')).toEqual(before)
  })

  it('asks on a terminal before it deletes an account', async () => {
    await larder('account create doubtful')
    const answer = (text: string) =>
      run('sh', ['-c', `echo ${text} | script --quiet --return --command "$0" /dev/null`, command], {
        cwd: '/',
        env: environment,
      }).then(
        ({ stdout }) => ({ code: 0, stdout }),
        (error: { code: number; stdout: string }) => error,
      )
    const command = `${process.cwd()}/bin/larder account delete doubtful`
    const refused = await answer('n')
    expect(refused.stdout).toContain('Delete the account doubtful with its keys, usage and audit log? [y/N]')
    expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('nothing was changed')])
    const confirmed = await answer('y')
    expect([confirmed.code, confirmed.stdout]).toEqual([
      0,
      expect.stringContaining('deleted account doubtful'),
    ])
  })

  it('suspends, resumes and recovers accounts', async () => {
    const { stdout: key } = await larder('account create lapsed')
    expect((await larder('account suspend lapsed --yes')).stdout).toContain('suspended account lapsed')
    expect((await larder('account list')).stdout).toMatch(/lapsed .* suspended 2/)
    expect((await larder('account resume lapsed')).stdout).toContain('resumed account lapsed')
    const recovered = await larder('account recover lapsed --yes', { WEB_PUBLIC_URL: 'https://food.example' })
    expect(recovered.stdout).toMatch(/^https:\/\/food\.example\/reset-password\?token=[\w-]{43}\n$/)
    expect(recovered.stderr).toContain('24 hours')
    expect(isWellFormedKey(key.trim())).toBe(true)
    const events = await stores.sql<{ action: string }>(
      "select action from audit_log join accounts on accounts.id = account_id where name = 'lapsed' and actor = 'operator' order by audit_log.id",
    )
    expect(events.map(({ action }) => action)).toEqual([
      'account created',
      'account suspended',
      'account resumed',
      'recovery link created',
    ])
  })

  it('prints results as JSON', async () => {
    const parsed = async (args: string) => JSON.parse((await larder(`${args} --json`)).stdout)
    const created = await parsed('account create robot --plan pro')
    expect(created).toEqual({
      id: expect.any(Number),
      name: 'robot',
      plan: 'pro',
      account_key: expect.any(String),
    })
    const key = await parsed('key create --account robot --name ci --rate-limit 500')
    expect(key).toMatchObject({
      name: 'ci',
      cap_per_minute: 500,
      key: expect.stringMatching(/^larder_read_/),
    })
    expect(await parsed('account list')).toContainEqual(
      expect.objectContaining({ name: 'robot', plan: 'pro', keys: 2, suspended_at: null }),
    )
    const [listed] = await parsed('key list --account robot')
    expect(listed).toMatchObject({ account: 'robot', kind: 'account' })
    expect(JSON.stringify(listed)).not.toContain(created.account_key)
    expect(await parsed('account set-plan robot scale')).toEqual({ name: 'robot', plan: 'scale' })
    expect(await parsed(`key revoke ${key.id}`)).toEqual({ revoked: key.id })
    expect(await parsed('account rotate-key robot --yes')).toMatchObject({ name: 'robot' })
    expect(await parsed('account recover robot --yes')).toMatchObject({
      link: expect.stringContaining('token='),
    })
    expect(await parsed('account suspend robot --yes')).toEqual({ suspended: 'robot' })
    expect(await parsed('account resume robot')).toEqual({ resumed: 'robot' })
    expect(await parsed('account delete robot --yes')).toEqual({ deleted: 'robot' })
    const commands = ['migrate', 'tables accounts', 'secret status', 'search banana']
    expect(await Promise.all(commands.map(parsed))).toEqual([
      { createdTables: false, functions: [] },
      expect.arrayContaining(['audit_log']),
      expect.objectContaining({ fallbacks: [], keys: [] }),
      { foods: expect.arrayContaining([expect.objectContaining({ category: expect.anything() })]) },
    ])
  })

  it('reports all configuration errors at once', async () => {
    const { code, stderr } = await larder('serve', {
      DATABASE_URL: '',
      REDIS_URL: 'http://user:hunter2@redis',
      SECRET_KEY: 'short',
      API_PORT: '99999',
      TRUSTED_PROXIES: '10.0.0.0/8, nonsense',
      LOG_LEVEL: 'loud',
      RATE_LIMIT_PRO_PER_MINUTE: '-1',
    })
    expect(code).toBe(1)
    expect(stderr.split('\n').map(line => line.trim().split(' ')[0])).toEqual([
      'larder:',
      'DATABASE_URL',
      'REDIS_URL',
      'SECRET_KEY',
      'API_PORT',
      'TRUSTED_PROXIES',
      'RATE_LIMIT_PRO_PER_MINUTE',
      'LOG_LEVEL',
      '',
    ])
    expect(stderr).not.toContain('hunter2')
    expect(stderr).not.toContain('short')
  })

  describe('prints errors as one sentence with advice', () => {
    const databaseAs = (change: (url: URL) => void) => {
      const url = new URL(stores.databaseUrl)
      change(url)
      return { DATABASE_URL: url.href }
    }
    it.each([
      [
        'connection refused',
        'migrate',
        () => ({ DATABASE_URL: 'postgresql://x@127.0.0.1:1/x' }),
        '127.0.0.1:1 refused the connection. Is the server running? For a private one: scripts/dev-services start',
      ],
      [
        'an unknown role',
        'account list',
        () => databaseAs(url => (url.username = 'no_such_role')),
        'PostgreSQL: role "no_such_role" does not exist. Create the role',
      ],
      [
        'a missing database',
        'key list',
        () => databaseAs(url => (url.pathname = '/no_such_database')),
        'database "no_such_database" does not exist. Create the database first',
      ],
      [
        'a missing file',
        'import off /nowhere/dump.jsonl',
        () => ({}),
        'there is no file /nowhere/dump.jsonl. Check the path',
      ],
    ])('%s', async (_name, args, overrides, message) => {
      const { code, stderr } = await larder(args, overrides())
      expect(stderr).toContain(`larder: ${message.startsWith('database') ? 'PostgreSQL: ' : ''}${message}`)
      expect(stderr.trim().split('\n')).toHaveLength(1)
      expect(code).toBe(1)
    })

    it('missing permission', async () => {
      const role = `limited_${process.pid}`
      await stores.sql(`create role ${role} login`)
      const { code, stderr } = await larder(
        'account list',
        databaseAs(url => (url.username = role)),
      )
      await stores.sql(`drop role ${role}`)
      expect([code, stderr]).toEqual([1, expect.stringContaining('Grant the role of DATABASE_URL')])
    })

    it('a stack trace with --debug', async () => {
      const { stderr } = await larder('import off /nowhere/dump.jsonl --debug')
      expect(stderr).toContain('ENOENT')
    })
  })

  it('reports an unknown setting', async () => {
    const { code, stderr } = await larder('account list', { API_PORT: '', API_PROT: '8090' })
    expect(code).toBe(0)
    expect(stderr).toBe('larder: warning: API_PROT is not a setting; did you mean API_PORT?\n')
  })
})
