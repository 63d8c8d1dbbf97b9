// Writes the types of the data endpoints for Kotlin, Swift and Dart to clients/, from openapi.json. Downloads the generator,
// which nothing else here needs; mobile-types.test.ts checks the files without it.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const generator = 'quicktype@26.0.0'
const schemas = ['Food', 'CategoryCount', 'Health', 'ErrorResponse', 'ValidationErrorResponse']
const targets = {
  'clients/kotlin/Larder.kt': ['--lang', 'kotlin', '--framework', 'kotlinx', '--package', 'larder'],
  'clients/swift/Larder.swift': ['--lang', 'swift', '--access-level', 'public', '--no-initializers'],
  'clients/dart/larder.dart': ['--lang', 'dart', '--final-props'],
}

const { components } = JSON.parse(readFileSync('openapi.json', 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'larder-types-'))
try {
  for (const name of schemas) {
    const { examples: _, ...schema } = components.schemas[name]
    writeFileSync(join(folder, `${name}.schema`), JSON.stringify(schema))
  }
  const sources = schemas.map(name => join(folder, `${name}.schema`))
  for (const [file, options] of Object.entries(targets)) {
    console.info(`writing ${file}`)
    const common = ['--src-lang', 'schema', '--telemetry', 'disable', '--no-date-times', '--out', file]
    execFileSync('npx', ['--yes', generator, ...common, ...options, ...sources], { stdio: 'inherit' })
  }
} finally {
  rmSync(folder, { recursive: true })
}
