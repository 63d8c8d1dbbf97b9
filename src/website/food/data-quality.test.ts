import { expect, it } from 'vitest'
import { explainedRules, explainFlag } from '../../quality/explanations.ts'
import { effectOf } from '../../quality/plausibility.ts'
import { localeNames } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'

it('explains every rule in English as the API does', () => {
  const { qualityRules, flagEffects, convertedFrom } = messages.en.food
  expect(Object.keys(qualityRules).toSorted()).toEqual(explainedRules.toSorted())
  for (const [rule, what] of Object.entries(qualityRules)) {
    const flag = { rule, field: 'fat_g' }
    const effect = effectOf(flag)
    expect(effect === undefined ? what : flagEffects[effect]({ what })).toBe(explainFlag(flag))
  }
  expect(convertedFrom({ unit: 'oz' })).toBe(explainFlag({ rule: 'unit-oz', field: 'serving_size_g' }))
})

it.each(localeNames.filter(locale => locale !== 'en'))('explains every rule in %s', locale => {
  const english: Record<string, string> = messages.en.food.qualityRules
  const same = Object.entries(messages[locale].food.qualityRules).filter(
    ([rule, text]) => text === english[rule],
  )
  expect(same).toEqual([])
})
