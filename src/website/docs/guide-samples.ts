// The samples of the guides are files in examples/. Tests run them as they are; pages show them with this deployment's URL.
import { readFileSync } from 'node:fs'
import { localApiUrl } from './samples.ts'

const localWebsiteUrl = 'http://localhost:8081'

/** Every sample, and whether it prints something: a file with the same name that ends in .txt holds what. */
const printsText = {
  'quick-start/shell.sh': true,
  'quick-start/node.ts': true,
  'quick-start/python.py': true,
  'coming-from/open-food-facts.ts': true,
  'coming-from/adapter.sh': true,
  'coming-from/fooddata-central.ts': true,
  'coming-from/nutritionix.ts': true,
  'coming-from/fatsecret.ts': true,
  'coming-from/barcode-forms.sh': true,
  'assistant/mcp.json': false,
  'assistant/total-meal.ts': true,
  'offline/download.sh': false,
  'offline/barcode.sql': true,
  'offline/search.sql': true,
  'offline/credit.sql': true,
}

export type GuideSample = keyof typeof printsText

export const guideSamples = Object.keys(printsText) as GuideSample[]

const readExample = (file: string) =>
  readFileSync(new URL(`../../../examples/${file}`, import.meta.url), 'utf8')

const texts = new Map(guideSamples.map(file => [file, readExample(file)]))
const outputs = new Map(
  guideSamples
    .filter(file => printsText[file])
    .map(file => [file, readExample(file.replace(/\.\w+$/, '.txt'))]),
)

export function guideSampleText(
  file: GuideSample,
  apiUrl: string,
  websiteUrl: string = localWebsiteUrl,
): string {
  const text = texts.get(file) ?? ''
  return text.replaceAll(localApiUrl, apiUrl).replaceAll(localWebsiteUrl, websiteUrl)
}

/** What the sample prints on the demo catalog; undefined for pages. */
export function guideSampleOutput(file: GuideSample): string | undefined {
  return outputs.get(file)
}
