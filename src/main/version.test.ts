import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { version } from './version.ts'

it('the Helm chart has the version of package.json', () => {
  const chart = parse(readFileSync('deploy/helm/larder/Chart.yaml', 'utf8'))
  expect([chart.version, chart.appVersion]).toEqual([version, version])
})

it('the newest release in the changelog is this version', () => {
  const releases = readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## \[(.+)\] - \d{4}-\d{2}-\d{2}$/gm)
  expect([...releases].map(([, release]) => release)[0]).toBe(version)
})
