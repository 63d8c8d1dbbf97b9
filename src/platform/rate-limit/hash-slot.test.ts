import { expect, it } from 'vitest'
import { slotOf } from './hash-slot.ts'

// CRC-16 of 123456789 is 0x31c3 in the specification of Redis Cluster; the others are from CLUSTER KEYSLOT.
it.each([
  ['123456789', 0x31c3],
  ['foo', 12182],
  ['limit:{foo}:minute', 12182],
  ['{foo}{bar}', 12182],
  ['a}b{foo}', 12182],
  ['{}foo', 9500],
  ['{foo', 13308],
  ['', 0],
])('%s is in slot %i', (key, slot) => {
  expect(slotOf(key)).toBe(slot)
})
