// Creates, uses and revokes keys while faults are injected: acknowledged changes must hold.
import { setTimeout as wait } from 'node:timers/promises'
import { ask } from '../../lab/clients/http.ts'
import type { RequestResult } from './results.ts'

const pauseMs = 2_000
// A revoked key is cached for half a second; the rest is tolerance for a busy machine.
const maxRevocationMs = 1_500

interface CreatedKey {
  id: number
  key: string
  /** Its revocation was sent. Without a response, it may be revoked or not. */
  isRevoking?: boolean
}

/** Runs until stopped. `violations` lists acknowledged changes that did not hold. */
export function exerciseKeys(apiUrl: string, accountKey: string, onResult: (result: RequestResult) => void) {
  let isStopped = false
  const violations: string[] = []
  const unrevoked: CreatedKey[] = []

  async function send(method: string, path: string, key: string, body?: object) {
    const dueAt = performance.now()
    const response = await ask(apiUrl, path, {
      method,
      key,
      ...(body && { body, headers: { 'content-type': 'application/json' } }),
    }).catch(() => ({ status: 0, json: undefined }))
    const ms = performance.now() - dueAt
    onResult({
      kind: `${method} /auth/keys`,
      status: response.status,
      error: '',
      isIncorrect: false,
      dueAt,
      ms,
    })
    return response
  }

  async function runLifecycle(): Promise<void> {
    const made = await send('POST', '/auth/keys', accountKey, { name: `k${Date.now()}`, scope: 'read' })
    if (made.status === 201) unrevoked.push(made.json as CreatedKey)
    await checkActiveKeys()
    const next = unrevoked[0]
    if (next === undefined) return
    next.isRevoking = true
    const revoked = await send('DELETE', `/auth/keys/${next.id}`, accountKey)
    if (revoked.status !== 204 && revoked.status !== 404) return
    unrevoked.shift()
    await wait(maxRevocationMs)
    if ((await statusWith(next.key)) === 200)
      violations.push(`key ${next.id} was revoked and is still accepted`)
  }

  async function checkActiveKeys(): Promise<void> {
    for (const { id, key, isRevoking } of unrevoked) {
      if (!isRevoking && (await statusWith(key)) === 401)
        violations.push(`key ${id} was acknowledged and is rejected`)
    }
  }

  const statusWith = (key: string) =>
    ask(apiUrl, '/foods/categories', { key }).then(
      ({ status }) => status,
      () => 0,
    )

  const running = (async () => {
    while (!isStopped) {
      await runLifecycle()
      await wait(pauseMs)
    }
  })()
  return {
    violations,
    async stop() {
      isStopped = true
      await running
    },
  }
}
