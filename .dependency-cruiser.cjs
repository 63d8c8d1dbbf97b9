// Which folder may import which: the table of ARCHITECTURE.md, held by `npm run check`.
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.ts$' },
  to: { path: '^src/', pathNot: [from, '^src/together\\.ts$', ...allowed] },
})

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: { path: '^src/' }, to: { circular: true } },
    only('food-stands-alone', '^src/food/', []),
    only('limits-stand-alone', '^src/limits/', []),
    only('database-stands-alone', '^src/database/', []),
    only('conformance-stands-alone', '^src/conformance/', []),
    only('http-stands-alone', '^src/http/', []),
    only('seeing-looks-at-the-database', '^src/seeing/', ['^src/database/']),
    only('trust-judges-food', '^src/trust/', ['^src/food/']),
    only('catalog-reads-food', '^src/catalog/', ['^src/food/', '^src/trust/', '^src/database/']),
    only('accounts-stand-on-the-database', '^src/accounts/', ['^src/food/', '^src/database/']),
    only('importer-writes-food', '^src/importer/', ['^src/food/', '^src/trust/', '^src/database/']),
    only('api-serves', '^src/api/', [
      '^src/food/',
      '^src/catalog/',
      '^src/accounts/',
      '^src/limits/',
      '^src/database/',
      '^src/http/',
      '^src/seeing/',
    ]),
    only('website-shows', '^src/website/', [
      '^src/food/',
      '^src/catalog/',
      '^src/accounts/',
      '^src/limits/',
      '^src/database/',
      '^src/http/',
      '^src/seeing/',
    ]),
    {
      name: 'only-the-command-reads-config',
      severity: 'error',
      comment: 'values travel as arguments; src/config.ts alone reads the environment',
      from: {
        path: '^src/',
        pathNot: ['^src/cli\\.ts$', '^src/commands/', '^src/serve\\.ts$', '^src/config'],
      },
      to: { path: '^src/config\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-imports-from-test',
      severity: 'error',
      comment: 'what tests, benchmarks and chaos runs share lies in lab/, which imports none of them',
      from: { path: '^(lab|bench|chaos|tools)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^test/' },
    },
    {
      name: 'lab-imports-only-src',
      severity: 'error',
      from: { path: '^lab/' },
      to: { path: ['^bench/', '^chaos/', '^tools/'] },
    },
    {
      name: 'no-imports-from-bench-in-chaos',
      severity: 'error',
      from: { path: '^chaos/' },
      to: { path: '^bench/' },
    },
    {
      name: 'tests-stay-outside',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: ['^test/', '^lab/', '^bench/', '^chaos/', '\\.test\\.ts$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'] },
  },
}
