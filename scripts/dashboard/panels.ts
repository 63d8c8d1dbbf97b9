// The panels of the dashboard. The Grafana file, the picture in the documentation and the test of their metrics are
// generated from this table. `$window` is the range of rates.

export type Unit = 'requests/s' | 'events/s' | 's' | 'share' | 'count' | 'cores' | 'bytes'

export interface Panel {
  title: string
  /** What it shows, and which values are good. */
  description: string
  unit: Unit
  queries: { query: string; legend: string }[]
  /** Drawn as a line: the value not to exceed. */
  target?: number
  /** What must be configured for the panel to show data. */
  onlyWith?: string
}

export interface Row {
  title: string
  panels: Panel[]
}

const requests = 'larder_http_request_duration_seconds'
/** Paid clients have no fairness delay, so their latency is that of the service. */
const paid = 'client_type=~"pro|scale"'
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

const searches = 'larder_search_duration_seconds'
const phases = 'larder_search_phase_duration_seconds'

const p99 = (series: string, by: string): Panel['queries'] => [
  { query: `histogram_quantile(0.99, ${rate(series, `${by}, le`)})`, legend: `{{${by}}}` },
]

/** In the order of docs/how-to/slow-searches.md. */
const slowSearches: Row = {
  title: 'Searches are slow',
  panels: [
    {
      title: 'Searches by class',
      description: 'Searches per second that no cache answered, by class of the query.',
      unit: 'requests/s',
      queries: [{ query: rate(`${searches}_count`, 'class'), legend: '{{class}}' }],
    },
    {
      title: 'Search by class, p99',
      description: 'Without the fairness delay, rate limiting and cached responses.',
      unit: 's',
      queries: p99(`${searches}_bucket`, 'class'),
      target: 0.1,
    },
    {
      title: 'Search by node, p99',
      description: 'One node alone: its processor, its network or its settings.',
      unit: 's',
      queries: p99(`${searches}_bucket`, 'instance'),
      target: 0.1,
    },
    {
      title: 'Search by database server, p99',
      description: 'The PostgreSQL server that answered.',
      unit: 's',
      queries: p99(`${searches}_bucket`, 'database_server'),
      target: 0.1,
    },
    {
      title: 'Search by phase, p99',
      description:
        'rewrite and rank: in the node. retrieve and fetch: statements. connection: the part of these before a connection was free. vocabulary: new words after an import.',
      unit: 's',
      queries: p99(`${phases}_bucket`, 'phase'),
    },
    {
      title: 'Wait for a database connection of searches, p99',
      description: 'By node. Above a few milliseconds, all connections of a node are in use.',
      unit: 's',
      queries: p99(`${phases}_bucket{phase="connection"}`, 'instance'),
    },
    {
      title: 'Wait before a request is read, p99 and longest',
      description:
        'Event loop delay, which request durations do not include. A p99 above 50 ms: the node is overloaded. A longest above 1 s: something stalls it.',
      unit: 's',
      queries: [
        {
          query: `histogram_quantile(0.99, ${rate('larder_event_loop_delay_seconds_bucket', 'instance, le')})`,
          legend: '{{instance}} p99',
        },
        {
          query: `histogram_quantile(1, ${rate('larder_event_loop_delay_seconds_bucket', 'instance, le')})`,
          legend: '{{instance}} longest',
        },
      ],
      target: 0.05,
    },
    {
      title: 'CPU',
      description: 'A node can use little more than one core; beyond that, add a node.',
      unit: 'cores',
      queries: [{ query: 'rate(process_cpu_seconds_total{job="larder"}[$window])', legend: '{{instance}}' }],
    },
    {
      title: 'Response cache requests',
      description:
        'Hits are sent from memory, misses are made from the database. An import empties the cache.',
      unit: 'requests/s',
      queries: [{ query: rate('larder_response_cache_requests_total', 'result'), legend: '{{result}}' }],
    },
    {
      title: 'Requests shed',
      description: 'Rejected with 503, by node: more at once than MAX_CONCURRENT_REQUESTS.',
      unit: 'requests/s',
      queries: [{ query: rate('larder_requests_shed_total', 'instance'), legend: '{{instance}}' }],
    },
    {
      title: 'Catalog changes',
      description: 'Imports and syncs that changed the catalog. Each empties the response caches.',
      unit: 'count',
      queries: [
        { query: 'max(changes(larder_catalog_last_update_timestamp_seconds[$window]))', legend: 'changes' },
      ],
    },
    {
      title: 'Replication lag',
      description: 'By server. A replica that lags more than DATABASE_REPLICA_MAX_LAG_MS is out of rotation.',
      unit: 's',
      queries: [{ query: 'max by (server) (larder_database_replication_lag_seconds)', legend: '{{server}}' }],
      onlyWith: 'replicas',
    },
  ],
}

const nodesAndServers: Row = {
  title: 'Nodes and servers',
  panels: [
    {
      title: 'Nodes',
      description:
        'Nodes that Prometheus can scrape, nodes that reach PostgreSQL, nodes connected to all Redis servers, nodes that share the rate limits, and nodes per version.',
      unit: 'count',
      queries: [
        { query: 'sum(up{job="larder"})', legend: 'up' },
        { query: 'sum(larder_database_up)', legend: 'reach PostgreSQL' },
        { query: 'sum(min by (instance) (larder_redis_up))', legend: 'connected to Redis' },
        { query: 'max(larder_live_nodes)', legend: 'sharing rate limits' },
        { query: 'count by (version, revision) (larder_build_info)', legend: '{{version}} ({{revision}})' },
      ],
    },
    {
      title: 'Node memory',
      description: 'A few hundred megabytes. A slope over days is a leak.',
      unit: 'bytes',
      queries: [{ query: 'process_resident_memory_bytes{job="larder"}', legend: '{{instance}}' }],
    },
  ],
}

export const rows: Row[] = [
  {
    title: 'Requests',
    panels: [
      {
        title: 'API by endpoint',
        description: 'Requests per second by route; unknown paths are grouped as unknown.',
        unit: 'requests/s',
        queries: [{ query: rate(`${requests}_count{server="api"}`, 'route'), legend: '{{route}}' }],
      },
      {
        title: 'API by client type',
        description:
          'The plan of the key, anonymous, or unknown (an invalid key, or one that could not be looked up).',
        unit: 'requests/s',
        queries: [
          { query: rate(`${requests}_count{server="api"}`, 'client_type'), legend: '{{client_type}}' },
        ],
      },
      {
        title: 'Error responses',
        description: 'Share of all responses: rate limited (429), unavailable (503), internal error (500).',
        unit: 'share',
        queries: [
          { query: shareOf('status="429"'), legend: '429' },
          { query: shareOf('status="503"'), legend: '503' },
          { query: shareOf('status="500"'), legend: '500' },
          {
            query: `${rate('larder_requests_shed_total')} / ${rate(`${requests}_count`)}`,
            legend: '503 by load shedding',
          },
        ],
      },
    ],
  },
  {
    title: 'Latency',
    panels: [
      {
        title: 'Lookup latency, paid clients',
        description: '/food and /barcode. The target is a p99 of 50 ms.',
        unit: 's',
        queries: quantiles(requests, `${lookups},${paid}`),
        target: 0.05,
      },
      {
        title: 'Search latency, paid clients',
        description: '/search. The target is a p99 of 100 ms.',
        unit: 's',
        queries: quantiles(requests, `route="/search",server="api",${paid}`),
        target: 0.1,
      },
      {
        title: 'Website latency',
        description: 'All pages and assets.',
        unit: 's',
        queries: quantiles(requests, 'server="website"'),
      },
    ],
  },
  slowSearches,
  {
    title: 'PostgreSQL and Redis',
    panels: [
      {
        title: 'Database pool connections in use',
        description: 'By pool, summed over all nodes. Waiting: requests without a connection.',
        unit: 'count',
        queries: [
          {
            query:
              'sum by (pool) (larder_database_pool_connections{state="total"}) - sum by (pool) (larder_database_pool_connections{state="idle"})',
            legend: '{{pool}}',
          },
          { query: 'sum(larder_database_pool_connections{state="waiting"})', legend: 'waiting' },
        ],
      },
      {
        title: 'Redis command duration',
        description: 'Above 80 ms, each node counts rate limits on its own.',
        unit: 's',
        queries: quantiles('larder_redis_command_duration_seconds', ''),
        target: 0.08,
      },
      {
        title: 'Rate-limit fallback',
        description:
          'Requests whose rate limit a node counted without Redis. Should be zero; otherwise limits are too generous.',
        unit: 'requests/s',
        queries: [{ query: rate('larder_rate_limit_fallback_total', 'instance'), legend: '{{instance}}' }],
      },
    ],
  },
  {
    title: 'Response cache',
    panels: [
      {
        title: 'Response cache memory',
        description: 'By node, up to RESPONSE_CACHE_MB.',
        unit: 'bytes',
        queries: [{ query: 'larder_response_cache_bytes', legend: '{{instance}}' }],
      },
      {
        title: 'Cached responses',
        description: 'By node.',
        unit: 'count',
        queries: [{ query: 'larder_response_cache_responses', legend: '{{instance}}' }],
      },
    ],
  },
  {
    title: 'Catalog and dropped data',
    panels: [
      {
        title: 'Foods',
        description: 'Foods in the catalog.',
        unit: 'count',
        queries: [{ query: 'max(larder_catalog_foods)', legend: 'foods' }],
      },
      {
        title: 'Data age',
        description:
          'Time since the last import or sync that changed the catalog, and since the sync cursor of each source.',
        unit: 's',
        queries: [
          { query: 'time() - max(larder_catalog_last_update_timestamp_seconds)', legend: 'last import' },
          {
            query: 'time() - max by (source) (larder_sync_cursor_timestamp_seconds)',
            legend: 'sync of {{source}}',
          },
        ],
      },
      {
        title: 'Backup age',
        description: 'Time since the newest backup, archived change and check, by repository.',
        unit: 's',
        queries: [
          {
            query: 'time() - max by (repository) (larder_backup_timestamp_seconds)',
            legend: 'backup in repository {{repository}}',
          },
          {
            query: 'time() - max by (repository) (larder_backup_archived_timestamp_seconds)',
            legend: 'archived change in repository {{repository}}',
          },
          {
            query: 'time() - max by (repository) (larder_backup_check_timestamp_seconds)',
            legend: 'check of repository {{repository}}',
          },
        ],
      },
      {
        title: 'Mail queue',
        description: 'Mails that wait for the mail server, and for how many seconds the oldest has waited.',
        unit: 'count',
        queries: [
          { query: 'max(larder_mail_queue_length)', legend: 'mails' },
          { query: 'max(larder_mail_queue_oldest_age_seconds)', legend: 'age of the oldest in seconds' },
        ],
      },
      {
        title: 'Dropped',
        description: 'Should all be zero.',
        unit: 'events/s',
        queries: [
          { query: rate('larder_mails_abandoned_total'), legend: 'mails' },
          { query: rate('larder_usage_dropped_requests_total'), legend: 'usage' },
          { query: rate('larder_uses_dropped_total'), legend: 'lookups and searches' },
          { query: rate('larder_trace_spans_dropped_total'), legend: 'trace spans' },
          { query: rate('larder_log_lines_dropped_total'), legend: 'log lines' },
        ],
      },
    ],
  },
  nodesAndServers,
]

export const panels: Panel[] = rows.flatMap(row => row.panels)

/** The metrics of a query, without the suffixes of histograms. */
export function metricsIn(query: string): string[] {
  const names = query.match(/\b(larder|nodejs|process)_\w+/g) ?? []
  return [...new Set(names.map(name => name.replace(/_seconds_(bucket|count|sum)$/, '_seconds')))]
}
