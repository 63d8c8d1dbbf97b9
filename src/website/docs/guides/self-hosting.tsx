import { Code } from '../../components/code.tsx'
import { TableHead } from '../../components/table-head.tsx'

export function SelfHosting() {
  return (
    <>
      <p>
        Larder is one program on PostgreSQL 15 and Redis 7. It is open software (Apache 2.0), and what you see
        here is all of it: API, website, accounts, importer.
      </p>
      <h2 id="five-minutes">Five minutes</h2>
      <p>On Debian or Ubuntu on x86-64, in a clone of the repository, with any Node.js that has npm:</p>
      <Code
        name="A first answer"
        text={`apt-get update && apt-get install -y postgresql redis-server   # as root, or with sudo
. scripts/env.sh && npm ci && npm run build                      # Node 24, the packages, the program
scripts/dev-services start                                           # a private PostgreSQL and Redis, and .env
bin/larder demo                                                # 300 demo foods
bin/larder serve &                                             # the API on port 8080, the website on 8081
curl --retry 9 --retry-connrefused 'http://127.0.0.1:8080/search?q=whole+milk'`}
      />
      <p>
        With Docker instead, <code>compose.yaml</code> says how in its first lines.
      </p>
      <h2 id="foods">Real foods</h2>
      <Code
        name="Importing foods"
        text={`bin/larder import off openfoodfacts-products.jsonl.gz --full         # the dump from openfoodfacts.org
bin/larder sync off --from https://static.openfoodfacts.org/data/delta   # every night: what changed since
bin/larder import usda FoodData_Central_foundation_food_csv.zip          # plain foods, from fdc.nal.usda.gov
bin/larder import jsonl my-foods.jsonl --source community                # your own: a JSON object a line`}
      />
      <p>
        Four million products take some minutes. Readers see the catalog as it was until the import is done;
        killed before its end, nothing has happened. Ids stay. <code>bin/larder inspect 3017620422003</code>{' '}
        tells all about one food.
      </p>
      <h2 id="settings">Settings</h2>
      <p>
        <code>.env.example</code> lists every one with its meaning. These first:
      </p>
      <div class="scroll" tabindex={0}>
        <table>
          <TableHead columns={['Setting', 'For']} />
          <tbody>
            <tr>
              <th scope="row">
                <code>API_PUBLIC_URL</code>, <code>WEB_PUBLIC_URL</code>
              </th>
              <td>where people reach the two; examples, links in mails and cookies follow them</td>
            </tr>
            <tr>
              <th scope="row">
                <code>SECRET_KEY</code>
              </th>
              <td>keys, sessions and codes hang on it: keep it safe and backed up</td>
            </tr>
            <tr>
              <th scope="row">
                <code>TRUSTED_PROXIES</code>
              </th>
              <td>behind a proxy, or all callers have one address</td>
            </tr>
            <tr>
              <th scope="row">
                <code>LIMIT_…</code>, <code>FAIRNESS_DELAY_MS</code>
              </th>
              <td>limits, as you like them</td>
            </tr>
            <tr>
              <th scope="row">
                <code>SMTP_URL</code>, <code>OIDC_PROVIDERS</code>, <code>STRIPE_…</code>
              </th>
              <td>mail, sign-in through others, billing: each is off until it is set</td>
            </tr>
            <tr>
              <th scope="row">
                <code>DATABASE_REPLICA_URLS</code>
              </th>
              <td>replicas of PostgreSQL that take the reads</td>
            </tr>
          </tbody>
        </table>
      </div>
      <h2 id="running">Running it</h2>
      <ul class="points">
        <li>
          Any number of processes on one PostgreSQL and one Redis; nodes keep nothing.{' '}
          <code>bin/larder serve --only api</code> and <code>--only website</code> run one of the two.
        </li>
        <li>
          <code>bin/larder migrate</code> brings the schema up to date; several may start at once.
        </li>
        <li>Without Redis, reads go on. Without PostgreSQL, the answer is a 503 within a second or two.</li>
        <li>
          Logs are JSON lines without secrets; metrics for Prometheus are on <code>METRICS_PORT</code>.
        </li>
        <li>
          The guides in <code>docs/how-to</code> cover the rest: installation, replicas and failover,
          monitoring, backups, upgrades, rotating secrets, and disaster-recovery runbooks.
        </li>
        <li>
          <code>bin/larder conformance</code> checks any deployment from outside.
        </li>
        <li>
          Whoever runs an API on the data offers the database to others:{' '}
          <a href="/docs/credit#share">share alike</a>.
        </li>
      </ul>
    </>
  )
}
