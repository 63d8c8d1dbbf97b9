// Keys are made, used and revoked while things break: what was acknowledged must hold.
import { setTimeout as wait } from 'node:timers/promises'
import { ask } from '../lab/clients/http.ts'
import type { Told } from './results.ts'

const pauseMs = 2_000
// A revoked key lives on for half a second; the rest is for a busy machine.
const revokedWithinMs = 1_500

interface MadeKey {
  id: number
  key: string
}

/** Runs until it is told to stop. `wrong` says what was promised and did not hold. */
export function liveWithKeys(apiUrl: string, accountKey: string, onTold: (told: Told) => void) {
  let isOver = false
  const wrong: string[] = []
  const unrevoked: MadeKey[] = []

  async function tried(method: string, path: string, key: string, body?: object) {
    const dueAt = performance.now()
    const answer = await ask(apiUrl, path, {
      method,
      key,
      ...(body && { body, headers: { 'content-type': 'application/json' } }),
    }).catch(() => ({ status: 0, json: undefined }))
    const ms = performance.now() - dueAt
    onTold({ kind: `${method} /auth/keys`, status: answer.status, error: '', isWrong: false, dueAt, ms })
    return answer
  }

  async function oneLife(): Promise<void> {
    const made = await tried('POST', '/auth/keys', accountKey, { name: `k${Date.now()}`, scope: 'read' })
    if (made.status === 201) unrevoked.push(made.json as MadeKey)
    await checkLiving()
    const next = unrevoked[0]
    if (next === undefined) return
    const revoked = await tried('DELETE', `/auth/keys/${next.id}`, accountKey)
    if (revoked.status !== 204 && revoked.status !== 404) return
    unrevoked.shift()
    await wait(revokedWithinMs)
    if ((await statusWith(next.key)) === 200) wrong.push(`key ${next.id} was revoked and is still taken`)
  }

  async function checkLiving(): Promise<void> {
    for (const { id, key } of unrevoked) {
      if ((await statusWith(key)) === 401) wrong.push(`key ${id} was acknowledged and is unknown`)
    }
  }

  const statusWith = (key: string) =>
    ask(apiUrl, '/foods/categories', { key }).then(
      ({ status }) => status,
      () => 0,
    )

  const running = (async () => {
    while (!isOver) {
      await oneLife()
      await wait(pauseMs)
    }
  })()
  return {
    wrong,
    async stop() {
      isOver = true
      await running
    },
  }
}
