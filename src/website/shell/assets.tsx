// Serves stylesheets, fonts, icons and client scripts from memory under content-hashed URLs, and pictures under URLs that stay.
import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { illustrationFolder } from '../../food/illustrations.ts'
import { isBuilt, readIllustration } from './illustrations.ts'

interface Asset {
  path: string
  type: string
  content: string | Buffer
}

/** The part of the website that a page belongs to; its stylesheet is loaded next to the one of every page. */
export type Area = 'site' | 'foods' | 'docs' | 'app'

const websiteFolder = join(import.meta.dirname, '..')

const scriptExtension = isBuilt ? '.js' : '.ts'

const fonts = new Map(
  globSync('fonts/*.woff2', { cwd: websiteFolder }).map(file => [
    basename(file),
    asset(basename(file, '.woff2'), 'woff2', 'font/woff2', readFileSync(join(websiteFolder, file))),
  ]),
)
const stylesheets = {
  core: stylesheet('core'),
  site: stylesheet('site'),
  foods: stylesheet('foods'),
  docs: stylesheet('docs'),
  app: stylesheet('app'),
  label: stylesheet('label', 'styles/core/1-tokens.css', 'styles/core/6-label.css'),
}
const icons = asset('icons', 'svg', 'image/svg+xml', readText('icons/sprite.svg').replaceAll('\n', ''))
const favicon = asset('larder', 'svg', 'image/svg+xml', readText('icons/favicon.svg'))
const scripts = readScripts()

/** What link previews show of pages without a picture of their own; 1200 by 630 pixels. */
export const sharePicturePath = '/share.png'
const sharePicture = readFileSync(join(websiteFolder, 'share/share.png'))

/** Pages of other websites show them. */
const pictureHeaders = {
  'cache-control': 'public, max-age=604800',
  'cross-origin-resource-policy': 'cross-origin',
}

export const iconsPath = icons.path
export const faviconPath = favicon.path

export const stylesheetPath = (name: keyof typeof stylesheets): string => stylesheets[name].path

export function fontPath(file: string): string {
  const font = fonts.get(file)
  if (font === undefined) throw new Error(`no ${file} in src/website/fonts`)
  return font.path
}

/** URL path of `{name}.client.ts`. */
export function scriptPath(name: string): string {
  const script = scripts.get(name)
  if (script === undefined) throw new Error(`no ${name}.client.ts in src/website`)
  return script.path
}

export function addAssets(app: FastifyInstance): void {
  const all = [...Object.values(stylesheets), ...fonts.values(), icons, favicon, ...scripts.values()]
  for (const { path, type, content } of all) {
    // The response cache keeps text, compressed once. Fonts are compressed already.
    const config = { isPublic: true, isUnlimited: true, ...(typeof content === 'string' && { cachedBy: [] }) }
    app.get(path, { config }, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(content),
    )
  }
  addPictures(app)
}

/** Under addresses that stay, because clients of the API and link previews store them. */
function addPictures(app: FastifyInstance): void {
  const config = { isPublic: true, isUnlimited: true }
  app.get<{ Params: { file: string } }>(`${illustrationFolder}:file`, { config }, async (request, reply) => {
    const image = await readIllustration(request.params.file)
    if (image === null) return reply.callNotFound()
    return reply.type('image/webp').headers(pictureHeaders).send(image)
  })
  app.get(sharePicturePath, { config }, (_request, reply) =>
    reply.type('image/png').headers(pictureHeaders).send(sharePicture),
  )
}

function asset(name: string, extension: string, type: string, content: string | Buffer): Asset {
  const digest = hash('sha256', content, 'base64url').slice(0, 12)
  return { path: `/assets/${name}-${digest}.${extension}`, type, content }
}

function readText(file: string): string {
  return readFileSync(join(websiteFolder, file), 'utf8')
}

/** Files of others, and those of the folder in the order of their names, which is the order of the cascade. */
function stylesheet(name: string, ...others: string[]): Asset {
  const own = globSync(`styles/${name}/*.css`, { cwd: websiteFolder }).sort()
  const css = [...others, ...own]
    .map(file => minifyCss(readText(file)))
    .join('')
    .replace(/url\("\.\.\/\.\.\/fonts\/([\w.-]+)"\)/g, (_match, file: string) => `url("${fontPath(file)}")`)
  return asset(name, 'css', 'text/css; charset=utf-8', css)
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
    const source = readText(file)
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
