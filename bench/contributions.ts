// How soon the decisions of moderators are visible on two nodes: corrections, undoing them, and takedowns.
//   npm run bench -- contributions --database-url URL --redis-url URL [--rounds 20]
// Decisions are written to the database as by another node, so each waits for a node to look for it. Removes a food each round, so give it
// a catalog that nobody needs. Import something meanwhile to measure what an import delays.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { atMost, printMissed, printTable } from '../lab/report.ts'
import { createScaleKey, deleteScaleAccount, environmentOf } from '../lab/servers/larder-process.ts'
import { undo } from '../src/community/changes.ts'
import { decide } from '../src/community/decide.ts'
import { takeDown } from '../src/community/takedowns.ts'
import { openPool } from '../src/platform/database/pool.ts'
import { sampleCatalog } from './http/samples.ts'
import { startMeasuredNode } from './soak/nodes.ts'

const { values: options } = parseArgs({
  options: {
    'database-url': { type: 'string' },
    'redis-url': { type: 'string' },
    rounds: { type: 'string', default: '20' },
  },
})
const { 'database-url': databaseUrl, 'redis-url': redisUrl } = options
if (!databaseUrl || !redisUrl)
  throw new Error('--database-url and --redis-url of a loaded catalog are required')

const pollMs = 10
const minConfidence = 0.8

interface ShownFood {
  calories_kcal: number
  confidence: number
}

const maxMs = { correction: 2_000, undo: 2_000, takedown: 60_000 }
type Step = keyof typeof maxMs

const folder = mkdtempSync(join(tmpdir(), 'larder-contributions-'))
const environment = environmentOf(databaseUrl, redisUrl)
const key = await createScaleKey(environment)
const nodes = await Promise.all(
  ['1', '2'].map(name => startMeasuredNode(environment, join(folder, `${name}.log`))),
)
const pool = openPool({
  url: databaseUrl,
  connections: 2,
  connectTimeoutMs: 10_000,
  queryTimeoutMs: 60_000,
  applicationName: 'bench',
  onIdleError: () => undefined,
})
try {
  const { foods } = await sampleCatalog(databaseUrl, 20 * Number(options.rounds))
  // Of two records with doubtful values, the corrected one is not preferred.
  const isSound = async (id: number) =>
    ((await read(nodes[0]?.url ?? '', id))?.confidence ?? 0) > minConfidence
  const sound: number[] = []
  while (sound.length <= Number(options.rounds)) {
    const id = foods.pop() as number
    if (await isSound(id)) sound.push(id)
  }
  const first = await changeOnce(sound.pop() as number)
  const times: Record<Step, number[]> = { correction: [], undo: [], takedown: [] }
  for (let round = 0; round < Number(options.rounds); round++) {
    const taken = await changeOnce(sound.pop() as number)
    for (const step of Object.keys(times) as Step[]) times[step].push(taken[step])
  }
  printTable(
    ['', 'first ms', 'p50', 'max'],
    (Object.keys(times) as Step[]).map(step => {
      const sorted = times[step].toSorted((a, b) => a - b)
      return [
        step,
        first[step].toFixed(0),
        (sorted[Math.floor(sorted.length / 2)] as number).toFixed(0),
        atMost(sorted.at(-1) as number, { of: `${step}: max`, target: maxMs[step], digits: 0 }),
      ]
    }),
  )
} finally {
  await Promise.all(nodes.map(node => node.stop()))
  await pool.close()
  deleteScaleAccount(environment)
  rmSync(folder, { recursive: true })
}
printMissed()

async function read(url: string, foodId: number): Promise<ShownFood | undefined> {
  const response = await fetch(`${url}/food/${foodId}`, { headers: { authorization: `Bearer ${key}` } })
  if (response.status === 404) return void (await response.arrayBuffer())
  if (!response.ok) throw new Error(`${response.status} for food ${foodId}: ${await response.text()}`)
  return (await response.json()) as ShownFood
}

/** Milliseconds until both nodes show it. */
async function untilVisible(
  foodId: number,
  isExpected: (food: ShownFood | undefined) => boolean,
): Promise<number> {
  const start = performance.now()
  await Promise.all(
    nodes.map(async ({ url }) => {
      while (!isExpected(await read(url, foodId))) await wait(pollMs)
    }),
  )
  return performance.now() - start
}

async function changeOnce(foodId: number): Promise<Record<Step, number>> {
  const before = await read((nodes[0] as { url: string }).url, foodId)
  if (!before) throw new Error(`food ${foodId} is not in the catalog`)
  const calories_kcal = Math.round(before.calories_kcal * 1.02) + 1
  const { rows } = await pool.query<{ id: number; revision: number }>({
    text: `
      insert into contributions (kind, food_id, proposed, before, checks, sent_with)
        values ('correction', $1, $2, '{}', '[]', 'api') returning id, revision`,
    values: [foodId, JSON.stringify({ calories_kcal })],
  })
  const { id, revision } = rows[0] as { id: number; revision: number }
  const decided = await decide(pool, id, revision, null, { action: 'accept', isConfirmed: true })
  if ('error' in decided) throw new Error(decided.error)
  const correction = await untilVisible(foodId, food => food?.calories_kcal === calories_kcal)
  const { rows: changes } = await pool.query<{ id: number }>({
    text: 'select max(id) as id from community_changes where contribution_id = $1',
    values: [id],
  })
  await undo(pool, (changes[0] as { id: number }).id, null, 'benchmark')
  const undone = await untilVisible(foodId, food => food?.calories_kcal === before.calories_kcal)
  const removed = await takeDown(pool, {
    subject: { kind: 'food', foodId },
    ground: 'other',
    reason: 'benchmark',
    moderatorId: null,
  })
  if ('error' in removed) throw new Error(removed.error)
  const takedown = await untilVisible(foodId, food => food === undefined)
  return { correction, undo: undone, takedown }
}
