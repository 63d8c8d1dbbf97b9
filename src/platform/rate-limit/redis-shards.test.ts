import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slotCount, slotOf } from './hash-slot.ts'
import { assignSlots } from './redis-shards.ts'

const serverNames = fc.uniqueArray(
  fc.tuple(fc.domain(), fc.integer({ min: 1, max: 65_535 })).map(([host, port]) => `${host}:${port}`),
  { minLength: 1, maxLength: 12 },
)
const subject = fc.oneof(
  fc.nat().map(id => `account:${id}`),
  fc.ipV4().map(address => `ip:${address}`),
  fc.ipV6().map(address => `ip:${address}`),
)

const ownersBySlot = (names: string[]) => Array.from(assignSlots(names), index => names[index] as string)

describe('shard selection', () => {
  it('gives all windows of a subject to the same shard', () => {
    fc.assert(
      fc.property(serverNames, subject, fc.string(), fc.string(), (names, subject, one, another) => {
        const owners = ownersBySlot(names)
        // Braces of a name before the subject would be another subject.
        const keys = [one, another].map(name => `limit:{${subject}}:${name}`)
        expect(new Set(keys.map(key => owners[slotOf(key)])).size).toBe(1)
      }),
    )
  })

  it('does not depend on the order in which servers are listed', () => {
    fc.assert(
      fc.property(
        serverNames.chain(names =>
          fc.tuple(fc.constant(names), fc.shuffledSubarray(names, { minLength: names.length })),
        ),
        ([names, shuffled]) => {
          expect(ownersBySlot(shuffled)).toEqual(ownersBySlot(names))
        },
      ),
      { numRuns: 30 },
    )
  })

  it('moves only the subjects that a new server takes over', () => {
    fc.assert(
      fc.property(
        serverNames.filter(names => names.length > 1),
        ([added = '', ...names]) => {
          const before = ownersBySlot(names)
          const moved = ownersBySlot([...names, added]).filter((owner, slot) => owner !== before[slot])
          expect(new Set(moved)).toEqual(new Set([added]))
        },
      ),
      { numRuns: 30 },
    )
  })

  it('divides the slots evenly', () => {
    fc.assert(
      fc.property(serverNames, names => {
        const counts = Map.groupBy(ownersBySlot(names), owner => owner)
        const even = slotCount / names.length
        for (const name of names) {
          const share = (counts.get(name)?.length ?? 0) / even
          expect(share).toBeGreaterThan(0.75)
          expect(share).toBeLessThan(1.25)
        }
      }),
      { numRuns: 30 },
    )
  })
})
