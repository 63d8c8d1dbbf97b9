import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { iconNames } from './icon-names.ts'

const websiteFolder = join(import.meta.dirname, '..')
const sprite = readFileSync(join(import.meta.dirname, 'sprite.svg'), 'utf8')
const sources = globSync('**/*.{ts,tsx}', { cwd: websiteFolder })
  .filter(file => !file.startsWith('icons/'))
  .map(file => readFileSync(join(websiteFolder, file), 'utf8'))
  .join('\n')

it('has exactly the icons with a name', () => {
  expect([...sprite.matchAll(/<symbol id="([\w-]+)"/g)].map(([, id]) => id)).toEqual([...iconNames])
})

it('has no icon that no page shows', () => {
  expect(iconNames.filter(name => !sources.includes(`'${name}'`) && !sources.includes(`"${name}"`))).toEqual(
    [],
  )
})
