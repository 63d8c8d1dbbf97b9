import { expect, it } from 'vitest'
import { readRules } from '../../scripts/specification.ts'
import { checks } from './run.ts'
import { ruleOf } from './types.ts'

/**
 * They need an outage, hours, hundreds of wrong keys or knowledge of the sources, oblige clients, or are checked together with
 * another rule. Other tests cover those that bind Larder.
 */
const notFromOutside = [
  'database-outage',
  'cached-during-outage',
  'redis-outage',
  'node-readiness',
  'overload-rejection',
  'website-isolation',
  'authorization-header',
  'invalid-key-limit',
  'additive-changes',
  'deprecation-headers',
  'source-identifiers',
  'one-food-per-product',
  'best-values',
  'stable-ids',
  'confidence-score',
  'usable-nutrition',
  'everyday-foods',
  'natural-portions',
  'error-body',
  'server-errors',
  'extension-paths',
  'account-extension',
  'meal-choice',
  'reserved-parameters',
  'unconfirmed-contributions',
  'takedown-effect',
  'hourly-cap',
  'shared-cache',
  'everyday-foods-first',
  'stated-constraints',
  'food-queries',
  'never-another-food',
  'equal-entries',
  'unknown-is-null',
  'per-100-g',
  'source-field',
  'estimate-source-name',
  'public-credit',
]

it('has checks for every rule that can be observed from outside', () => {
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length)
  const checked = new Set(checks.map(({ id }) => ruleOf(id).name))
  expect(
    readRules()
      .map(({ name }) => name)
      .filter(name => !checked.has(name)),
  ).toEqual(notFromOutside)
})
