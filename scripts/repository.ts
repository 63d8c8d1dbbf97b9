// The address of the repository, which its owner sets once: "repository" in package.json. `npm run generate` copies it.
import { readFileSync } from 'node:fs'

/** Without a slash or `.git` at the end. */
export function readRepository(): string {
  const { repository } = JSON.parse(readFileSync('package.json', 'utf8')) as { repository: string }
  return repository
}

export const isPlaceholder = (repository: string): boolean => repository.includes('example.org')
