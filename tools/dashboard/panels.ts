// The panels of the dashboard: the file for Grafana, the picture in the docs and the test of their metrics are made
// from this one table. `$window` is the time over which rates are taken.

export type Unit = 'requests/s' | 'events/s' | 's' | 'share' | 'count' | 'cores' | 'bytes'

export interface Panel {
  title: string
  /** What it shows and what is good. */
  description: string
  unit: Unit
  queries: { query: string; legend: string }[]
  /** A line across: what should not be passed. */
  target?: number
  /** What it takes to see something here. */
  onlyWith?: string
}

export interface Row {
  title: string
  panels: Panel[]
}

const requests = 'larder_http_request_seconds'
/** Paid callers do not wait for fairness: their time is that of the service. */
const paid = 'caller=~"pro|scale"'
const lookups = 'route=~"/food/:food_id|/barcode/:code"'

const rate = (series: string, by = '') => `sum${by && ` by (${by}) `}(rate(${series}[$window]))`

function quantiles(histogram: string, filter: string): Panel['queries'] {
  return [0.5, 0.99].map(quantile => ({
    query: `histogram_quantile(${quantile}, ${rate(`${histogram}_bucket{${filter}}`, 'le')})`,
    legend: `p${quantile * 100}`,
  }))
}

const shareOf = (filter: string) =>
  `(${rate(`${requests}_count{${filter}}`)} or vector(0)) / ${rate(`${requests}_count`)}`

const nodesAndServers: Row = {
  title: 'Nodes and servers',
  panels: [
    {
      title: 'Nodes',
      description:
        'How many answer Prometheus, how many of them have a connection to Redis, and how many run each version.',
      unit: 'count',
      queries: [
        { query: 'sum(up{job="larder"})', legend: 'answer' },
        { query: 'sum(larder_redis_up)', legend: 'have Redis' },
        { query: 'count by (version, revision) (larder_build_info)', legend: '{{version}} ({{revision}})' },
      ],
    },
    {
      title: 'Memory of nodes',
      description: 'A few hundred megabytes. A slope over days is a leak.',
      unit: 'bytes',
      queries: [{ query: 'process_resident_memory_bytes{job="larder"}', legend: '{{instance}}' }],
    },
    {
      title: 'Replicas: how far behind',
      description: 'By server. Beyond DATABASE_READ_LAG_MS nothing is read from it.',
      unit: 's',
      queries: [{ query: 'max by (server) (larder_database_lag_seconds)', legend: '{{server}}' }],
      onlyWith: 'replicas',
    },
  ],
}

export const rows: Row[] = [
  {
    title: 'Requests',
    panels: [
      {
        title: 'API by endpoint',
        description: 'Requests a second. Paths that nobody knows are one line, unknown.',
        unit: 'requests/s',
        queries: [{ query: rate(`${requests}_count{site="api"}`, 'route'), legend: '{{route}}' }],
      },
      {
        title: 'API by kind of caller',
        description:
          'The plan of the key, anonymous, or unknown: a wrong key, or one that could not be looked up.',
        unit: 'requests/s',
        queries: [{ query: rate(`${requests}_count{site="api"}`, 'caller'), legend: '{{caller}}' }],
      },
      {
        title: 'Refused and failed',
        description:
          'Of all answers: over a limit (429), not able to answer now (503), a fault of ours (500).',
        unit: 'share',
        queries: [
          { query: shareOf('status="429"'), legend: '429' },
          { query: shareOf('status="503"'), legend: '503' },
          { query: shareOf('status="500"'), legend: '500' },
          {
            query: `${rate('larder_overload_refused_total')} / ${rate(`${requests}_count`)}`,
            legend: '503 for overload',
          },
        ],
      },
    ],
  },
  {
    title: 'Time to the answer',
    panels: [
      {
        title: 'Lookups of paid callers',
        description: '/food and /barcode. The target is 50 ms for 99 of 100.',
        unit: 's',
        queries: quantiles(requests, `${lookups},${paid}`),
        target: 0.05,
      },
      {
        title: 'Search of paid callers',
        description: '/search. The target is 100 ms for 99 of 100.',
        unit: 's',
        queries: quantiles(requests, `route="/search",site="api",${paid}`),
        target: 0.1,
      },
      {
        title: 'Website',
        description: 'All pages and their files.',
        unit: 's',
        queries: quantiles(requests, 'site="website"'),
      },
    ],
  },
  {
    title: 'Inside a search, and what nodes are busy with',
    panels: [
      {
        title: 'Search by phase, p99',
        description:
          'lexicon: what the catalog knows about the words. readings: how they may be meant. foods: the foods themselves.',
        unit: 's',
        queries: [
          {
            query: `histogram_quantile(0.99, ${rate('larder_search_phase_seconds_bucket', 'phase, le')})`,
            legend: '{{phase}}',
          },
        ],
      },
      {
        title: 'Event loop delay, p99',
        description: 'How late a node comes to its work. Above 50 ms it has too much of it.',
        unit: 's',
        queries: [{ query: 'nodejs_eventloop_lag_p99_seconds{job="larder"}', legend: '{{instance}}' }],
        target: 0.05,
      },
      {
        title: 'Processor',
        description: 'A node can use little more than one core; then the next node is due.',
        unit: 'cores',
        queries: [
          { query: 'rate(process_cpu_seconds_total{job="larder"}[$window])', legend: '{{instance}}' },
        ],
      },
    ],
  },
  {
    title: 'PostgreSQL and Redis',
    panels: [
      {
        title: 'Connections to PostgreSQL in use',
        description: 'By pool, all nodes together. Waiting are requests that got none yet.',
        unit: 'count',
        queries: [
          {
            query:
              'sum by (pool) (larder_database_connections{state="total"}) - sum by (pool) (larder_database_connections{state="idle"})',
            legend: '{{pool}}',
          },
          { query: 'sum(larder_database_connections{state="waiting"})', legend: 'waiting' },
        ],
      },
      {
        title: 'Redis, time of a command',
        description: 'Where it takes 80 ms, requests are counted by each node alone.',
        unit: 's',
        queries: quantiles('larder_redis_seconds', ''),
        target: 0.08,
      },
      {
        title: 'Counted without Redis',
        description: 'Requests that a node counted alone. Should be none; limits are too generous then.',
        unit: 'requests/s',
        queries: [{ query: rate('larder_limit_fallback_total', 'instance'), legend: '{{instance}}' }],
      },
    ],
  },
  {
    title: 'The catalog, and what got lost',
    panels: [
      {
        title: 'Foods',
        description: 'In the catalog, as each node last read it.',
        unit: 'count',
        queries: [{ query: 'max(larder_catalog_foods)', legend: 'foods' }],
      },
      {
        title: 'Age of the data',
        description:
          'Since the last import or sync that changed something; since the moment up to which the changes of a source are in.',
        unit: 's',
        queries: [
          { query: 'time() - max(larder_catalog_changed_timestamp_seconds)', legend: 'last import' },
          {
            query: 'time() - max by (source) (larder_sync_position_timestamp_seconds)',
            legend: 'changes of {{source}}',
          },
        ],
      },
      {
        title: 'Lost',
        description: 'Should all be none.',
        unit: 'events/s',
        queries: [
          { query: rate('larder_mail_failures_total'), legend: 'mails' },
          { query: rate('larder_usage_lost_total'), legend: 'counts of usage' },
          { query: rate('larder_trace_spans_lost_total'), legend: 'spans of traces' },
          { query: 'sum(deriv(larder_log_lines_dropped[$window]))', legend: 'log lines' },
        ],
      },
    ],
  },
  nodesAndServers,
]

export const panels: Panel[] = rows.flatMap(row => row.panels)

/** The metrics that are asked for: their names without what a histogram adds. */
export function metricsIn(query: string): string[] {
  const names = query.match(/\b(larder|nodejs|process)_\w+/g) ?? []
  return [...new Set(names.map(name => name.replace(/_seconds_(bucket|count|sum)$/, '_seconds')))]
}
