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
    only('importer-writes-food', '^src/importer/', [
      '^src/food/',
      '^src/trust/',
      '^src/database/',
      '^src/catalog/search/rank-tiers\\.ts$',
    ]),
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
      '^src/trust/confidence/',
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
      name: 'tests-stay-outside',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: ['^test/', '^bench/', '\\.test\\.ts$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'] },
  },
}
