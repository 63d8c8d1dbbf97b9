import { describe, expect, it } from 'vitest'
import { hashKey, isWellFormedKey, newKey } from './key-format.ts'

describe('API key format', () => {
  it('generates unique, well-formed keys', () => {
    const keys = Array.from({ length: 1000 }, () => newKey('larder_read'))
    expect(new Set(keys).size).toBe(1000)
    expect(keys.every(isWellFormedKey)).toBe(true)
  })
  it('rejects a key with any single character changed', () => {
    const key = newKey('larder_full')
    for (let index = 0; index < key.length; index++) {
      const replacement = key[index] === 'x' ? 'y' : 'x'
      expect(isWellFormedKey(key.slice(0, index) + replacement + key.slice(index + 1))).toBe(false)
    }
  })
  it.each(['', 'larder_read_', 'Bearer', `${newKey('larder_read')}\n`, ` ${newKey('larder_read')}`])(
    'rejects %j',
    key => {
      expect(isWellFormedKey(key)).toBe(false)
    },
  )
  it('hashes a key with the server secret', () => {
    const key = newKey('larder_account')
    expect(hashKey(key, 'one')).toEqual(hashKey(key, 'one'))
    expect(hashKey(key, 'one')).not.toEqual(hashKey(key, 'two'))
    expect(hashKey(key, 'one')).toHaveLength(32)
  })
})
