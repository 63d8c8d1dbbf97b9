// The commands of `larder` with their options and help. Each command is a function in commands/.
import { constants, setPriority } from 'node:os'
import { Argument, Command, Option } from 'commander'
import { plans } from '../accounts/plans.ts'
import { takedownGrounds } from '../catalog/takedowns.ts'
import { sourceFacts } from '../food/sources.ts'
import { packFieldSets } from '../packs/pack.ts'
import { sources } from '../sources/registry.ts'
import { sizes } from './bootstrap/choices.ts'
import {
  createAccountCommand,
  deleteAccountCommand,
  listAccountsCommand,
  recoverAccountCommand,
  resetTwoFactorCommand,
  resumeAccountCommand,
  rotateAccountKeyCommand,
  setPlanCommand,
  suspendAccountCommand,
} from './commands/account.ts'
import { createKeyCommand, listKeysCommand, revokeKeyCommand } from './commands/key.ts'
import { migrateCommand } from './commands/migrate.ts'
import { reencryptCommand, secretStatusCommand } from './commands/secret.ts'
import { tablesCommand } from './commands/tables.ts'
import { revision, version } from './version.ts'

export const larder = new Command('larder')
  .description('Open food and nutrition API')
  .version(`${version} (${revision})`)
  .option('--debug', 'show the stack trace of an error', false)
  .showHelpAfterError('Run it with --help to see how it is used')
  .configureHelp({ sortSubcommands: false })
  // Throws instead of exiting, so that cli.ts decides the exit code. Subcommands inherit it.
  .exitOverride()

const json = () => new Option('--json', 'print the result as JSON').default(false)
const yes = () => new Option('--yes', 'do not ask for confirmation, for scripts').default(false)
const examples = (...lines: string[]) =>
  `\nExamples:\n${lines.map(line => (line.startsWith('#') ? `  ${line}` : `  $ ${line}`)).join('\n')}`

/** On the machine that serves the catalog, requests come first. */
const yieldToServing = () => setPriority(constants.priority.PRIORITY_LOW)

// Modules that load the web servers are imported on demand, which halves the start-up time of the other commands.
larder
  .command('serve')
  .addOption(new Option('--only <server>', 'run only this server').choices(['api', 'website']))
  .description('run the API (port 8080) and the website (port 8081)')
  .addHelpText('after', examples('larder serve', 'larder serve --only api'))
  .action(async ({ only }) => (await import('./commands/serve.ts')).serveCommand(only))
larder
  .command('migrate')
  .addOption(json())
  .description(
    'create the tables in an empty database, and replace changed SQL functions while nodes keep serving',
  )
  .action(migrateCommand)
larder
  .command('demo')
  .addOption(json())
  .description('load 2,064 everyday foods and 300 well-known products')
  .action(async options => (await import('./commands/demo.ts')).demoCommand(options))

larder
  .command('bootstrap')
  .option('--country <codes>', 'only products sold in these countries, as ISO codes such as de or de,at')
  .option('--languages <codes>', 'only products with a name in one of these languages, such as de,en')
  .addOption(
    new Option(
      '--size <size>',
      'small: of these products, those that people have scanned; medium: all of them; full: every product of the dump',
    ).choices(sizes),
  )
  .option('--from <url-or-file>', 'another dump instead of the official one')
  .option('--sha256 <checksum>', 'checksum that the file must have')
  .option(
    '--mirror <url>',
    'where the files of Open Food Facts are: the dump, taxonomies/ and delta/',
    'https://static.openfoodfacts.org/data',
  )
  .option('--no-generic', 'do not import generic and everyday foods ("Banana")')
  .option('--usda <url-or-file>', 'another bundle of the generic foods of USDA than SR Legacy')
  .option('--no-taxonomy', 'do not import the category taxonomy')
  .option('--keep-download', 'do not remove the downloaded file after the import', false)
  .option('--force', 'load the catalog again, although it is loaded', false)
  .addOption(yes())
  .addOption(json())
  .description('load a real catalog in one command: download and import; run it again to resume')
  .addHelpText(
    'after',
    examples(
      'larder bootstrap',
      'larder bootstrap --country de --languages de,en --yes',
      'larder bootstrap --country fr --size small --yes',
    ),
  )
  .action(async options => (await import('./commands/bootstrap.ts')).bootstrapCommand(options))
larder
  .command('doctor')
  .addOption(json())
  .description('check PostgreSQL, the catalog, Redis, mail, billing and the profile')
  .action(async options => (await import('./commands/doctor.ts')).doctorCommand(options))

const imports = larder
  .command('import')
  .description('import foods, or the category taxonomy, into the catalog')
  .hook('preAction', yieldToServing)
  .addHelpText(
    'after',
    examples(
      'larder import off openfoodfacts-products.jsonl.gz --full',
      'larder import off openfoodfacts-products.jsonl.gz --full --dry-run --json',
      'larder import taxonomy categories.full.json',
    ),
  )
for (const source of sources) {
  const command = imports.command(source.name).argument('<file>', source.fileHelp).description(source.help)
  for (const { flags, help, choices, default: value } of source.options) {
    const option = new Option(flags, help).default(value ?? (choices ? undefined : false))
    command.addOption(choices ? option.choices(choices).makeOptionMandatory() : option)
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
    .addOption(json())
    .action(async (file, options) =>
      (await import('./commands/import.ts')).importCommand(source.name, file, options),
    )
}
imports
  .command('taxonomy')
  .argument('<file>', 'category taxonomy of Open Food Facts, such as categories.full.json; .gz works too')
  .option('--dry-run', 'check the file without changing anything', false)
  .addOption(json())
  .description('replace the taxonomy from which the categories of foods are found')
  .action(async (file, options) =>
    (await import('./commands/taxonomy.ts')).importTaxonomyCommand(file, options),
  )
const sync = larder
  .command('sync')
  .description('apply published changes to the catalog')
  .hook('preAction', yieldToServing)
for (const { name, ids } of sources.filter(({ deltas }) => deltas !== null)) {
  sync
    .command(name)
    .requiredOption('--from <path-or-url>', 'folder or URL of the delta files')
    .option('--obsolete <file>', 'dump of removed products, which deltas do not contain')
    .option('--allow-gap', 'continue although changes in between are no longer published', false)
    .addOption(json())
    .description(
      `apply the pending changes of ${ids.map(id => sourceFacts[id].label).join()}; suitable for cron`,
    )
    .addHelpText('after', examples('larder sync off --from https://static.openfoodfacts.org/data/delta'))
    .action(async options => (await import('./commands/sync.ts')).syncCommand(name, options))
}

const estimate = larder
  .command('estimate')
  .description('estimate values that no source states; estimates are labelled and give way to real values')
  .hook('preAction', yieldToServing)
  .addHelpText(
    'after',
    examples('larder estimate peers --dry-run', 'larder estimate peers', 'larder estimate remove'),
  )
estimate
  .command('peers')
  .option('--limit <foods>', 'make at most this many estimates, of the most popular products')
  .option('--dry-run', 'print the report, and change nothing', false)
  .addOption(json())
  .description('estimate products without values from comparable foods of the catalog')
  .action(async options => (await import('./commands/estimate.ts')).estimatePeersCommand(options))
estimate
  .command('remove')
  .addOption(yes())
  .addOption(json())
  .description('remove all AI estimates; products show their own record again')
  .action(async options => (await import('./commands/estimate.ts')).removeEstimatesCommand(options))

larder
  .command('export')
  .option('--country <code>', 'only foods sold in this country (ISO code such as de), and generic foods')
  .option('--top <foods>', 'only this many foods, the most popular first')
  .addOption(
    new Option('--fields <fields>', 'lean: what a food diary needs; full: every field, with details')
      .choices(packFieldSets)
      .default('lean'),
  )
  .option('--out <folder>', 'where to write the pack and packs.json; default: PACKS_DIR')
  .addOption(json())
  .description('write foods to an SQLite file for offline use: a pack')
  .addHelpText(
    'after',
    examples(
      'larder export --top 100000 --out packs',
      'larder export --country de --fields full --out packs',
    ),
  )
  .action(async options => (await import('./commands/export.ts')).exportCommand(options))
larder
  .command('search')
  .argument('<query>', 'what to search for, as a user would type it')
  .option('--limit <foods>', 'maximum number of foods', Number, 10)
  .option('--explain', 'show how the query was understood, and the features and score of each food', false)
  .addOption(json())
  .description('search the catalog as the API does')
  .addHelpText('after', examples("larder search 'oat milk'", "larder search 'oat mlik' --limit 3 --explain"))
  .action(async (query, options) => (await import('./commands/search.ts')).searchCommand(query, options))
larder
  .command('inspect')
  .argument('<food>', 'barcode, food id, or record id at the source')
  .addOption(json())
  .description('show a food with its data-quality changes and confidence score, or why it is missing')
  .addHelpText('after', examples('larder inspect 4008400402222', 'larder inspect 17 --json'))
  .action(async (food, options) => (await import('./commands/inspect.ts')).inspectCommand(food, options))

const takedown = larder
  .command('takedown')
  .description('remove a food, its photo or a barcode, and list what was removed')
  .addHelpText(
    'after',
    examples(
      "larder takedown food 17 --ground copyright --reason 'letter of the owner'",
      'larder takedown list',
      'larder takedown lift 3',
    ),
  )
const takedownHelp = {
  food: ['<id>', 'remove a food on every node, and keep imports from bringing it back'],
  image: ['<food-id>', 'remove the photo of a food'],
  barcode: ['<code>', 'remove a barcode from every food'],
} as const
for (const [kind, [argument, description]] of Object.entries(takedownHelp)) {
  takedown
    .command(kind)
    .argument(argument)
    .addOption(
      new Option('--ground <ground>', 'why: the kind of claim')
        .choices(takedownGrounds)
        .makeOptionMandatory(),
    )
    .requiredOption('--reason <text>', 'why, for the operators')
    .addOption(yes())
    .addOption(json())
    .description(description)
    .action(async (value, options) =>
      (await import('./commands/takedown.ts')).takeDownCommand(
        kind as keyof typeof takedownHelp,
        value,
        options,
      ),
    )
}
takedown
  .command('list')
  .addOption(json())
  .description('list takedowns, the newest first')
  .action(async options => (await import('./commands/takedown.ts')).listTakedownsCommand(options))
takedown
  .command('lift')
  .argument('<takedown-id>')
  .addOption(yes())
  .addOption(json())
  .description('end a takedown; the next import shows the food again')
  .action(async (id, options) => (await import('./commands/takedown.ts')).liftTakedownCommand(id, options))

const account = larder
  .command('account')
  .description('manage accounts')
  .addHelpText(
    'after',
    examples(
      'larder account create acme --plan pro',
      'larder account recover acme',
      'larder account suspend acme --yes',
      'larder account list --json',
    ),
  )
account
  .command('create')
  .argument('<name>', 'lower-case letters, digits, dots, hyphens and underscores')
  .addOption(new Option('--plan <plan>', 'plan of the account').choices(plans).default('starter'))
  .addOption(json())
  .description('create an account and print its account key once')
  .addHelpText('after', examples('larder account create acme --plan pro'))
  .action(createAccountCommand)
account
  .command('list')
  .addOption(json())
  .description('list accounts with their plans')
  .action(listAccountsCommand)
account
  .command('set-plan')
  .argument('<name>')
  .addArgument(new Argument('<plan>').choices(plans))
  .addOption(json())
  .description('change the plan of an account; a subscription at Stripe takes precedence')
  .addHelpText('after', examples('larder account set-plan acme scale'))
  .action(setPlanCommand)
account
  .command('rotate-key')
  .argument('<name>')
  .addOption(yes())
  .addOption(json())
  .description('replace the account key and print the new one once; the old one is revoked at once')
  .addHelpText(
    'after',
    examples('larder account rotate-key acme', 'larder account rotate-key acme --yes --json'),
  )
  .action(rotateAccountKeyCommand)
account
  .command('reset-two-factor')
  .argument('<name>')
  .addOption(yes())
  .addOption(json())
  .description('turn two-factor authentication off and remove passkeys for an owner who has lost the device')
  .addHelpText('after', examples('larder account reset-two-factor acme'))
  .action(resetTwoFactorCommand)
account
  .command('recover')
  .argument('<name>')
  .addOption(yes())
  .addOption(json())
  .description('print a link with which the owner can choose a new password, once within 24 hours')
  .addHelpText(
    'after',
    examples(
      'larder account recover acme',
      '# if the owner has lost the authenticator app too',
      'larder account reset-two-factor acme',
    ),
  )
  .action(recoverAccountCommand)
account
  .command('suspend')
  .argument('<name>')
  .addOption(yes())
  .addOption(json())
  .description('reject the keys, sessions and sign-ins of an account until it is resumed')
  .addHelpText('after', examples('larder account suspend acme', 'larder account resume acme'))
  .action(suspendAccountCommand)
account
  .command('resume')
  .argument('<name>')
  .addOption(json())
  .description('end the suspension of an account; its keys work again')
  .action(resumeAccountCommand)
account
  .command('delete')
  .argument('<name>')
  .addOption(yes())
  .addOption(json())
  .description('delete an account and all its keys')
  .addHelpText('after', examples('larder account delete acme'))
  .action(deleteAccountCommand)
const key = larder
  .command('key')
  .description('manage API keys')
  .addHelpText('after', examples('larder key create --account acme --name ci', 'larder key revoke 2'))
key
  .command('create')
  .requiredOption('--account <name>', 'owner of the key')
  .requiredOption('--name <name>', 'purpose of the key, such as production or ci')
  .addOption(new Option('--scope <scope>', 'what the key may do').choices(['read', 'full']).default('read'))
  .option(
    '--expires <date>',
    'when the key expires, such as 2027-01-31 (end of day, UTC) or 2027-01-31T12:00:00Z',
  )
  .option('--rate-limit <requests>', 'requests per minute for this key, at most the limit of the plan')
  .addOption(json())
  .description('create a named key and print it once')
  .addHelpText(
    'after',
    examples(
      'larder key create --account acme --name ci',
      'larder key create --account acme --name app --scope full --expires 2027-01-31 --rate-limit 100',
    ),
  )
  .action(createKeyCommand)
key
  .command('list')
  .option('--account <name>', 'only the keys of this account')
  .addOption(json())
  .description('list keys without their secrets')
  .action(listKeysCommand)
key
  .command('revoke')
  .argument('<id>', 'key id from `larder key list`')
  .addOption(json())
  .description('revoke a key; every node rejects it within a second')
  .addHelpText('after', examples('larder key revoke 2'))
  .action(revokeKeyCommand)

const secret = larder.command('secret').description('rotate the server secret, SECRET_KEY')
secret
  .command('status')
  .addOption(json())
  .description('list keys and sessions still using SECRET_KEY_FALLBACKS')
  .action(secretStatusCommand)
secret
  .command('reencrypt')
  .addOption(json())
  .description('re-encrypt TOTP secrets under SECRET_KEY, then show the status')
  .action(reencryptCommand)
larder
  .command('tables')
  .addArgument(new Argument('<group>').choices(['accounts', 'catalog']))
  .addOption(json())
  .description('print the table names of one group, for dumps')
  .addHelpText('after', examples('larder tables accounts'))
  .action(tablesCommand)

larder
  .command('openapi')
  .description('print the OpenAPI description')
  .action(async () => (await import('./commands/openapi.ts')).openapiCommand())
