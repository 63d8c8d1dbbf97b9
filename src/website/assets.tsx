// Stylesheet, scripts and icon, in memory, under addresses that change with their content.
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, extname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { Mark } from './parts/mark.tsx'

interface Asset {
  path: string
  type: string
  content: string
}

/** What all pages share; the files beside them belong to some pages each and do not meet. */
const sharedStyles = ['base', 'layout', 'forms']

const stylesheet = asset('larder', 'css', 'text/css; charset=utf-8', readStyles())
const icon = asset('larder', 'svg', 'image/svg+xml', renderToStaticMarkup(<Mark isIcon />))
const scripts = readScripts()

export const stylesheetPath = stylesheet.path
export const iconPath = icon.path

/** Where the script `browser/{name}.ts` is served. */
export function scriptPath(name: string): string {
  const script = scripts.get(name)
  if (script === undefined) throw new Error(`there is no script ${name} in src/website/browser`)
  return script.path
}

export function addAssets(app: FastifyInstance): void {
  for (const { path, type, content } of [stylesheet, icon, ...scripts.values()]) {
    app.get(path, { config: { isForAll: true } }, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(content),
    )
  }
}

function asset(name: string, extension: string, type: string, content: string): Asset {
  const digest = hash('sha256', content, 'base64url').slice(0, 12)
  return { path: `/assets/${name}-${digest}.${extension}`, type, content }
}

function readStyles(): string {
  const folder = new URL('./style/', import.meta.url)
  const names = readdirSync(folder).map(file => basename(file, '.css'))
  const rest = names.filter(name => !sharedStyles.includes(name)).sort()
  return [...sharedStyles, ...rest]
    .map(name => readFileSync(new URL(`${name}.css`, folder), 'utf8'))
    .map(withoutSpace)
    .join('')
}

/** No string in our styles holds a comment or two spaces. */
function withoutSpace(css: string): string {
  return css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
}

/** TypeScript without its types when run from source; the build has left JavaScript. */
function readScripts(): Map<string, Asset> {
  const folder = new URL('./browser/', import.meta.url)
  const extension = extname(import.meta.url) === '.js' ? '.js' : '.ts'
  const names = readdirSync(folder)
    .filter(file => file.endsWith(extension) && !/\.(test|d)\.ts$/.test(file))
    .map(file => basename(file, extension))
  const built = new Map<string, Asset>()
  const build = (name: string, importers: string[]): Asset => {
    if (importers.includes(name)) throw new Error(`scripts import each other: ${[...importers, name]}`)
    const known = built.get(name)
    if (known) return known
    const written = readFileSync(new URL(name + extension, folder), 'utf8')
    const plain = extension === '.ts' ? stripTypeScriptTypes(written) : written
    const content = plain
      // Their addresses bear a hash, so imports between them do too.
      .replace(
        /(\bfrom\s*|\bimport\s*\(?\s*)(['"])\.\/([\w-]+)\.[jt]s\2/g,
        (_all, before: string, quote: string, imported: string) =>
          `${before}${quote}${build(imported, [...importers, name]).path}${quote}`,
      )
      .replace(/^\/\/# sourceMappingURL=.*$/gm, '')
      .split('\n')
      .map(line => line.trimEnd())
      .join('\n')
    const script = asset(name, 'js', 'text/javascript; charset=utf-8', content)
    built.set(name, script)
    return script
  }
  for (const name of names) build(name, [])
  return built
}
