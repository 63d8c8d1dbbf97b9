// The types of the data endpoints for Kotlin, Swift and Dart.
import { InputData, JSONSchemaInput, type LanguageName, quicktype } from 'quicktype-core'
import { dataSchemas, describedApi } from './api-description.ts'

const targets: { path: string; lang: LanguageName; rendererOptions: Record<string, string | boolean> }[] = [
  {
    path: 'clients/kotlin/Larder.kt',
    lang: 'kotlin',
    rendererOptions: { framework: 'kotlinx', package: 'larder' },
  },
  {
    path: 'clients/swift/Larder.swift',
    lang: 'swift',
    rendererOptions: { 'access-level': 'public', initializers: false },
  },
  { path: 'clients/dart/larder.dart', lang: 'dart', rendererOptions: { 'final-props': true } },
]

export async function mobileTypes(): Promise<Record<string, string>> {
  const { components } = await describedApi()
  const files: Record<string, string> = {}
  for (const { path, lang, rendererOptions } of targets) {
    const schemas = new JSONSchemaInput(undefined)
    for (const name of dataSchemas) {
      const { examples: _, ...schema } = components.schemas[name] ?? {}
      await schemas.addSource({ name, schema: JSON.stringify(schema) })
    }
    const inputData = new InputData()
    inputData.addInput(schemas)
    const { lines } = await quicktype({ inputData, lang, rendererOptions, inferDateTimes: false })
    files[path] = lines.join('\n')
  }
  return files
}
