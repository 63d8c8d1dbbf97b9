// The generated types for apps. Kotlin's compiler is on npm; no compiler of Swift or Dart is on npm or in Debian 12, so a grammar
// parses these two: it finds invalid syntax, but no wrong types.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Installed for this test only: the Kotlin compiler has 90 MB. */
const tools = [
  // renovate: datasource=npm depName=kotlin-compiler
  ['kotlin-compiler', '2.4.20'],
  // renovate: datasource=npm depName=@ast-grep/napi
  ['@ast-grep/napi', '0.51.0'],
  // renovate: datasource=npm depName=@ast-grep/lang-swift
  ['@ast-grep/lang-swift', '0.0.8'],
  // renovate: datasource=npm depName=@ast-grep/lang-dart
  ['@ast-grep/lang-dart', '0.0.7'],
]

const folder = mkdtempSync(join(tmpdir(), 'larder-mobile-types-'))
const execute = promisify(execFile)
const kotlin = readFileSync('clients/kotlin/Larder.kt', 'utf8')
const swift = readFileSync('clients/swift/Larder.swift', 'utf8')
const dart = readFileSync('clients/dart/larder.dart', 'utf8')

beforeAll(async () => {
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  const packages = tools.map(tool => tool.join('@'))
  await execute('npm', ['install', '--prefix', folder, ...options, ...packages], { cwd: folder })
}, 600_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the types use of kotlinx.serialization, which is on Maven Central only. */
const serialization = {
  'serialization.kt': `package kotlinx.serialization
    @Target(AnnotationTarget.CLASS) annotation class Serializable
    @Target(AnnotationTarget.PROPERTY) annotation class SerialName(val value: String)`,
  'json.kt': `package kotlinx.serialization.json
    sealed class JsonElement
    class JsonObject(private val content: Map<String, JsonElement>) : JsonElement(), Map<String, JsonElement> by content`,
  'descriptors.kt': 'package kotlinx.serialization.descriptors\ninterface SerialDescriptor',
  'encoding.kt': 'package kotlinx.serialization.encoding\ninterface Encoder',
}

/** Compiles the types with an app that uses them, and returns the errors. */
async function compileKotlin(name: string, app: string): Promise<string> {
  const project = join(folder, name)
  mkdirSync(project)
  const files = { ...serialization, 'Larder.kt': kotlin, 'App.kt': `package app\nimport larder.*\n${app}` }
  for (const [file, text] of Object.entries(files)) writeFileSync(join(project, file), text)
  const options = ['-Werror', '-no-reflect', '-d', join(project, 'classes')]
  try {
    await execute(
      'bash',
      [join(folder, 'node_modules/kotlin-compiler/bin/kotlinc'), ...options, ...Object.keys(files)],
      {
        cwd: project,
      },
    )
    return ''
  } catch (error) {
    return (error as { stderr: string }).stderr
  }
}

describe('Kotlin, compiled against the declarations of kotlinx.serialization that it uses', () => {
  it('compiles in an app that handles unknown values', async () => {
    const app = 'fun energy(food: Food, grams: Double): Double? = food.caloriesKcal?.let { it * grams / 100 }'
    expect(await compileKotlin('app', app)).toBe('')
  })

  it('does not let an app take an unknown value for a number', async () => {
    const app = 'fun energy(food: Food, grams: Double): Double = food.caloriesKcal * grams / 100'
    expect(await compileKotlin('careless-app', app)).toMatch(/App\.kt:3.*nullable receiver/)
  })
})

interface SyntaxNode {
  kind(): string
  text(): string
  children(): SyntaxNode[]
}

/** The texts that the grammar cannot parse. */
function syntaxErrors(language: 'swift' | 'dart', source: string): string[] {
  const load = createRequire(join(folder, 'node_modules/'))
  const { parse, registerDynamicLanguage } = load('@ast-grep/napi')
  // Only the first call registers languages.
  registerDynamicLanguage({ swift: load('@ast-grep/lang-swift'), dart: load('@ast-grep/lang-dart') })
  const errors: string[] = []
  const visit = (node: SyntaxNode) => {
    if (node.kind() === 'ERROR') errors.push(node.text())
    for (const child of node.children()) visit(child)
  }
  visit(parse(language, source).root())
  return errors
}

describe.each([
  ['swift', swift, 'public let caloriesKcal: Double?'],
  ['dart', dart, 'final double? caloriesKcal;'],
] as const)('%s, parsed with the grammar of tree-sitter, not compiled', (language, source, nullable) => {
  it('has no syntax errors, and nullable nutrients', () => {
    expect(syntaxErrors(language, source)).toEqual([])
    expect(source).toContain(nullable)
  })

  it('would be rejected with an error in it', () => {
    const broken = source.replace(nullable, `${nullable} ) class {`)
    expect(syntaxErrors(language, broken)).not.toEqual([])
  })
})
