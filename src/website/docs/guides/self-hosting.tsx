import { Code } from '../../components/code.tsx'
import { TableHead } from '../../components/table-head.tsx'

export function SelfHosting() {
  return (
    <>
      <p>
        Larder is open source (Apache 2.0). It runs as a single program with PostgreSQL 15 and Redis 7 and
        includes everything you see here: API, website, accounts and importer.
      </p>
      <h2 id="five-minutes">Install and run</h2>
      <p>On Debian or Ubuntu (x86-64) with Node.js and npm, in a clone of the repository:</p>
      <Code
        name="Install and run"
        language="shell"
        text={`# PostgreSQL and Redis:
sudo apt-get update && sudo apt-get install -y postgresql redis-server
# Node.js 24, dependencies and the build:
. scripts/env.sh && npm ci && npm run build
# Start private ones; creates .env:
scripts/dev-services start
# 2,064 everyday foods and 300 products:
bin/larder demo
# The API on port 8080, the website on port 8081:
bin/larder serve`}
      />
      <p>
        <code>serve</code> prints where it listens, or why it cannot start. In another terminal:
      </p>
      <Code name="First request" language="shell" text={`curl 'http://127.0.0.1:8080/search?q=banana'`} />
      <p>
        For Docker, see the instructions at the top of <code>compose.yaml</code>.
      </p>
      <h2 id="foods">Import foods</h2>
      <Code
        name="Import foods"
        language="shell"
        text={`# The full dump from openfoodfacts.org:
bin/larder import off openfoodfacts-products.jsonl.gz --full
# Every night, the changes since the last sync:
bin/larder sync off --from https://static.openfoodfacts.org/data/delta
# Generic foods from fdc.nal.usda.gov:
bin/larder import usda FoodData_Central_foundation_food_csv.zip
# A national food composition table: bls, ciqual, cofid or swiss:
bin/larder import bls BLS_4_0_2025_DE.zip
# Your own data, one JSON object per line:
bin/larder import jsonl my-foods.jsonl --source community`}
      />
      <p>
        Importing four million products takes a few minutes. Imports are atomic: readers see the old catalog
        until the import is complete, and an aborted import changes nothing. Food ids never change.{' '}
        <code>bin/larder inspect 3017620422003</code> shows the details of a food.
      </p>
      <h2 id="settings">Configuration</h2>
      <p>
        <code>.env.example</code> documents every setting. The most important ones:
      </p>
      <div class="table-wrap" tabindex={0}>
        <table class="table">
          <TableHead columns={['Setting', 'Purpose']} />
          <tbody>
            <tr>
              <th scope="row">
                <code>API_PUBLIC_URL</code>, <code>WEB_PUBLIC_URL</code>
              </th>
              <td>Public URLs of the API and the website, used in examples, email links and cookies</td>
            </tr>
            <tr>
              <th scope="row">
                <code>SECRET_KEY</code>
              </th>
              <td>Protects API keys, sessions and TOTP secrets; keep it safe and back it up</td>
            </tr>
            <tr>
              <th scope="row">
                <code>TRUSTED_PROXIES</code>
              </th>
              <td>
                Required behind a reverse proxy; otherwise all requests appear to come from one IP address
              </td>
            </tr>
            <tr>
              <th scope="row">
                <code>RATE_LIMIT_…</code>, <code>FAIRNESS_DELAY_MS</code>
              </th>
              <td>Rate limits</td>
            </tr>
            <tr>
              <th scope="row">
                <code>SMTP_URL</code>, <code>OIDC_PROVIDERS</code>, <code>STRIPE_…</code>
              </th>
              <td>Email, sign-in with OpenID Connect, and billing; each is disabled until configured</td>
            </tr>
            <tr>
              <th scope="row">
                <code>DATABASE_READ_URL</code>
              </th>
              <td>An endpoint in front of PostgreSQL read replicas</td>
            </tr>
          </tbody>
        </table>
      </div>
      <h2 id="running">Operate in production</h2>
      <ul>
        <li>
          Nodes are stateless: run any number of them on one PostgreSQL and one Redis.{' '}
          <code>bin/larder serve --only api</code> and <code>--only website</code> run the two servers
          separately.
        </li>
        <li>
          <code>bin/larder migrate</code> creates the tables and SQL functions and is safe to run
          concurrently.
        </li>
        <li>
          Without Redis, reads keep working. Without PostgreSQL, requests fail with 503 within two seconds.
        </li>
        <li>
          Logs are JSON lines without secrets. Prometheus metrics are available on{' '}
          <code>MANAGEMENT_PORT</code>.
        </li>
        <li>
          The guides in <code>docs/how-to</code> cover the rest: installation, replicas and failover,
          monitoring, backups, upgrades and rotating secrets.
        </li>
        <li>
          If you run a public API on ODbL data, you must also offer the database (
          <a href="/docs/attribution#share">share-alike</a>).
        </li>
      </ul>
    </>
  )
}
