#!/usr/bin/env node
// The command `larder`. Each command is one function of src/commands.
import { Argument, Command, Option } from 'commander'
import { plans } from '../accounts/plans.ts'
import { sourceFacts } from '../food/sources.ts'
import { sources } from '../sources/registry.ts'
import {
  changePlanCommand,
  createAccountCommand,
  deleteAccountCommand,
  listAccountsCommand,
  renewAccountKeyCommand,
  restoreAccountCommand,
} from './commands/account.ts'
import { conformanceCommand, conformanceKeysCommand } from './commands/conformance.ts'
import { describeError, exitCodeOf } from './commands/errors.ts'
import { createKeyCommand, listKeysCommand, revokeKeyCommand } from './commands/key.ts'
import { migrateCommand } from './commands/migrate.ts'
import { rotateSecretsCommand } from './commands/secrets.ts'
import { tablesCommand } from './commands/tables.ts'
import { tidyCommand } from './commands/tidy.ts'
import { describeSettings, describeSettingsAsMarkdown } from './config-reference.ts'
import { revision, version } from './version.ts'

const larder = new Command('larder')
  .description('An open food and nutrition lookup service')
  .version(`${version} (${revision})`)
  .option('--debug', 'show the stack trace of an error', false)
  .showHelpAfterError()
  .configureHelp({ sortSubcommands: false })

// What brings the web server along is loaded only when it is wanted: the other commands start in half the time.
larder
  .command('serve')
  .addOption(new Option('--only <part>', 'run one of the two alone').choices(['api', 'website']))
  .description('run the API (API_PORT, 8080) and the website (WEB_PORT, 8081)')
  .action(async ({ only }) => (await import('./commands/serve.ts')).serveCommand(only))
larder.command('migrate').description('bring the database to the newest schema').action(migrateCommand)
larder
  .command('demo')
  .description('load a demo catalog of some 300 foods')
  .action(async () => (await import('./commands/demo.ts')).demoCommand())

const imports = larder.command('import').description('bring foods into the catalog')
for (const source of sources) {
  const command = imports.command(source.name).argument('<file>', source.fileHelp).description(source.help)
  for (const { flags, help, choices } of source.options) {
    const option = new Option(flags, help)
    command.addOption(choices ? option.choices(choices).makeOptionMandatory() : option.default(false))
  }
  command
    .option('--full', 'the file is all that its source has: foods that it lacks leave the catalog', false)
    .option('--allow-mass-removal', 'with --full: also when more than a fifth of them would leave', false)
    .option('--force', 'read also the lines that an earlier import saw', false)
    .option('--json', 'print the report as JSON', false)
    .action(async (file, options) =>
      (await import('./commands/import.ts')).importCommand(source.name, file, options),
    )
}
imports
  .command('snapshot')
  .argument('<file>', 'what `larder snapshot export` wrote; - for standard input')
  .description('make an empty catalog the one that was exported, ids included')
  .action(async file => (await import('./commands/snapshot.ts')).importSnapshotCommand(file))

const sync = larder.command('sync').description('keep the catalog current')
for (const { name, ids } of sources.filter(({ deltas }) => deltas !== null)) {
  sync
    .command(name)
    .requiredOption('--from <place>', 'the folder with the delta files, or its address')
    .option('--obsolete <file>', 'the dump of products that are gone, which no delta tells')
    .option('--accept-gap', 'go on although changes in between are missing', false)
    .option('--json', 'print the report as JSON', false)
    .description(
      `apply the changes of ${ids.map(id => sourceFacts[id].label).join()} that are due; made for cron`,
    )
    .action(async options => (await import('./commands/sync.ts')).syncCommand(name, options))
}

larder
  .command('export')
  .argument('[file]', 'where to write it, compressed when it ends in .gz; standard output without', '-')
  .description('write the whole catalog as JSON lines, with the licence notice')
  .action(async file => (await import('./commands/snapshot.ts')).exportCommand(file))
larder
  .command('checksum')
  .description('print checksums of the catalog: equal ones mean equal foods')
  .action(async () => (await import('./commands/snapshot.ts')).checksumCommand())
larder
  .command('inspect')
  .argument('<food>', 'a barcode, an id, or the id of the record at its source')
  .option('--json', 'print it as JSON', false)
  .description('show a food, or why there is none: what was changed on its way in, and why its confidence')
  .action(async (food, options) => (await import('./commands/inspect.ts')).inspectCommand(food, options))

const account = larder.command('account').description('accounts, by the operator')
account
  .command('create')
  .argument('<name>', 'small letters, digits, dot, hyphen and underscore')
  .addOption(new Option('--plan <plan>', 'what it may use').choices(plans).default('starter'))
  .description('create an account and print its account key once')
  .action(createAccountCommand)

account.command('list').description('list accounts with their plans').action(listAccountsCommand)
account
  .command('plan')
  .argument('<name>')
  .addArgument(new Argument('<plan>').choices(plans))
  .description('change the plan of an account')
  .action(changePlanCommand)
account
  .command('key')
  .argument('<name>')
  .description('give an account a new account key and print it once; the old one is revoked')
  .action(renewAccountKeyCommand)
account
  .command('delete')
  .argument('<name>')
  .description('delete an account with all its keys')
  .action(deleteAccountCommand)
account
  .command('restore')
  .argument('<name>')
  .requiredOption('--from <url>', 'a PostgreSQL that was restored to a moment when the account was there')
  .description('bring a deleted account back, with its keys, sessions, usage and activity')
  .action(restoreAccountCommand)

const key = larder.command('key').description('API keys, by the operator')
key
  .command('create')
  .requiredOption('--account <name>', 'the account that owns it')
  .requiredOption('--name <name>', 'what it is for: development, production, ci …')
  .addOption(new Option('--scope <scope>', 'what it allows').choices(['read', 'full']).default('read'))
  .option('--expires <date>', 'the last moment it works, such as 2027-01-31 or 2027-01-31T12:00:00Z')
  .option('--cap <requests>', 'requests a minute of this key alone')
  .description('create a named key and print it once')
  .action(createKeyCommand)
key
  .command('list')
  .option('--account <name>', 'only keys of this account')
  .description('list keys, without their secrets')
  .action(listKeysCommand)
key
  .command('revoke')
  .argument('<id>', 'the id that `larder key list` shows')
  .description('take a key out of use, on every node within a second')
  .action(revokeKeyCommand)

larder
  .command('secrets')
  .description('the secret of the server, SECRET_KEY')
  .command('rotate')
  .description(
    'store under SECRET_KEY what can be stored anew, and list what still hangs on the one before it',
  )
  .action(rotateSecretsCommand)
larder
  .command('tidy')
  .description(
    'delete what is over: old sessions, links, usage and activity. Nodes do it by themselves, every hour',
  )
  .action(tidyCommand)
larder
  .command('tables')
  .addArgument(new Argument('<part>').choices(['accounts', 'catalog']))
  .description('print the names of the tables of one part, for backups')
  .action(tablesCommand)

larder
  .command('conformance')
  .argument('[options...]', 'see larder conformance --help')
  .description(
    'check any deployment of the interface from outside; `larder conformance keys` creates keys for it',
  )
  // larder-conformance reads its own options and prints its own help.
  .allowUnknownOption()
  .helpOption(false)
  .action((_options, _settings, command) => conformanceCommand(command.args))
  .command('keys')
  .description('create the API keys that the checks need, in accounts of their own, and print them')
  .action(conformanceKeysCommand)
larder
  .command('openapi')
  .description('print the OpenAPI description')
  .action(async () => (await import('./commands/openapi.ts')).openapiCommand())
larder
  .command('settings')
  .option('--markdown', 'as the table of docs/reference/settings.md', false)
  .description('print every setting with its meaning and default (.env.example)')
  .action(({ markdown }) =>
    console.log((markdown ? describeSettingsAsMarkdown() : describeSettings()).trimEnd()),
  )

try {
  await larder.parseAsync()
} catch (error) {
  // Whoever read the output has enough: `larder snapshot export | head`.
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit(0)
  process.stderr.write(`larder: ${describeError(error, { debug: larder.opts()['debug'] })}\n`)
  // Not exitCode alone: what a half-started server had opened would keep the process alive.
  process.exit(exitCodeOf(error))
}
