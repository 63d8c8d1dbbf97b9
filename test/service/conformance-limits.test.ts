// The conformance suite with the checks that exhaust rate limits and wait for their windows to end. The tests wait at the
// same time.
import { it } from 'vitest'
import { alternativeKeys, alternativeSources, startAlternativeServer } from '../support/alternative-server.ts'
import { failed, runChecks, skipped, withConformanceNodes } from '../support/conformance.ts'

const nodes = withConformanceNodes()

it.concurrent('fails nothing against two nodes, and skips nothing that the demo catalog can show', async ({
  expect,
}) => {
  const results = await nodes.run({ includeSlow: true, checkDefaults: true })
  expect(failed(results)).toEqual([])
  // Needs one food found by its words and another found by spelling correction, which the demo catalog does not have.
  expect(skipped(results)).toEqual(['relevance-bands/corrected'])
}, 480_000)

it.concurrent('passes a faithful server that decides otherwise where the interface is silent', async ({
  expect,
  onTestFinished,
}) => {
  const server = await startAlternativeServer()
  onTestFinished(server.stop)
  const results = await runChecks({
    baseUrl: server.url,
    keys: alternativeKeys,
    sources: alternativeSources,
    only: ['core'],
    includeSlow: true,
    checkDefaults: true,
  })
  expect(failed(results)).toEqual([])
  // Where the interface description is served is open.
  expect(skipped(results)).toEqual(['interface-version'])
})
