#!/usr/bin/env node
// The command `larder`. Each command is one function of src/commands.
import { Argument, Command, Option } from 'commander'
import { plans } from './accounts/plans.ts'
import {
  changePlanCommand,
  createAccountCommand,
  deleteAccountCommand,
  listAccountsCommand,
  renewAccountKeyCommand,
} from './commands/account.ts'
import { conformanceCommand, conformanceKeysCommand } from './commands/conformance.ts'
import { createKeyCommand, listKeysCommand, revokeKeyCommand } from './commands/key.ts'
import { migrateCommand } from './commands/migrate.ts'
import { CommandFailure, explain } from './commands/output.ts'
import { describeSettings } from './config.ts'

const larder = new Command('larder')
  .description('An open food and nutrition lookup service')
  .showHelpAfterError()
  .configureHelp({ sortSubcommands: false })

// What brings the web server along is loaded only when it is wanted: the other commands start in half the time.
larder
  .command('serve')
  .description('run the API (API_PORT, 8080)')
  .action(async () => (await import('./commands/serve.ts')).serveCommand())
larder.command('migrate').description('bring the database to the newest schema').action(migrateCommand)
larder
  .command('demo')
  .description('load a demo catalog of some 300 foods')
  .action(async () => (await import('./commands/demo.ts')).demoCommand())

const imports = larder.command('import').description('bring foods into the catalog')
imports
  .command('off')
  .argument('<file>', 'a dump of Open Food Facts: JSONL, tab-separated or Parquet; - for standard input')
  .option('--json', 'print the report as JSON', false)
  .description('import a dump of Open Food Facts')
  .action(async (file, options) => (await import('./commands/import.ts')).importOffCommand(file, options))
imports
  .command('foods')
  .argument(
    '<file>',
    'JSON lines with the wire names plus source_id, compressed or not; - for standard input',
  )
  .addOption(
    new Option('--source <source>', 'where they come from')
      .choices(['community', 'ai_estimate', 'usda'])
      .makeOptionMandatory(),
  )
  .option('--json', 'print the report as JSON', false)
  .description("import foods in Larder's plain form")
  .action(async (file, options) => (await import('./commands/import.ts')).importFoodsCommand(file, options))

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
  .command('conformance')
  .option('--base-url <url>', 'the deployment to check')
  .option('--keys <file>', 'keys to check it with, as `larder conformance-keys` prints them')
  .option('--only <rule...>', "only these, such as 'decision 12' or 'spec 8'")
  .option('--waits', 'use limits up and wait for windows to end (about two minutes)', false)
  .option('--figures', 'compare with the default figures, which an operator may have changed', false)
  .option('--json', 'print the results as JSON', false)
  .option('--list', 'list the rules and run none', false)
  .description('check any deployment of the interface from outside, rule by rule')
  .action(conformanceCommand)
larder
  .command('conformance-keys')
  .description('make the keys that the check needs, in an account of its own, and print them')
  .action(conformanceKeysCommand)
larder
  .command('openapi')
  .description('print the OpenAPI description')
  .action(async () => (await import('./commands/openapi.ts')).openapiCommand())
larder
  .command('settings')
  .description('print every setting with its meaning and default (.env.example)')
  .action(() => console.log(describeSettings().trimEnd()))

try {
  await larder.parseAsync()
} catch (error) {
  process.stderr.write(`larder: ${explain(error)}\n`)
  // Not exitCode alone: what a half-started server had opened would keep the process alive.
  process.exit(error instanceof CommandFailure ? error.exitCode : 1)
}
