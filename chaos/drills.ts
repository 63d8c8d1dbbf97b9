// What the service must survive, line by line: which tests prove it, and the figures that they tell.

export interface Drill {
  /** For `--only`. */
  name: string
  line: string
  target: string
  /** Files of tests, each with the beginning of the names that belong to the line; none: all of the file. */
  tests: { file: string; named?: RegExp }[]
  /** Of what the tests tell: shown, and held to the bar where there is one. */
  figures?: { name: string; most?: number; least?: number }[]
}

export const drills: Drill[] = [
  {
    name: 'node-killed',
    line: 'kill -9 of one of two API nodes under load',
    target: 'failures no more than what was in flight',
    tests: [{ file: 'test/resilience/operations/nodes.test.ts', named: /killed/ }],
    figures: [{ name: 'kill -9 of a node: failed requests' }],
  },
  {
    name: 'node-stopped',
    line: 'SIGTERM: rolling restart, and a new release with a migration',
    target: 'no request fails',
    tests: [
      { file: 'test/resilience/operations/nodes.test.ts', named: /rolling/ },
      { file: 'test/resilience/stopping.test.ts', named: /^stopping/ },
    ],
    figures: [{ name: 'rolling restart and migration: failed requests', most: 0 }],
  },
  {
    name: 'node-hangs',
    line: 'a node that hangs',
    target: 'taken out by its health; what waits there is answered by another node',
    tests: [{ file: 'test/resilience/operations/nodes.test.ts', named: /hangs/ }],
    figures: [
      { name: 'a node that hangs is out after', most: 5_000 },
      { name: 'a node that hangs: failed reads', most: 0 },
      { name: 'a node that hangs: longest read' },
    ],
  },
  {
    name: 'postgres-killed',
    line: 'PostgreSQL killed and restarted',
    target: '503 with Retry-After within 1 s; serving within 2 s of its return',
    tests: [{ file: 'test/resilience/postgres.test.ts', named: /killed/ }],
    figures: [
      { name: 'PostgreSQL killed: slowest answer', most: 1_000 },
      { name: 'PostgreSQL back: serving again after', most: 2_000 },
    ],
  },
  {
    name: 'postgres-locked',
    line: 'a table locked',
    target: 'fast 503s, and /health answers',
    tests: [{ file: 'test/resilience/postgres.test.ts', named: /locked/ }],
    figures: [{ name: 'a locked table: slowest answer', most: 1_000 }],
  },
  {
    name: 'postgres-slow',
    line: 'a slow or hanging database, no connection left',
    target: 'fast 503s, and /health answers',
    tests: [{ file: 'test/resilience/slow-postgres.test.ts' }],
    figures: [
      { name: 'a slow database: slowest answer', most: 1_000 },
      { name: 'a database that hangs: slowest answer', most: 2_000 },
      { name: 'no connection left: slowest answer', most: 1_000 },
    ],
  },
  {
    name: 'search-in-trouble',
    line: 'search in trouble',
    target: '/food goes on',
    tests: [{ file: 'test/resilience/postgres.test.ts', named: /search in trouble/ }],
    figures: [{ name: 'search in trouble: slowest /food', most: 200 }],
  },
  {
    name: 'replicas',
    line: 'a read replica takes reads',
    target: 'no 5xx when it goes; no answer mixes two catalogs',
    tests: [{ file: 'test/resilience/operations/replicas.test.ts' }],
    figures: [
      { name: 'a replica killed: slowest read' },
      { name: 'a replica that hangs: slowest read' },
      { name: 'import with a replica: reads' },
    ],
  },
  {
    name: 'failover',
    line: "the primary's failover",
    target: 'nothing acknowledged of keys, revocations and plans is lost',
    tests: [
      { file: 'test/resilience/operations/failover.test.ts' },
      { file: 'test/resilience/accounts/database-crash.test.ts' },
    ],
    figures: [
      { name: 'primary killed: failed reads', most: 0 },
      { name: 'primary killed: without writes' },
      { name: 'primary killed: acknowledged writes' },
      { name: 'primary killed: lost of these', most: 0 },
    ],
  },
  {
    name: 'redis',
    line: 'Redis killed, stopped or flushed',
    target: 'no 5xx, at most 100 ms waited, recovery unaided',
    tests: [
      { file: 'test/resilience/redis.test.ts' },
      { file: 'test/resilience/accounts/redis-outage.test.ts' },
      { file: 'test/resilience/operations/sentinel.test.ts' },
    ],
    figures: [
      { name: 'Redis killed: longest read', most: 100 },
      { name: 'Redis stopped: longest read', most: 100 },
      { name: 'Redis under sentinels killed: longest read', most: 100 },
      { name: 'Redis under sentinels killed: counted together again after' },
    ],
  },
  {
    name: 'import-killed',
    line: 'an import killed at 20 random points',
    target: 'old catalog or new one, the same checksum after a rerun, ids stay',
    tests: [{ file: 'test/resilience/importer/killed.test.ts' }],
    figures: [{ name: 'import killed: answers read, none mixed' }, { name: 'import killed: times' }],
  },
  {
    name: 'dirty-dumps',
    line: 'dirty dumps',
    target: 'counted with a reason, no crash, memory under 512 MB; much junk stops it',
    tests: [
      { file: 'test/service/importer/malformed-dumps.test.ts' },
      { file: 'test/service/importer/import.test.ts', named: /junk/ },
    ],
    figures: [{ name: 'dirty dumps: most memory', most: 512 }],
  },
  {
    name: 'full-disk',
    line: 'a full disk',
    target: 'ends the import cleanly',
    tests: [{ file: 'test/resilience/importer/full-disk.test.ts' }],
  },
  {
    name: 'generated',
    line: 'generated requests an endpoint: 50,000, with --short 2,000',
    target: 'no 5xx, every body fits its schema',
    tests: [{ file: 'test/service/api/request-fuzz.test.ts' }],
    figures: [
      { name: 'generated requests at /search, none a 5xx', least: 2_000 },
      { name: 'generated requests at /food/{food_id}, none a 5xx', least: 2_000 },
      { name: 'generated requests at /barcode/{code}, none a 5xx', least: 2_000 },
      { name: 'generated requests at /foods/popular, none a 5xx', least: 2_000 },
    ],
  },
  {
    name: 'unicode',
    line: '10,000 Unicode queries; SQL, LIKE and tsquery characters',
    target: 'no 5xx',
    tests: [{ file: 'test/service/api/query-fuzz.test.ts' }],
    figures: [
      { name: 'Unicode queries with a 5xx', most: 0 },
      { name: 'Unicode queries', least: 2_000 },
    ],
  },
  {
    name: 'large-and-smuggled',
    line: 'headers and URLs of 8 to 64 KB; request smuggling',
    target: '431 as {detail}; 400',
    tests: [
      { file: 'test/service/serve.test.ts', named: /^broken requests|^clients/ },
      { file: 'test/service/api/request-smuggling.test.ts' },
    ],
  },
  {
    name: 'slow-clients',
    line: 'slow clients: headers, bodies, reading',
    target: 'closed within 10 s while the rest are served',
    tests: [
      { file: 'test/resilience/slow-clients.test.ts' },
      { file: 'test/resilience/stalled-clients.test.ts' },
    ],
    figures: [
      { name: 'slow headers: last connection closed after', most: 10_000 },
      { name: 'slow body: last connection closed after', most: 10_000 },
      { name: 'slow reading: last connection closed after', most: 10_000 },
      { name: 'slow clients: slowest answer to others' },
    ],
  },
  {
    name: 'forwarded-for',
    line: 'X-Forwarded-For: trusted and untrusted peer × 0 to 3 hops × IPv6 × junk',
    target: 'the last hop that no trusted proxy wrote is counted',
    tests: [
      { file: 'src/platform/http/client-address.test.ts' },
      { file: 'test/service/api/forwarded-for.test.ts' },
    ],
  },
  {
    name: 'regular-expressions',
    line: 'regular expressions on 100 KB',
    target: 'none takes more than 5 ms',
    tests: [{ file: 'src/regular-expressions.test.ts' }],
    figures: [{ name: 'slowest regular expression on 100 KB', most: 5 }],
  },
  {
    name: 'limits',
    line: 'limits over two nodes, and the model of the windows',
    target: 'exactly the limit; Retry-After is right 200 times of 200; revoked within 1 s',
    tests: [
      { file: 'test/resilience/limits/rate-limits-two-nodes.test.ts' },
      { file: 'test/service/limits/rate-limiter.test.ts' },
      { file: 'test/service/accounts/api-keys-two-nodes.test.ts' },
    ],
  },
]
