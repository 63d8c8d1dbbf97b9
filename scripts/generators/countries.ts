import { slugOf } from '../../packages/off-adapter/src/tags.ts'
import { offCountryTags } from '../../src/language/countries.ts'
import { constantModule } from './constant-module.ts'

/** Most tags follow from the name. */
export const countryFiles = (): Record<string, string> => ({
  'packages/off-adapter/src/country-tags.ts': constantModule(
    'src/language/countries.ts',
    'countryTags',
    offCountryTags().filter(({ name, tag }) => tag !== `en:${slugOf(name)}`),
  ),
})
