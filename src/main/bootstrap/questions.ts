// Asks on the terminal for what the options leave open.
import { ask } from '../commands/confirm.ts'
import { CliError } from '../commands/errors.ts'
import { type ScopeChoices, type Size, sizes } from './choices.ts'

export interface Answers extends ScopeChoices {
  generic: boolean
}

/** Only what is undefined is asked for. */
export async function askForChoices(
  given: ScopeChoices & { generic: boolean | undefined },
): Promise<Answers> {
  const country = given.country ?? (await askFor('Country (ISO codes such as de or de,at; all)', 'all'))
  const isNarrow = country !== '' && country !== 'all'
  const languages = given.languages ?? (await askFor('Languages of the names (such as de,en; all)', 'all'))
  const defaultSize: Size = isNarrow || (languages !== '' && languages !== 'all') ? 'medium' : 'full'
  const size =
    given.size ??
    (await askForOne(
      defaultSize === 'full'
        ? 'Size (full: all products, small: those that people have scanned)'
        : 'Size (medium: all of these products, small: those that people have scanned)',
      sizes,
      defaultSize,
    ))
  const generic =
    given.generic ??
    (await askForOne('Add generic and everyday foods, such as a plain banana', ['yes', 'no'], 'yes')) ===
      'yes'
  return { country, languages, size, generic }
}

async function askFor(question: string, preset: string): Promise<string> {
  return (await ask(`${question} [${preset}]: `)).trim().toLowerCase() || preset
}

async function askForOne<const Choice extends string>(
  question: string,
  choices: readonly Choice[],
  preset: Choice,
): Promise<Choice> {
  const answer = await askFor(question, preset)
  const choice = choices.find(each => each === answer || (answer.length === 1 && each.startsWith(answer)))
  if (choice === undefined)
    throw new CliError(`"${answer}" is not one of ${choices.join(', ')}; nothing was changed`)
  return choice
}
