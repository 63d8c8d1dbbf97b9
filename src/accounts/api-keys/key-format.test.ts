import { describe, expect, it } from 'vitest'
import { hashKey, isWellFormedKey, newKey } from './key-format.ts'

describe('keys', () => {
  it('are recognised, and differ', () => {
    const keys = Array.from({ length: 1000 }, () => newKey('larder_read'))
    expect(new Set(keys).size).toBe(1000)
    expect(keys.every(isWellFormedKey)).toBe(true)
  })
  it('are refused when any one character is another', () => {
    const key = newKey('larder_full')
    for (let index = 0; index < key.length; index++) {
      const other = key[index] === 'x' ? 'y' : 'x'
      expect(isWellFormedKey(key.slice(0, index) + other + key.slice(index + 1))).toBe(false)
    }
  })
  it.each(['', 'larder_read_', 'Bearer', `${newKey('larder_read')}\n`, ` ${newKey('larder_read')}`])(
    'refuse %j',
    text => {
      expect(isWellFormedKey(text)).toBe(false)
    },
  )
  it('are stored under the secret', () => {
    const key = newKey('larder_account')
    expect(hashKey(key, 'one')).toEqual(hashKey(key, 'one'))
    expect(hashKey(key, 'one')).not.toEqual(hashKey(key, 'two'))
    expect(hashKey(key, 'one')).toHaveLength(32)
  })
})
