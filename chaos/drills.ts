// The faults that the service must survive: the tests that prove it, and the measurements they record.

export interface Drill {
  /** For `--only`. */
  name: string
  fault: string
  target: string
  /** Test files, with a pattern for the titles of the relevant tests; all tests of the file by default. */
  tests: { file: string; named?: RegExp }[]
  /** Measurements to report, with their targets. */
  measurements?: { name: string; max?: number; min?: number }[]
}

export const drills: Drill[] = [
  {
    name: 'node-killed',
    fault: 'kill -9 of one of two API nodes under load',
    target: 'only requests in flight fail',
    tests: [{ file: 'test/resilience/operations/nodes.test.ts', named: /killed/ }],
    measurements: [{ name: 'kill -9 of a node: failed requests' }],
  },
  {
    name: 'node-stopped',
    fault: 'SIGTERM: rolling restart, and a new release with a migration',
    target: 'no request fails',
    tests: [
      { file: 'test/resilience/operations/nodes.test.ts', named: /rolling/ },
      { file: 'test/resilience/stopping.test.ts', named: /^stopping/ },
    ],
    measurements: [{ name: 'rolling restart and migration: failed requests', max: 0 }],
  },
  {
    name: 'node-hangs',
    fault: 'a node that hangs',
    target: 'the health check takes it out; another node handles the waiting requests',
    tests: [{ file: 'test/resilience/operations/nodes.test.ts', named: /hangs/ }],
    measurements: [
      { name: 'a node that hangs is out after', max: 5_000 },
      { name: 'a node that hangs: failed reads', max: 0 },
      { name: 'a node that hangs: longest read' },
    ],
  },
  {
    name: 'postgres-killed',
    fault: 'PostgreSQL killed and restarted',
    target: '503 with Retry-After within 1 s; serving within 2 s of its return',
    tests: [{ file: 'test/resilience/postgres.test.ts', named: /killed/ }],
    measurements: [
      { name: 'PostgreSQL killed: slowest response', max: 1_000 },
      { name: 'PostgreSQL back: serving again after', max: 2_000 },
    ],
  },
  {
    name: 'postgres-locked',
    fault: 'a table locked',
    target: 'fast 503s, and /health responds',
    tests: [{ file: 'test/resilience/postgres.test.ts', named: /locked/ }],
    measurements: [{ name: 'a locked table: slowest response', max: 1_000 }],
  },
  {
    name: 'postgres-slow',
    fault: 'a slow or hanging database, no connection left',
    target: 'fast 503s, and /health responds',
    tests: [{ file: 'test/resilience/slow-postgres.test.ts' }],
    measurements: [
      { name: 'a slow database: slowest response', max: 1_000 },
      { name: 'a database that hangs: slowest response', max: 2_000 },
      { name: 'no connection left: slowest response', max: 1_000 },
    ],
  },
  {
    name: 'search-blocked',
    fault: 'search blocked',
    target: '/food is not affected',
    tests: [{ file: 'test/resilience/postgres.test.ts', named: /search is blocked/ }],
    measurements: [{ name: 'search blocked: slowest /food', max: 200 }],
  },
  {
    name: 'replicas',
    fault: 'a read replica takes reads',
    target: 'no 5xx when it fails; no response mixes two catalog versions',
    tests: [{ file: 'test/resilience/operations/replicas.test.ts' }],
    measurements: [
      { name: 'a replica killed: slowest read' },
      { name: 'a replica that hangs: slowest read' },
      { name: 'import with a replica: reads' },
    ],
  },
  {
    name: 'failover',
    fault: "the primary's failover",
    target: 'no acknowledged key, revocation or plan change is lost',
    tests: [
      { file: 'test/resilience/operations/failover.test.ts' },
      { file: 'test/resilience/accounts/database-crash.test.ts' },
    ],
    measurements: [
      { name: 'primary killed: failed reads', max: 0 },
      { name: 'primary killed: without writes' },
      { name: 'primary killed: acknowledged writes' },
      { name: 'primary killed: lost of these', max: 0 },
    ],
  },
  {
    name: 'redis',
    fault: 'Redis killed, stopped or flushed',
    target: 'no 5xx, at most 100 ms delay, automatic recovery',
    tests: [
      { file: 'test/resilience/redis.test.ts' },
      { file: 'test/resilience/accounts/redis-outage.test.ts' },
      { file: 'test/resilience/operations/sentinel.test.ts' },
    ],
    measurements: [
      { name: 'Redis killed: longest read', max: 100 },
      { name: 'Redis stopped: longest read', max: 100 },
      { name: 'Redis under sentinels killed: longest read', max: 100 },
      { name: 'Redis under sentinels killed: shared counting restored after' },
    ],
  },
  {
    name: 'import-killed',
    fault: 'an import killed at 20 random points',
    target: 'old or new catalog, the same checksum after a rerun, stable ids',
    tests: [{ file: 'test/resilience/importer/killed.test.ts' }],
    measurements: [{ name: 'import killed: answers read, none mixed' }, { name: 'import killed: times' }],
  },
  {
    name: 'malformed-dumps',
    fault: 'malformed dumps',
    target: 'counted with a reason, no crash, memory under 512 MB; too many malformed lines stop the import',
    tests: [
      { file: 'test/service/importer/malformed-dumps.test.ts' },
      { file: 'test/service/importer/import.test.ts', named: /junk/ },
    ],
    measurements: [{ name: 'malformed dumps: peak memory', max: 512 }],
  },
  {
    name: 'full-disk',
    fault: 'a full disk',
    target: 'the import fails cleanly',
    tests: [{ file: 'test/resilience/importer/full-disk.test.ts' }],
  },
  {
    name: 'generated',
    fault: '50,000 generated requests per endpoint, 2,000 with --short',
    target: 'no 5xx, every body matches its schema',
    tests: [{ file: 'test/service/api/request-fuzz.test.ts' }],
    measurements: [
      { name: 'generated requests at /search, none a 5xx', min: 2_000 },
      { name: 'generated requests at /food/{food_id}, none a 5xx', min: 2_000 },
      { name: 'generated requests at /barcode/{code}, none a 5xx', min: 2_000 },
      { name: 'generated requests at /foods/popular, none a 5xx', min: 2_000 },
    ],
  },
  {
    name: 'unicode',
    fault: '10,000 Unicode queries; SQL, LIKE and tsquery characters',
    target: 'no 5xx',
    tests: [{ file: 'test/service/api/query-fuzz.test.ts' }],
    measurements: [
      { name: 'Unicode queries with a 5xx', max: 0 },
      { name: 'Unicode queries', min: 2_000 },
    ],
  },
  {
    name: 'large-and-smuggled',
    fault: 'headers and URLs of 8 to 64 KB; request smuggling',
    target: '431 as {detail}; 400',
    tests: [
      { file: 'test/service/serve.test.ts', named: /^broken requests|^clients/ },
      { file: 'test/service/api/request-smuggling.test.ts' },
    ],
  },
  {
    name: 'slow-clients',
    fault: 'slow clients: headers, bodies, reading',
    target: 'closed within 10 s while other clients are served',
    tests: [
      { file: 'test/resilience/slow-clients.test.ts' },
      { file: 'test/resilience/stalled-clients.test.ts' },
    ],
    measurements: [
      { name: 'slow headers: last connection closed after', max: 10_000 },
      { name: 'slow body: last connection closed after', max: 10_000 },
      { name: 'slow reading: last connection closed after', max: 10_000 },
      { name: 'slow clients: slowest response to others' },
    ],
  },
  {
    name: 'forwarded-for',
    fault: 'X-Forwarded-For: trusted and untrusted peer × 0 to 3 hops × IPv6 × junk',
    target: 'the last hop that is not a trusted proxy is counted',
    tests: [
      { file: 'src/platform/http/client-address.test.ts' },
      { file: 'test/service/api/forwarded-for.test.ts' },
    ],
  },
  {
    name: 'regular-expressions',
    fault: 'regular expressions on 100 KB',
    target: 'none takes more than 5 ms',
    tests: [{ file: 'test/service/regular-expressions.test.ts' }],
    measurements: [{ name: 'slowest regular expression on 100 KB', max: 5 }],
  },
  {
    name: 'limits',
    fault: 'rate limits across two nodes, and the window model',
    target: 'exactly the limit; correct Retry-After in 200 of 200 cases; keys revoked within 1 s',
    tests: [
      { file: 'test/resilience/limits/rate-limits-two-nodes.test.ts' },
      { file: 'test/service/limits/rate-limiter.test.ts' },
      { file: 'test/service/accounts/api-keys-two-nodes.test.ts' },
    ],
  },
]
