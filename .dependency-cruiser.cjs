// Which folder may import which. `npm run generate` writes the table in ARCHITECTURE.md from these rules: the folders of onlyImports and
// onlyUsesPackages, then the comment of every other rule that is about one of these folders alone.
const folder = name => `^src/${name}/`

const onlyImports = (name, allowed) => ({
  name: `imports-of-${name}`,
  severity: 'error',
  from: { path: folder(name), pathNot: '\\.test\\.ts$' },
  to: { path: '^src/', pathNot: [name, ...allowed].map(folder) },
})

/** By folder where the other package is built, by name where it is not. */
const packagePatterns = name => [`^packages/${name}/`, `^@larder/${name}$`]

const onlyUsesPackages = (name, allowed) => ({
  name: `imports-of-${name}`,
  severity: 'error',
  from: { path: `^packages/${name}/`, pathNot: '\\.test\\.ts$' },
  to: {
    path: ['^packages/', '^@larder/'],
    pathNot: [name, ...allowed].flatMap(packagePatterns),
  },
})

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: { path: '^(src|packages|test/contract)/' },
      to: { circular: true },
    },
    onlyImports('language', []),
    onlyImports('food', ['language']),
    onlyImports('platform', []),
    onlyImports('quality', ['food', 'language']),
    onlyImports('sources', ['food', 'language', 'quality']),
    onlyImports('search', ['food', 'language', 'quality', 'platform']),
    onlyImports('catalog', ['food', 'language', 'quality', 'platform', 'search']),
    onlyImports('meals', ['food', 'language', 'search', 'catalog']),
    onlyImports('accounts', ['food', 'platform']),
    onlyImports('importer', ['food', 'language', 'quality', 'sources', 'search', 'catalog', 'platform']),
    onlyImports('estimates', ['food', 'language', 'quality', 'platform']),
    onlyImports('packs', ['food', 'language']),
    onlyImports('api', ['food', 'language', 'quality', 'search', 'catalog', 'meals', 'accounts', 'platform']),
    onlyImports('website', [
      'food',
      'language',
      'quality',
      'search',
      'catalog',
      'meals',
      'accounts',
      'packs',
      'platform',
    ]),
    onlyUsesPackages('client', []),
    onlyUsesPackages('portions', []),
    onlyUsesPackages('mcp', ['client', 'portions']),
    onlyUsesPackages('off-adapter', ['client']),
    {
      name: 'catalog-uses-only-filters-and-rank-tiers-of-search',
      severity: 'error',
      comment: 'of search, only the filters and the rank tiers',
      from: { path: '^src/catalog/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/search/', pathNot: '^src/search/(filters|rank-tiers)\\.ts$' },
    },
    {
      name: 'website-only-reads-the-index-of-packs',
      severity: 'error',
      comment: 'of packs, only the index',
      from: { path: '^src/website/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/packs/', pathNot: '^src/packs/(pack|pack-index)\\.ts$' },
    },
    {
      name: 'sources-use-only-types-of-quality',
      severity: 'error',
      comment: 'of quality, only types',
      from: { path: '^src/sources/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/quality/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sources-only-through-the-registry',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['\\.test\\.ts$', '^src/sources/registry\\.ts$', '^src/sources/[^/]+/'],
      },
      to: { path: '^src/sources/[^/]+/', pathNot: '^src/sources/formats/' },
    },
    {
      name: 'sources-do-not-import-each-other',
      severity: 'error',
      from: { path: '^src/sources/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/sources/[^/]+/', pathNot: ['^src/sources/$1/', '^src/sources/formats/'] },
    },
    {
      name: 'server-does-not-import-client-scripts',
      severity: 'error',
      comment: 'the server serves *.client.ts as compiled files',
      from: { path: '^src/', pathNot: ['\\.client\\.ts$', '\\.test\\.ts$'] },
      to: { path: '\\.client\\.ts$' },
    },
    {
      name: 'only-main-reads-the-configuration',
      severity: 'error',
      comment: 'settings are passed as arguments; src/main/config.ts alone reads the environment',
      from: { path: '^src/', pathNot: '^src/main/' },
      to: { path: '^src/main/' },
    },
    {
      name: 'packages-are-self-contained',
      severity: 'error',
      comment: 'others install the packages without Larder',
      from: { path: '^packages/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(src|test|lab|bench|scripts)/' },
    },
    {
      name: 'only-two-files-use-packages',
      severity: 'error',
      comment: 'packages that are not built do not resolve, hence their names next to their folder',
      from: {
        path: '^src/',
        pathNot: ['^src/meals/weigh\\.ts$', '^src/website/food/portion\\.ts$'],
      },
      to: { path: ['^packages/', '^@larder/'] },
    },
    {
      name: 'contract-suite-is-independent',
      severity: 'error',
      comment: 'it checks any implementation over HTTP, against the specification alone',
      from: { path: '^test/contract/' },
      to: { path: ['^(src|packages|lab|bench|test)/', '^@larder/'], pathNot: '^test/contract/' },
    },
    {
      name: 'shared-test-code-is-in-lab',
      severity: 'error',
      comment: 'tests and benchmarks share lab/, which imports none of them',
      from: { path: '^(lab|bench|scripts)/', pathNot: ['\\.test\\.ts$', '^scripts/contract\\.ts$'] },
      to: { path: '^test/' },
    },
    {
      name: 'lab-imports-only-src',
      severity: 'error',
      from: { path: '^lab/' },
      to: { path: ['^bench/', '^scripts/'] },
    },
    {
      name: 'src-does-not-import-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: ['^test/', '^lab/', '^bench/', '^scripts/', '\\.test\\.ts$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'] },
  },
}
