// A PostgreSQL whose WAL is archived to two encrypted repositories of pgBackRest, a folder and an S3-compatible store. Uses the files of
// deploy/backup with other paths and names.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withConnection } from '../../src/platform/database/pool.ts'
import { createPostgresFolder, postgresBinFolder, runAsPostgres } from './as-postgres.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { type S3Server, startS3Server } from './s3-server.ts'

export interface PostgresWithBackups extends PostgresServer {
  dataFolder: string
  /** For larder and pgBackRest. */
  environment: Record<string, string>
  pgBackRest: (...args: string[]) => Promise<string>
  /** Of repositories 1 and 2. */
  repositoryFolders: [string, string]
  store: S3Server
}

export async function startPostgresWithBackups(): Promise<PostgresWithBackups> {
  const folder = createPostgresFolder('larder-backups-')
  const directory = mkdtempSync(join(tmpdir(), 'larder-postgres-'))
  const tls = createCertificate(folder)
  const postgres = await startPostgres(directory)
  const store = await startS3Server('backups', tls)
  const dataFolder = join(directory, 'postgres')
  const repositoryFolder = join(folder, 'repository')
  const { hostname, port: storePort } = new URL(store.settings.endpoint)
  const { port } = new URL(postgres.databaseUrl)
  const configuration = join(folder, 'pgbackrest.conf')
  const changes = {
    'repo1-path': repositoryFolder,
    'repo1-cipher-pass': 'passphrase of the first repository',
    'repo2-s3-endpoint': hostname,
    'repo2-s3-region': store.settings.region,
    'repo2-s3-bucket': store.settings.bucket,
    'repo2-s3-key': store.settings.accessKeyId,
    'repo2-s3-key-secret': store.settings.secretAccessKey,
    'repo2-cipher-pass': 'passphrase of the second repository',
    'lock-path': join(folder, 'lock'),
    'pg1-path': dataFolder,
  }
  const additions = [
    `pg1-port=${port}\npg1-socket-path=${folder}\npg1-user=larder`,
    `[global]\nrepo2-storage-port=${storePort}\nrepo2-storage-ca-file=${join(folder, 'certificate.pem')}`,
    // How long pgBackRest tries to reach a store.
    'io-timeout=10',
    `spool-path=${folder}/spool`,
  ]
  const text = Object.entries(changes).reduce(
    (lines, [name, value]) => lines.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`),
    readFileSync('deploy/backup/pgbackrest.conf', 'utf8'),
  )
  writeFileSync(configuration, [text, ...additions, ''].join('\n'))
  await withConnection(postgres.databaseUrl, async client => {
    const archiving = readSettings('deploy/backup/archive.conf')
    const settings = {
      ...archiving,
      archive_command: `PGBACKREST_CONFIG=${configuration} ${archiving['archive_command']}`,
      unix_socket_directories: folder,
    }
    for (const [name, value] of Object.entries(settings))
      await client.query(`alter system set ${name} = ${client.escapeLiteral(value)}`)
  })
  const log = join(folder, 'postgres.log')
  await runAsPostgres(join(postgresBinFolder(), 'pg_ctl'), ['-D', dataFolder, '-l', log, '-w', 'restart'])
  return {
    ...postgres,
    dataFolder,
    environment: {
      DATABASE_URL: postgres.databaseUrl,
      REDIS_URL: postgres.redisUrl,
      PGBACKREST_CONFIG: configuration,
    },
    pgBackRest: (...args) =>
      runAsPostgres('env', [`PGBACKREST_CONFIG=${configuration}`, 'pgbackrest', '--stanza=larder', ...args]),
    repositoryFolders: [repositoryFolder, store.directory],
    store,
    async remove() {
      await postgres.remove()
      await store.stop()
      await runAsPostgres('rm', ['-rf', folder])
    },
  }
}

/** Self-signed, for 127.0.0.1. */
function createCertificate(folder: string): { key: string; cert: string } {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const certificate = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const name = ['-subj', '/CN=store', '-addext', 'subjectAltName=DNS:127.0.0.1']
  execFileSync('openssl', ['req', ...certificate, ...name, '-days', '2', '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  })
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}

function readSettings(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').matchAll(/^(\w+) = (?:'(.*)'|(\S+))$/gm)
  return Object.fromEntries([...lines].map(([, name = '', quoted, plain]) => [name, quoted ?? plain ?? '']))
}
