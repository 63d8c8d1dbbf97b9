// Follows every recipe of CONTRIBUTING.md in a copy of the repository: the edits of recipes.ts, then the commands of the recipe.
import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { copyRepository } from '../support/copy-repository.ts'
import { type Edit, type Recipe, recipes } from './recipes.ts'

/** The text below each heading of "How to". */
const sections = new Map(
  readFileSync('CONTRIBUTING.md', 'utf8')
    .split(/^#{2,3} /m)
    .map(section => [section.slice(0, section.indexOf('\n')), section]),
)

const sectionOf = ({ heading }: Recipe): string => {
  const section = sections.get(heading)
  if (section === undefined) throw new Error(`CONTRIBUTING.md has no section "${heading}"`)
  return section
}

const commandsOf = (recipe: Recipe): string[] =>
  [...sectionOf(recipe).matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  )

/** The installed packages, except those of this repository: they are linked to the copy. */
function linkModules(folder: string): void {
  const installed = join(process.cwd(), 'node_modules')
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(installed)) {
    const target = join(folder, 'node_modules', name)
    if (name === '@larder') cpSync(join(installed, name), target, { recursive: true, verbatimSymlinks: true })
    else if (name !== '.vite') symlinkSync(join(installed, name), target)
  }
  symlinkSync(
    join(process.cwd(), 'packages/client/node_modules'),
    join(folder, 'packages/client/node_modules'),
  )
}

function apply(folder: string, edit: Edit): void {
  const path = join(folder, edit.file)
  if (!('after' in edit)) {
    expect(existsSync(path), edit.file).toBe(false)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, edit.text)
    return
  }
  const lines = readFileSync(path, 'utf8').split('\n')
  const index = lines.findIndex(line => line.includes(edit.after))
  expect(index, `${edit.file}: ${edit.after}`).toBeGreaterThanOrEqual(0)
  writeFileSync(path, lines.toSpliced(index + 1, 0, edit.text).join('\n'))
}

async function run(folder: string, command: string, environment: Record<string, string> = {}): Promise<void> {
  try {
    await promisify(execFile)('bash', ['-ec', command], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '',
        LANG: 'C.UTF-8',
        ...environment,
      },
      maxBuffer: 100_000_000,
    })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${command}\n${`${stdout}${stderr}`.slice(-6_000)}`, { cause: error })
  }
}

/** A line of a catalog; a whole catalog counts as a file. */
const isMessage = (edit: Edit): boolean => 'after' in edit && edit.file.startsWith('src/website/messages/')

it('covers every recipe', () => {
  const followed = new Set(recipes.map(({ heading }) => heading))
  const headings = [...sections.keys()].filter(heading => heading.startsWith('Add '))
  expect(headings.filter(heading => !followed.has(heading))).toEqual([])
})

describe.each(recipes)('$heading', recipe => {
  const { edits, goal, contents, tests, proof } = recipe

  it('needs few edits by hand, in files that the recipe names', () => {
    const files = new Set(edits.filter(edit => !isMessage(edit)).map(({ file }) => file))
    expect([...files].length).toBeLessThanOrEqual(goal.files)
    const lines = Map.groupBy(edits.filter(isMessage), ({ file }) => file)
    for (const [file, added] of lines)
      expect(added.flatMap(({ text }) => text.split('\n')).length, file).toBe(goal.linesPerLanguage)
    const section = sectionOf(recipe)
    const named = [...section.matchAll(/`([^`\s]+\/[^`\s]*)`/g)].map(
      ([, path = '']) =>
        new RegExp(
          `^${path.replace('.', '\\.').replace(/NAME|LANGUAGE/g, '[^/]+')}${path.endsWith('/') ? '' : '$'}`,
        ),
    )
    const unnamed = edits.map(({ file }) => file).filter(file => !named.some(pattern => pattern.test(file)))
    expect(unnamed).toEqual([])
  })

  it('works with the commands of CONTRIBUTING.md', async () => {
    const folder = copyRepository()
    linkModules(folder)
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const edit of edits) apply(folder, edit)
    for (const command of commandsOf(recipe)) await run(folder, command)
    for (const [file, text] of Object.entries(contents))
      expect(readFileSync(join(folder, file), 'utf8'), file).toContain(text)
    await run(folder, 'npx tsc -p tsconfig.json')
    await run(folder, `npx vitest run ${tests.length === 0 ? '--project unit' : tests.join(' ')}`)
    if (proof === undefined) return
    const shown = 'test/service/shows-the-change.test.ts'
    cpSync('test/nightly/shows-the-change.ts', join(folder, shown))
    await run(folder, `npx vitest run ${shown}`, { RECIPE_PROOF: JSON.stringify(proof) })
  })
})
