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
      name: 'client-scripts-run-in-the-browser',
      severity: 'error',
      comment: 'the server reads *.client.ts as files and must not import them',
      from: { path: '^src/', pathNot: ['\\.client\\.ts$', '\\.test\\.ts$'] },
      to: { path: '\\.client\\.ts$' },
    },
    {
      name: 'only-the-command-reads-config',
      severity: 'error',
      comment: 'values travel as arguments; src/main/config.ts alone reads the environment',
      from: { path: '^src/', pathNot: '^src/main/' },
      to: { path: '^src/main/config\\.ts$', dependencyTypesNot: ['type-only'] },
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
