#!/usr/bin/env node
// The `larder` command line. Each command is a function in commands/.
import { Argument, Command, Option } from 'commander'
import { plans } from '../accounts/plans.ts'
import { sourceFacts } from '../food/sources.ts'
import { sources } from '../sources/registry.ts'
import {
  createAccountCommand,
  deleteAccountCommand,
  listAccountsCommand,
  restoreAccountCommand,
  rotateAccountKeyCommand,
  setPlanCommand,
} from './commands/account.ts'
import { conformanceCommand, conformanceKeysCommand } from './commands/conformance.ts'
import { describeError, exitCodeOf } from './commands/errors.ts'
import { createKeyCommand, listKeysCommand, revokeKeyCommand } from './commands/key.ts'
import { migrateCommand } from './commands/migrate.ts'
import { runRetentionCommand } from './commands/retention.ts'
import { reencryptCommand, secretStatusCommand } from './commands/secret.ts'
import { tablesCommand } from './commands/tables.ts'
import { renderEnvExample, renderSettingsTable } from './config-reference.ts'
import { revision, version } from './version.ts'

const larder = new Command('larder')
  .description('Open food and nutrition API')
  .version(`${version} (${revision})`)
  .option('--debug', 'show the stack trace of an error', false)
  .showHelpAfterError()
  .configureHelp({ sortSubcommands: false })

// Modules that load the web servers are imported on demand, which halves the start-up time of the other commands.
larder
  .command('serve')
  .addOption(new Option('--only <server>', 'run only this server').choices(['api', 'website']))
  .description('run the API (port 8080) and the website (port 8081)')
  .action(async ({ only }) => (await import('./commands/serve.ts')).serveCommand(only))
larder.command('migrate').description('apply pending migrations and SQL functions').action(migrateCommand)
larder
  .command('demo')
  .description('load 300 demo foods')
  .action(async () => (await import('./commands/demo.ts')).demoCommand())

larder
  .command('doctor')
  .option('--json', 'print the findings as JSON', false)
  .description(
    'check the settings against the running services: PostgreSQL, Redis, mail, sign-in, billing, disk',
  )
  .action(async options => (await import('./commands/doctor.ts')).doctorCommand(options))

const imports = larder
  .command('import')
  .description('import foods, or the category taxonomy, into the catalog')
for (const source of sources) {
  const command = imports.command(source.name).argument('<file>', source.fileHelp).description(source.help)
  for (const { flags, help, choices } of source.options) {
    const option = new Option(flags, help)
    command.addOption(choices ? option.choices(choices).makeOptionMandatory() : option.default(false))
  }
  command
    .option(
      '--full',
      'treat the file as a full dump: remove foods of this source that it does not contain',
      false,
    )
    .option(
      '--allow-mass-removal',
      'with --full: allow removing more than 20 % of the foods of this source',
      false,
    )
    .option('--force', 'reprocess every line, including those unchanged since the last import', false)
    .option('--dry-run', 'print the report, and change nothing', false)
    .option('--json', 'print the report as JSON', false)
    .action(async (file, options) =>
      (await import('./commands/import.ts')).importCommand(source.name, file, options),
    )
}
imports
  .command('taxonomy')
  .argument('<file>', 'category taxonomy of Open Food Facts, such as categories.full.json; .gz works too')
  .option('--dry-run', 'check the file without changing anything', false)
  .option('--json', 'print the report as JSON', false)
  .description('replace the taxonomy from which the categories of foods are found')
  .action(async (file, options) =>
    (await import('./commands/taxonomy.ts')).importTaxonomyCommand(file, options),
  )
const sync = larder.command('sync').description('apply published changes to the catalog')
for (const { name, ids } of sources.filter(({ deltas }) => deltas !== null)) {
  sync
    .command(name)
    .requiredOption('--from <path-or-url>', 'folder or URL of the delta files')
    .option('--obsolete <file>', 'dump of removed products, which deltas do not contain')
    .option('--allow-gap', 'continue although changes in between are no longer published', false)
    .option('--json', 'print the report as JSON', false)
    .description(
      `apply the pending changes of ${ids.map(id => sourceFacts[id].label).join()}; suitable for cron`,
    )
    .action(async options => (await import('./commands/sync.ts')).syncCommand(name, options))
}

const snapshot = larder.command('snapshot').description('export and import the whole catalog')
snapshot
  .command('export')
  .argument('[file]', 'output file, compressed if it ends in .gz; default: standard output', '-')
  .description('write the catalog as JSON lines, with the licence notice')
  .action(async file => (await import('./commands/snapshot.ts')).exportSnapshotCommand(file))
snapshot
  .command('import')
  .argument('<file>', 'output of `larder snapshot export`; - for standard input')
  .description('fill an empty catalog from a snapshot, ids included')
  .action(async file => (await import('./commands/snapshot.ts')).importSnapshotCommand(file))
snapshot
  .command('verify')
  .description('print checksums of the catalog: equal checksums mean equal foods')
  .action(async () => (await import('./commands/snapshot.ts')).verifySnapshotCommand())
larder
  .command('search')
  .argument('<query>', 'what to search for, as a user would type it')
  .option('--limit <foods>', 'maximum number of foods', Number, 10)
  .option('--explain', 'show how the query was understood, and the features and score of each food', false)
  .description('search the catalog as the API does')
  .action(async (query, options) => (await import('./commands/search.ts')).searchCommand(query, options))
larder
  .command('inspect')
  .argument('<food>', 'barcode, food id, or record id at the source')
  .option('--json', 'print the result as JSON', false)
  .description('show a food with its data-quality changes and confidence score, or why it is missing')
  .action(async (food, options) => (await import('./commands/inspect.ts')).inspectCommand(food, options))

const account = larder.command('account').description('manage accounts')
account
  .command('create')
  .argument('<name>', 'lower-case letters, digits, dots, hyphens and underscores')
  .addOption(new Option('--plan <plan>', 'plan of the account').choices(plans).default('starter'))
  .description('create an account and print its account key once')
  .action(createAccountCommand)

account.command('list').description('list accounts with their plans').action(listAccountsCommand)
account
  .command('set-plan')
  .argument('<name>')
  .addArgument(new Argument('<plan>').choices(plans))
  .description('change the plan of an account')
  .action(setPlanCommand)
account
  .command('rotate-key')
  .argument('<name>')
  .description('replace the account key and print the new one once; the old one is revoked at once')
  .action(rotateAccountKeyCommand)
account
  .command('delete')
  .argument('<name>')
  .description('delete an account and all its keys')
  .action(deleteAccountCommand)
account
  .command('restore')
  .argument('<name>')
  .requiredOption('--from <url>', 'URL of a PostgreSQL server restored to a time when the account existed')
  .description('restore a deleted account with its keys, usage and audit log')
  .action(restoreAccountCommand)

const key = larder.command('key').description('manage API keys')
key
  .command('create')
  .requiredOption('--account <name>', 'owner of the key')
  .requiredOption('--name <name>', 'purpose of the key, such as production or ci')
  .addOption(new Option('--scope <scope>', 'what the key may do').choices(['read', 'full']).default('read'))
  .option(
    '--expires <date>',
    'when the key expires, such as 2027-01-31 (end of day, UTC) or 2027-01-31T12:00:00Z',
  )
  .option('--rate-limit <requests>', 'requests per minute for this key, in addition to the limit of the plan')
  .description('create a named key and print it once')
  .action(createKeyCommand)
key
  .command('list')
  .option('--account <name>', 'only the keys of this account')
  .description('list keys without their secrets')
  .action(listKeysCommand)
key
  .command('revoke')
  .argument('<id>', 'key id from `larder key list`')
  .description('revoke a key; every node rejects it within a second')
  .action(revokeKeyCommand)

const secret = larder.command('secret').description('rotate the server secret, SECRET_KEY')
secret
  .command('status')
  .description('list keys and sessions still using SECRET_KEY_FALLBACKS')
  .action(secretStatusCommand)
secret
  .command('reencrypt')
  .description('re-encrypt TOTP secrets under SECRET_KEY, then show the status')
  .action(reencryptCommand)
larder
  .command('retention')
  .description('delete expired data')
  .command('run')
  .description('delete expired sessions, e-mail tokens, usage and audit records (nodes also do this hourly)')
  .action(runRetentionCommand)
larder
  .command('tables')
  .addArgument(new Argument('<group>').choices(['accounts', 'catalog']))
  .description('print the table names of one group, for backups')
  .action(tablesCommand)

larder
  .command('conformance')
  .argument('[options...]', 'see larder conformance --help')
  .description('check a deployment from outside; `larder conformance keys` creates the keys it needs')
  // larder-conformance reads its own options and prints its own help.
  .allowUnknownOption()
  .helpOption(false)
  .action((_options, _settings, command) => conformanceCommand(command.args))
  .command('keys')
  .description('create and print the API keys that the checks need, in separate accounts')
  .action(conformanceKeysCommand)
larder
  .command('openapi')
  .description('print the OpenAPI description')
  .action(async () => (await import('./commands/openapi.ts')).openapiCommand())
larder
  .command('settings')
  .option('--markdown', 'as docs/reference/settings.md', false)
  .description('print every setting with its description and default (.env.example)')
  .action(({ markdown }) => console.log((markdown ? renderSettingsTable() : renderEnvExample()).trimEnd()))

try {
  await larder.parseAsync()
} catch (error) {
  // The reader has closed the pipe, as in `larder snapshot export | head`.
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit(0)
  process.stderr.write(`larder: ${describeError(error, { debug: larder.opts()['debug'] })}\n`)
  // exitCode alone is not enough: what a half-started server has opened would keep the process alive.
  process.exit(exitCodeOf(error))
}
