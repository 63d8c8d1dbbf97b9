// What a contributor does by hand for each recipe of CONTRIBUTING.md, and what must be visible afterwards. The commands are those
// of CONTRIBUTING.md itself.
import { readFileSync } from 'node:fs'
import { localeNames } from '../../src/website/i18n/locales.ts'

/** A new file, or lines inserted after the first line that contains `after`. */
export type Edit = { file: string; text: string } | { file: string; after: string; text: string }

export interface Request {
  server: 'api' | 'website'
  path: string
  /** Members of the response, or of the first food of a list. */
  members?: Record<string, unknown>
  contains?: string
  /** Members that every food of a list must have, with any value but null. */
  known?: string
}

/** What shows-the-change.ts imports and requests. */
interface Proof {
  /** The subcommand of `larder import`, and its option. */
  origin: { from: string; source?: string }
  records: object[]
  requests: Request[]
}

export interface Recipe {
  /** The heading in CONTRIBUTING.md. */
  heading: string
  edits: Edit[]
  /** How many files, without the messages of the website, and how many lines in the messages of each language. */
  goal: { files: number; linesPerLanguage?: number }
  /** Texts that files contain once the commands have run. */
  contents: Record<string, string>
  /** Tests of the repository that must pass; those of the project unit if empty. */
  tests: string[]
  proof?: Proof
}

const inEveryLanguage = (key: string, english: string): Edit[] =>
  localeNames.map(locale => ({
    file: `src/website/messages/${locale}.json`,
    after: '{',
    text: `  ${JSON.stringify(key)}: { "defaultMessage": ${JSON.stringify(`${english} ${locale}`)} },`,
  }))

const food = (values: object) => ({
  source_id: 'recipe-1',
  name: 'Quince jelly',
  calories_kcal: 260,
  protein_g: 1,
  fat_g: 0,
  carbs_g: 64,
  ...values,
})

export const recipes: Recipe[] = [
  {
    heading: 'Add a nutrient',
    edits: [
      {
        file: 'src/food/nutrients.ts',
        after: "usLabel: { order: 9, name: 'Potassium'",
        text: `    example: null,
  },
  starch_g: {
    name: 'starch',
    unit: 'g',
    amount: 'starch',
    off: { names: ['starch'], unit: 'g' },
    usda: [1009],
    limit: massLimit,
    confidenceWeight: 0,`,
      },
      {
        file: 'sql/core.sql',
        after: '  potassium_mg real check',
        text: '  starch_g real check (starch_g >= 0),',
      },
      { file: 'sql/core.sql', after: 'create table superseded_records (', text: '  starch_g real,' },
      { file: 'sql/core.sql', after: 'create table partial_records (', text: '  starch_g real,' },
      ...inEveryLanguage('shared.nutrients.starch_g', 'Starch'),
    ],
    goal: { files: 2, linesPerLanguage: 1 },
    contents: {
      'openapi.json': '"starch_g"',
      'packages/client/src/openapi.ts': 'starch_g: number | null',
      'packages/client/src/nutrient-names.ts': "'starch_g'",
      'test/contract/nutrient-names.ts': "'starch_g'",
      'packages/off-adapter/src/nutrient-units.ts': "name: 'starch'",
      'packages/off-adapter/README.md': '`starch_g`',
      'clients/python/src/larder/_food.py': 'starch_g: float | None',
    },
    tests: [],
    proof: {
      origin: { from: 'jsonl', source: 'community' },
      records: [food({ starch_g: 12 })],
      requests: [
        { server: 'api', path: '/food/1', members: { name: 'Quince jelly', starch_g: 12 } },
        { server: 'website', path: '/de/compare?foods=1', contains: 'Starch de' },
      ],
    },
  },
  {
    heading: 'Add a micronutrient',
    edits: [
      {
        file: 'src/food/micronutrients.ts',
        after: '    // Pure salt.',
        text: `    max: 60_700,
  },
  molybdenum_ug: {
    name: 'molybdenum',
    group: 'mineral',
    unit: 'µg',
    off: ['molybdenum'],
    usda: [1102],`,
      },
      ...inEveryLanguage('food.micronutrients.molybdenum_ug', 'Molybdenum'),
    ],
    goal: { files: 1, linesPerLanguage: 1 },
    contents: {
      'docs/reference/food-details.md': '| `molybdenum_ug` | molybdenum |',
      'packages/off-adapter/src/micronutrient-units.ts': "name: 'molybdenum'",
    },
    tests: ['src/food', 'src/sources', 'src/importer', 'src/website/i18n'],
    proof: {
      origin: { from: 'jsonl', source: 'community' },
      records: [food({ details: { micronutrients: { molybdenum_ug: 40 } } })],
      requests: [{ server: 'website', path: '/fr/food/1-quince-jelly', contains: 'Molybdenum fr' }],
    },
  },
  {
    heading: 'Add a data source',
    edits: [
      {
        file: 'src/food/sources.ts',
        after: 'const facts = {',
        text: `  orchard: {
    label: 'Orchard table',
    provider: 'Orchard table',
    provenance: 'From the Orchard table',
    homepage: 'https://orchard.example',
    licence: { name: 'CC0 1.0', shortName: 'CC0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
    credit: { text: 'Orchard table', url: 'https://orchard.example', isRequired: false },
    trust: 0.9,
    recordRank: { checked: 3, other: 2 },
    isMeasured: true,
    isSearchFilter: false,
    acceptsJsonl: false,
  },`,
      },
      {
        file: 'src/sources/orchard/orchard.ts',
        text: `import { text } from '../coerce.ts'
import type { ReadRecord, Source } from '../source.ts'

const readRecord: ReadRecord = ({ code, title, protein }) => ({
  source: 'orchard',
  source_id: text(code) ?? '',
  barcode: null,
  kind: null,
  obsolete: false,
  name: text(title),
  brand: null,
  categories: [],
  serving: null,
  image_url: null,
  image_thumb_url: null,
  popularity: 0,
  source_modified_at: null,
  per: '100g',
  amounts: { protein: { value: protein, unit: 'g' } },
  details: null,
})

export const orchard = {
  name: 'orchard',
  help: 'import the Orchard table',
  fileHelp: 'JSON lines of the Orchard table',
  options: [],
  idField: 'code',
  formats: ['jsonl'],
  ids: ['orchard'],
  deltas: null,
  open: async file => (await import('../formats/open-dump.ts')).openDump(file),
  recordReader: async () => readRecord,
} as const satisfies Source
`,
      },
      {
        file: 'src/sources/orchard/orchard.test.ts',
        text: `import { expect, it } from 'vitest'
import { orchard } from './orchard.ts'

it('reads a row', async () => {
  const read = await orchard.recordReader()
  expect(read({ code: 'q1', title: 'Quince, raw', protein: 0.4 })).toMatchObject({ name: 'Quince, raw' })
})
`,
      },
      {
        file: 'src/sources/registry.ts',
        after: 'const readers = {',
        text: '  orchard,',
      },
      {
        file: 'src/sources/registry.ts',
        after: "import { off } from './off/off.ts'",
        text: "import { orchard } from './orchard/orchard.ts'",
      },
    ],
    goal: { files: 4 },
    contents: {
      'docs/reference/sources.md': '`larder import orchard FILE`',
      'openapi.json': 'orchard',
      'packages/mcp/src/source-credits.ts': 'Orchard table',
      'test/contract/source-ids.ts': "'orchard'",
    },
    tests: ['src/sources', 'src/food', 'src/api', 'packages'],
    proof: {
      origin: { from: 'orchard' },
      records: [{ code: 'q1', title: 'Quince, raw', protein: 0.4 }],
      requests: [
        {
          server: 'api',
          path: '/food/1',
          members: { source: 'orchard', name: 'Quince, raw', protein_g: 0.4 },
        },
        { server: 'website', path: '/food/1-quince-raw', contains: 'Orchard table' },
      ],
    },
  },
  {
    heading: 'Add a food table',
    edits: [
      {
        file: 'src/food/sources.ts',
        after: 'const facts = {',
        text: `  orchard: {
    ...foodTable,
    label: 'Orchard table',
    provider: 'Orchard table',
    provenance: 'From the Orchard table',
    homepage: 'https://orchard.example',
    licence: { name: 'CC0 1.0', shortName: 'CC0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
    credit: { text: 'Orchard table', url: 'https://orchard.example', isRequired: false },
  },`,
      },
      {
        file: 'src/sources/table/data/orchard.yaml',
        text: `code: [Number]
names: { en: [Fruit] }
missing: ['?']
traces: [trace]
amounts:
  protein: { g: [Protein (g)] }
group: [Number]
categories: { Q: Fruits }
`,
      },
      {
        file: 'test/support/food-tables/orchard.yaml',
        text: `files:
  orchard.csv: |
    Number,Fruit,Protein (g)
    Q1,"Quince, raw",0.4
foods:
  Q1: { name: 'Quince, raw', categories: [Fruits], amounts: { protein: { value: '0.4', unit: g } } }
`,
      },
    ],
    goal: { files: 3 },
    contents: {
      'docs/reference/sources.md': '`larder import orchard FILE`',
      'openapi.json': 'orchard',
      'packages/mcp/src/source-credits.ts': 'Orchard table',
    },
    tests: ['src/sources', 'src/food', 'src/api'],
  },
  {
    heading: 'Add a setting',
    edits: [
      {
        file: 'src/main/config.ts',
        after: '  API_HOST: {',
        text: "  API_MOTTO: { description: 'Motto of the API', default: 'eat well', parse: text },",
      },
    ],
    goal: { files: 1 },
    contents: { '.env.example': '# API_MOTTO=eat well', 'docs/reference/settings.md': '| `API_MOTTO` |' },
    tests: ['src/main'],
  },
  {
    heading: 'Change the schema',
    edits: [{ file: 'sql/core.sql', after: 'create table accounts (', text: '  motto text,' }],
    goal: { files: 1 },
    contents: {},
    tests: ['test/service/schema.test.ts'],
  },
  {
    heading: 'Add or change an SQL function',
    edits: [
      {
        file: 'sql/functions/half_of.sql',
        text: `create or replace function half_of(value real) returns real
  immutable parallel safe language sql
  return value / 2;
`,
      },
    ],
    goal: { files: 1 },
    contents: {},
    tests: ['test/service/schema.test.ts'],
  },
  {
    heading: 'Add a synonym',
    edits: [{ file: 'src/search/synonyms/regional.txt', after: '# Vegetables', text: 'membrillo, quince' }],
    goal: { files: 1 },
    contents: {},
    tests: ['src/search/synonyms'],
    proof: {
      origin: { from: 'jsonl', source: 'community' },
      records: [food({ name: 'Quinces in syrup' })],
      requests: [{ server: 'api', path: '/search?q=membrillo', members: { name: 'Quinces in syrup' } }],
    },
  },
  {
    heading: 'Add a search filter',
    edits: [
      {
        file: 'src/search/filters.ts',
        after: 'const table = [',
        text: `  {
    kind: 'flag',
    name: 'serving',
    columns: { serving_size_g: 'real' },
    condition: () => 'serving_size_g is not null',
    api: Type.Optional(Type.Boolean({ description: 'Only foods with a serving' })),
  },`,
      },
      ...inEveryLanguage('search.names.serving', 'States a serving'),
    ],
    goal: { files: 1, linesPerLanguage: 1 },
    contents: {
      'openapi.json': 'Only foods with a serving',
      'packages/client/src/openapi.ts': 'Only foods with a serving',
      'sql/functions/passes_filters.sql': 'serving_size_g is not null',
    },
    tests: [
      'src/search',
      'src/api',
      'src/food/literals.test.ts',
      'test/service/website/search-filters.test.ts',
    ],
    proof: {
      origin: { from: 'jsonl', source: 'community' },
      records: [
        food({ source_id: 'recipe-1', name: 'Quince jelly' }),
        food({ source_id: 'recipe-2', name: 'Quince jam', serving_size_g: 20 }),
      ],
      requests: [
        { server: 'api', path: '/search?q=quince&serving=true', known: 'serving_size_g' },
        { server: 'website', path: '/pl/search?q=quince', contains: 'States a serving pl' },
      ],
    },
  },
  {
    heading: 'Add a page',
    edits: [
      {
        file: 'src/website/public/press-page.tsx',
        text: `import type { FastifyInstance } from 'fastify'
import type { WebsiteContext } from '../context.ts'
import { messages } from '../messages/compiled/index.ts'
import { sendPublicPage } from '../shell/responses.tsx'

export function addPressPage(app: FastifyInstance, { catalog }: WebsiteContext): void {
  app.get('/press', { config: { isPublic: true } }, (request, reply) => {
    const title = messages[request.locale].shared.footerCompany.press
    return sendPublicPage(request, reply, {
      title,
      description: title,
      canonical: \`\${catalog.websiteUrl}/press\`,
      content: (
        <div class="wrap">
          <h1 class="h-xl">{title}</h1>
        </div>
      ),
    })
  })
}
`,
      },
      {
        file: 'src/website/pages.ts',
        after: "import { addContactPage } from './public/contact-page.tsx'",
        text: "import { addPressPage } from './public/press-page.tsx'",
      },
      {
        file: 'src/website/pages.ts',
        after: 'const pages: readonly PublicPage[] = [',
        text: `  {
    path: '/press',
    footer: { column: 'footerCompany', nameOf: t => t.footerCompany.press },
    isInSitemap: true,
    add: addPressPage,
  },`,
      },
      ...inEveryLanguage('shared.footerCompany.press', 'Press'),
      {
        file: 'test/service/website/press-page.test.ts',
        text: `import { expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { withFixtureService } from '../../support/fixture-service.ts'

const fixture = withFixtureService()

it('has a title in every language', async () => {
  expect((await ask(fixture.service.websiteUrl, '/es/press')).text).toContain('<h1 class="h-xl">Press es</h1>')
})
`,
      },
    ],
    goal: { files: 3, linesPerLanguage: 1 },
    contents: {},
    tests: ['src/website', 'test/service/website/press-page.test.ts'],
    proof: {
      origin: { from: 'jsonl', source: 'community' },
      records: [food({})],
      requests: [
        { server: 'website', path: '/press', contains: 'Press en' },
        { server: 'website', path: '/about', contains: '<a href="/press">Press en</a>' },
        { server: 'website', path: '/sitemaps/pages.xml', contains: '/press</loc>' },
      ],
    },
  },
  {
    heading: 'Add a language',
    edits: [
      // Stands for a translation: another language with the same plural forms.
      { file: 'src/website/messages/nl.json', text: readFileSync('src/website/messages/de.json', 'utf8') },
      {
        file: 'src/website/i18n/locales.ts',
        after: 'export const locales = {',
        text: "  nl: { name: 'Nederlands', tag: 'nl-NL', isUnreviewed: true },",
      },
    ],
    goal: { files: 2 },
    contents: { 'src/website/messages/compiled/index.ts': "from './nl.ts'" },
    tests: ['src/website', 'scripts/compile-messages.test.ts'],
    proof: {
      origin: { from: 'jsonl', source: 'community' },
      records: [food({})],
      requests: [
        { server: 'website', path: '/nl/about', contains: '<html lang="nl"' },
        { server: 'website', path: '/about', contains: 'Nederlands' },
      ],
    },
  },
]
