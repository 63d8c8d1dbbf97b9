// `larder account role` and `larder moderation` as an operator runs them.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { buildIfOutdated } from '../../../lab/build.ts'
import { environmentFor } from '../../../lab/service.ts'
import { acquireImportLock } from '../../../src/importer/run.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import { createStores, type TestStores } from '../../support/database.ts'
import { addAuthor, addContribution, proposedFood } from '../../support/review.ts'

const run = promisify(execFile)
let stores: TestStores
let environment: Record<string, string>
let ada: number

beforeAll(async () => {
  buildIfOutdated()
  stores = await createStores('fixture-foods')
  environment = { PATH: process.env['PATH'] ?? '', ...environmentFor(stores) }
  ada = await addAuthor(stores, 'ada')
  return stores.drop
})

async function larder(...args: string[]) {
  try {
    const { stdout, stderr } = await run(`${process.cwd()}/bin/larder`, args, { cwd: '/', env: environment })
    return { code: 0, stdout, stderr }
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string }
  }
}

const add = (name: string) =>
  addContribution(stores, { accountId: ada, proposed: { ...proposedFood, name }, note: 'From the label' })
const shown = async (name: string) =>
  (await stores.sql<{ id: number }>('select id from foods where name = $1', [name]))[0]?.id

it('grants a role, with an entry in the audit log', async () => {
  const { stdout } = await larder('account', 'role', 'ada', 'moderator')
  expect(stdout).toContain('account ada is now a moderator')
  expect(stdout).toContain('two-factor authentication')
  expect((await larder('account', 'list')).stdout).toMatch(/^ada +starter +moderator/m)
  expect(
    await stores.sql('select actor, action, subject from audit_log where account_id = $1', [ada]),
  ).toEqual([{ actor: 'operator', action: 'role changed', subject: 'moderator' }])
  expect((await larder('account', 'role', 'nobody', 'moderator')).code).toBe(1)
  expect((await larder('account', 'role', 'ada', 'king')).code).toBe(2)
  await larder('account', 'role', 'ada', 'contributor')
})

it('lists, shows, accepts, publishes and undoes, once', async () => {
  const id = String(await add('Quince Butter'))
  expect((await larder('moderation', 'list')).stdout).toContain('Quince Butter')
  const details = (await larder('moderation', 'show', id)).stdout
  for (const text of ['Quince Butter: new, pending', 'sugar_g', '55', 'note: From the label'])
    expect(details).toContain(text)
  const accepted = await larder('moderation', 'accept', id, '--confirmed', '--json')
  expect(JSON.parse(accepted.stdout)).toMatchObject({ status: 'accepted', published: true })
  const food = await shown('Quince Butter')
  expect(food).toBeGreaterThan(0)
  expect((await larder('moderation', 'accept', id)).stderr).toContain('was decided already')
  expect(await stores.sql('select decided_by from contributions where id = $1', [id])).toEqual([
    { decided_by: null },
  ])
  const [change] = JSON.parse((await larder('moderation', 'history', String(food), '--json')).stdout)
  const undone = await larder('moderation', 'undo', String(change.id), '--reason', 'Not sold')
  expect(undone.stdout).toContain('the catalog is up to date')
  expect(await shown('Quince Butter')).toBe(undefined)
  expect((await larder('moderation', 'undo', String(change.id), '--reason', 'Again')).code).toBe(1)
  expect(
    await stores.sql("select parameters from mail_queue where kind = 'contributions-reviewed'"),
  ).toMatchObject([
    { parameters: { results: [{ status: 'accepted' }, { status: 'undone', reason: 'Not sold' }] } },
  ])
})

it('prints no character that a terminal obeys, and a line for each contribution', async () => {
  const id = String(await add('Sloe \u001b]0;owned\u0007\u009b2J\n99  new  fake'))
  const { stdout: list } = await larder('moderation', 'list')
  const { stdout: details } = await larder('moderation', 'show', id)
  const { stdout: json } = await larder('moderation', 'show', id, '--json')
  for (const printed of [list, details, json]) {
    expect(printed).toContain('owned')
    expect(printed).not.toMatch(/[^\P{Cc}\n]/u)
  }
  expect(list).not.toMatch(/^99/m)
  await larder('moderation', 'reject', id, '--reason', 'Spam')
})

it('leaves publishing to a node while an import runs', async () => {
  const id = String(await add('Medlar Jelly'))
  await withConnection(stores.databaseUrl, async importing => {
    await acquireImportLock(importing)
    expect((await larder('moderation', 'accept', id)).stdout).toContain('a node publishes it afterwards')
  })
  expect(await shown('Medlar Jelly')).toBe(undefined)
})

it('rejects and asks with a text, and says what is wrong', async () => {
  const [rejected, asked] = [String(await add('Rejected')), String(await add('Asked'))]
  expect((await larder('moderation', 'reject', rejected)).code).toBe(2)
  expect((await larder('moderation', 'reject', rejected, '--reason', ' ')).code).toBe(2)
  expect((await larder('moderation', 'reject', rejected, '--reason', 'A duplicate')).stdout).toContain(
    'rejected',
  )
  expect((await larder('moderation', 'ask', asked, '--question', 'Drained?')).stdout).toContain('question')
  expect((await larder('moderation', 'show', asked)).stdout).toContain('Drained?')
  expect((await larder('moderation', 'show', '999999')).code).toBe(1)
  expect((await larder('moderation', 'show', 'x')).code).toBe(2)
})

it('lists and closes cases', async () => {
  const [opened] = await stores.sql<{ id: number }>(
    `insert into report_cases (food_id, kind, senders) select min(id), 'name', 1 from foods returning id`,
  )
  const id = String(opened?.id)
  expect((await larder('moderation', 'cases')).stdout).toMatch(new RegExp(`^${id} +name`, 'm'))
  expect((await larder('moderation', 'close', id, '--dismiss')).stdout).toBe(`case ${id}: dismissed\n`)
  expect((await larder('moderation', 'close', id)).code).toBe(1)
})
