import { listSettings } from './config.ts'

/** The text of `.env.example`. */
export function renderEnvExample(): string {
  const blocks = listSettings().map(
    ({ name, description, default: defaultValue, selfHostedDefault, isSecret }) =>
      `# ${description}.${defaultValue === undefined ? ' Required.' : ''}${selfHostedDefault === undefined ? '' : ` With DEPLOYMENT_PROFILE=self-hosted: ${selfHostedDefault}.`}${isSecret ? ` Or ${name}_FILE=path.` : ''}\n` +
      (defaultValue === undefined ? `${name}=\n` : `# ${name}=${defaultValue}\n`),
  )
  return `# Settings of Larder. Copy to .env, or set them in the environment, which takes precedence.\n\n${blocks.join('\n')}`
}
