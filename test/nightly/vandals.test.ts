// A wave of vandalism, measured from outside. `VANDALS=200 HONEST=20` is the full size; the moderator's time is in proportion.
import { expect, it } from 'vitest'
import { simulateWave } from '../support/vandal-wave.ts'

const vandals = Number(process.env['VANDALS'] ?? 20)
const honest = Number(process.env['HONEST'] ?? 4)
const decisionsPerHour = 1.8 * vandals

it('keeps harm out of the catalog, the queue usable and honest people unaffected', {
  timeout: 3_600_000,
}, async () => {
  const calm = await simulateWave({ vandals: 0, honest, decisionsPerHour })
  const wave = await simulateWave({ vandals, honest, decisionsPerHour })
  console.log(JSON.stringify({ calm: calm.honest, wave }, null, 2))
  expect(wave.harmfulSeen).toEqual([])
  expect(wave.smallChanges.live).toBeGreaterThan(0)
  expect(wave.honest).toMatchObject({ refused: 0, accepted: calm.honest.accepted })
  expect(wave.honest.known.worstMinutes).toBeLessThan(10)
  expect(wave.queue.casesAtEnd).toBeLessThan(vandals)
})
