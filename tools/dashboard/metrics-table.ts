import { createMetrics } from '../../src/seeing/metrics.ts'

/** The text of docs/operations/metrics.md. */
export function metricsTable(): string {
  const { registry } = createMetrics({
    build: { version: '', revision: '' },
    pools: {},
    log: { dropped: 0 },
    redis: { status: 'end' },
    catalog: () => ({ foods: 0, changedAt: undefined, newestChange: undefined, syncedUpTo: {} }),
  })
  const described = registry.getMetricsAsArray() as unknown as {
    name: string
    help: string
    labelNames: string[]
    constructor: { name: string }
  }[]
  const lines = described
    .filter(({ name }) => name.startsWith('larder_'))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(
      ({ name, help, labelNames, constructor: kind }) =>
        `| \`${name}\` | ${kind.name.toLowerCase()} | ${labelNames.map(label => `\`${label}\``).join(', ')} | ${help} |`,
    )
  return `# Metrics

Made from the code by \`npm run dashboard\`. Beside these, each node tells what prom-client knows of its process: \`process_*\`
(processor, memory, open files, start) and \`nodejs_*\` (event loop delay, garbage collection, heap).

| name | kind | labels | meaning |
|---|---|---|---|
${lines.join('\n')}

Labels have few values: \`site\` is api or website; \`route\` is the pattern of the path (\`/food/:food_id\`) or unknown, never the
path itself; \`caller\` is the plan of the key, anonymous, or unknown (a wrong key, or one that could not be looked up) on the API,
account (signed in) or visitor on the website.
`
}
