// Stylesheet, client scripts and icon, in memory, under addresses that change with their content.
import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, dirname, extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { Logo } from './logo.tsx'

interface Asset {
  path: string
  type: string
  content: string
}

const websiteFolder = join(import.meta.dirname, '..')

/** In the order of the cascade: what all pages share, then shared components, then the features, which do not meet. */
const sharedStyles = [
  'shell/base.css',
  'shell/layout.css',
  'shell/forms.css',
  'shell/lists.css',
  'shell/tables.css',
  ...globSync('components/*.css', { cwd: websiteFolder }).sort(),
]

/** TypeScript when run from source, JavaScript when built. */
const scriptExtension = extname(import.meta.filename) === '.js' ? '.js' : '.ts'

const stylesheet = asset('larder', 'css', 'text/css; charset=utf-8', readStyles())
const icon = asset('larder', 'svg', 'image/svg+xml', renderToStaticMarkup(<Logo isIcon />))
const scripts = readScripts()

export const stylesheetPath = stylesheet.path
export const iconPath = icon.path

/** Where the script of `{name}.client.ts` is served. */
export function scriptPath(name: string): string {
  const script = scripts.get(name)
  if (script === undefined) throw new Error(`there is no ${name}.client.ts in src/website`)
  return script.path
}

export function addAssets(app: FastifyInstance): void {
  for (const { path, type, content } of [stylesheet, icon, ...scripts.values()]) {
    app.get(path, { config: { isPublic: true } }, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(content),
    )
  }
}

function asset(name: string, extension: string, type: string, content: string): Asset {
  const digest = hash('sha256', content, 'base64url').slice(0, 12)
  return { path: `/assets/${name}-${digest}.${extension}`, type, content }
}

function readStyles(): string {
  const features = globSync('**/*.css', { cwd: websiteFolder }).filter(file => !sharedStyles.includes(file))
  return [...sharedStyles, ...features.sort()]
    .map(file => minifyCss(readFileSync(join(websiteFolder, file), 'utf8')))
    .join('')
}

/** No string in our styles holds a comment or two spaces. */
function minifyCss(css: string): string {
  return css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
}

/** By name: every client script, and what they import. */
function readScripts(): Map<string, Asset> {
  const built = new Map<string, { file: string; script: Asset }>()
  const build = (file: string, importers: string[]): Asset => {
    if (importers.includes(file)) throw new Error(`scripts import each other: ${[...importers, file]}`)
    const name = basename(file, scriptExtension).replace(/\.client$/, '')
    const known = built.get(name)
    if (known?.file === file) return known.script
    if (known) throw new Error(`two scripts have the name ${name}: ${known.file}, ${file}`)
    const source = readFileSync(join(websiteFolder, file), 'utf8')
    const content = (scriptExtension === '.ts' ? stripTypeScriptTypes(source) : source)
      // Their addresses bear a hash, so imports between them do too.
      .replace(
        /(\bfrom\s*|\bimport\s*\(?\s*)(['"])(\.{1,2}\/[\w./-]+)\2/g,
        (_all, before: string, quote: string, imported: string) =>
          `${before}${quote}${build(join(dirname(file), imported), [...importers, file]).path}${quote}`,
      )
      .replace(/^\/\/# sourceMappingURL=.*$/gm, '')
      .split('\n')
      .map(line => line.trimEnd())
      .join('\n')
    const script = asset(name, 'js', 'text/javascript; charset=utf-8', content)
    built.set(name, { file, script })
    return script
  }
  for (const file of globSync(`**/*.client${scriptExtension}`, { cwd: websiteFolder })) build(file, [])
  return new Map([...built].map(([name, { script }]) => [name, script]))
}
