// Serves the stylesheet, client scripts and icon from memory under content-hashed URLs.
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

/** Order matters for the cascade: base styles, shared components, then features, which do not overlap. */
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

/** URL path of `{name}.client.ts`. */
export function scriptPath(name: string): string {
  const script = scripts.get(name)
  if (script === undefined) throw new Error(`no ${name}.client.ts in src/website`)
  return script.path
}

export function addAssets(app: FastifyInstance): void {
  for (const { path, type, content } of [stylesheet, icon, ...scripts.values()]) {
    app.get(path, { config: { isPublic: true, isUnlimited: true, cachedBy: [] } }, (_request, reply) =>
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

/** Safe because no string in our stylesheets contains a comment or consecutive spaces. */
function minifyCss(css: string): string {
  return css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
}

/** Every client script and its imports, by name. */
function readScripts(): Map<string, Asset> {
  const built = new Map<string, { file: string; script: Asset }>()
  const build = (file: string, importers: string[]): Asset => {
    if (importers.includes(file))
      throw new Error(`circular import of client scripts: ${[...importers, file]}`)
    const name = basename(file, scriptExtension).replace(/\.client$/, '')
    const known = built.get(name)
    if (known?.file === file) return known.script
    if (known) throw new Error(`duplicate client script name ${name}: ${known.file}, ${file}`)
    const source = readFileSync(join(websiteFolder, file), 'utf8')
    const content = (scriptExtension === '.ts' ? stripTypeScriptTypes(source) : source)
      // Rewrite imports to the hashed URLs.
      .replace(
        /(\bfrom\s*|\bimport\s*\(?\s*)(['"])(\.{1,2}\/[\w./-]+)\2/g,
        (_match, prefix: string, quote: string, imported: string) =>
          `${prefix}${quote}${build(join(dirname(file), imported), [...importers, file]).path}${quote}`,
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
