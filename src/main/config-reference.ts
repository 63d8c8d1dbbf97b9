// The settings in words: .env.example, and the table of the operator's manual.
import { type DescribedSetting, listSettings } from './config.ts'

/** The text of `.env.example`. */
export function describeSettings(): string {
  const blocks = listSettings().map(
    ({ name, meaning, default: written, isSecret }) =>
      `# ${meaning}.${written === undefined ? ' Required.' : ''}${isSecret ? ` Or ${name}_FILE=path.` : ''}\n` +
      (written === undefined ? `${name}=\n` : `# ${name}=${written}\n`),
  )
  return `# Settings of Larder. Copy to .env, or set them in the environment, which wins.\n\n${blocks.join('\n')}`
}

// By the beginning of their names, so that a new one finds its place.
const groups: [title: string, beginnings: RegExp][] = [
  ['Secrets', /^KEY_/],
  ['PostgreSQL', /^DATABASE_/],
  ['Redis', /^REDIS_/],
  ['The two servers', /^(API|WEB|WEBSITE|TRUSTED|KEPT|STOP)_/],
  ['Limits', /^(LIMIT|FAIRNESS|OVERLOAD)_/],
  ['Mail and sign-in', /^(SMTP|MAIL|OIDC)_/],
  ['Billing', /^(STRIPE|BILLING)_/],
  ['Keeping', /^(RETENTION|USAGE)_/],
  ['Seeing', /^(METRICS|LOG|OTLP|TRACES)_/],
  ['Others', /^/],
]

/** docs/operations/settings.md. */
export function describeSettingsAsMarkdown(): string {
  const left = new Set(listSettings())
  const sections = groups.map(([title, beginnings]) => {
    const members = [...left].filter(({ name }) => beginnings.test(name))
    for (const member of members) left.delete(member)
    return members.length === 0 ? '' : `## ${title}\n\n${tableOf(members)}\n`
  })
  return `${introduction}\n${sections.filter(Boolean).join('\n')}`
}

const introduction = `# Settings

Made by \`larder settings --markdown\` from the program itself. A setting is an environment variable, or a line of the file
\`.env\` in the working directory; the environment wins. An empty one counts as not set. All faults are told at once, when
Larder starts.

A setting marked *secret* can be given as the name of a file that holds it: \`KEY_SECRET_FILE=/run/secrets/key-secret\`
([secrets](secrets.md)). A newline at the end of the file is no part of it.
`

function tableOf(members: DescribedSetting[]): string {
  const rows = members.map(
    ({ name, meaning, default: written, isSecret }) =>
      `| \`${name}\`${isSecret ? ' *secret*' : ''} | ${written === undefined ? '**required**' : written === '' ? '' : `\`${written}\``} | ${meaning.replaceAll('|', '\\|')} |`,
  )
  return ['| setting | default | meaning |', '|---|---|---|', ...rows].join('\n')
}
