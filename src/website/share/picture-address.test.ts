import { expect, it } from 'vitest'
import { createPictureAddresses } from './picture-address.ts'

const addresses = createPictureAddresses('a'.repeat(32))
const texts = { title: 'Data & quality', text: 'What “complete” means', icon: 'milk', tint: 'sea' }
const queryOf = (path: string) => new URLSearchParams(path.split('?')[1])

it('holds the texts of the page', () => {
  const path = addresses.ofPage(texts)
  expect(path).toMatch(/^\/share\/page\.png\?title=Data\+%26\+quality&[\w+%.=&-]+$/)
  expect(addresses.read(queryOf(path))).toEqual(texts)
})

it('rejects texts that this website did not write', () => {
  const path = addresses.ofPage(texts)
  for (const changed of [
    path.replace('quality', 'Quality'),
    path.replace(/&key=.*/, ''),
    path.replace(/&key=.*/, '&key=AAAAAAAAAAAAAAAA'),
    `${path}&title=Other`,
    createPictureAddresses('b'.repeat(32)).ofPage(texts),
  ])
    expect(addresses.read(queryOf(changed))).toBeUndefined()
})

it('accepts previous secrets, so that links keep their picture during a rotation', () => {
  const rotated = createPictureAddresses(['b'.repeat(32), 'a'.repeat(32)])
  expect(rotated.read(queryOf(addresses.ofPage(texts)))).toEqual(texts)
})

it('cuts long texts', () => {
  const path = addresses.ofPage({ title: 'a'.repeat(5_000), text: 'b'.repeat(5_000) })
  expect(path.length).toBeLessThan(500)
  expect(addresses.read(queryOf(path))).toBeDefined()
})
