// The generated types say the same as openapi.json: every member, and null where the API may send it.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

interface Schema {
  type: string | string[]
  required?: string[]
  properties: Record<string, Schema>
}

const schemas: Record<string, Schema> = JSON.parse(read('openapi.json')).components.schemas

/** Members by their name on the wire, in the code of one class: whether they can be null. */
type Members = Record<string, boolean>

const languages: Record<
  string,
  { file: string; classOf: (name: string) => RegExp; members(code: string): Members }
> = {
  Kotlin: {
    file: 'clients/kotlin/Larder.kt',
    classOf: name => new RegExp(`^data class ${name} \\($(.*?)^\\)`, 'ms'),
    members: code =>
      Object.fromEntries(
        [...code.matchAll(/(?:@SerialName\("(\w+)"\)\s+)?val (\w+): ([^\s,]+)/g)].map(
          ([, wireName, name = '', type = '']) => [wireName ?? name, type.endsWith('?')],
        ),
      ),
  },
  Swift: {
    file: 'clients/swift/Larder.swift',
    classOf: name => new RegExp(`^public struct ${name}: Codable \\{$(.*?)^\\}`, 'ms'),
    members(code) {
      const wireNames = new Map(
        [...code.matchAll(/case (\w+) = "(\w+)"/g)].map(([, name, wire]) => [name, wire]),
      )
      const declared = [...code.matchAll(/public let (\w+): (\S+)/g)]
      return Object.fromEntries(
        declared.map(([, name, type = '']) => [wireNames.get(name), type.endsWith('?')]),
      )
    },
  },
  Dart: {
    file: 'clients/dart/larder.dart',
    classOf: name => new RegExp(`^class ${name} \\{$(.*?)^\\}`, 'ms'),
    members(code) {
      const wireNames = new Map(
        [...code.matchAll(/(\w+): json\["(\w+)"\]/g)].map(([, name, wire]) => [name, wire]),
      )
      const declared = [...code.matchAll(/final (\S+) (\w+);/g)]
      return Object.fromEntries(
        declared.map(([, type = '', name]) => [wireNames.get(name), type.endsWith('?')]),
      )
    },
  },
}

const described = (name: string): Members =>
  Object.fromEntries(
    Object.entries(schemas[name]?.properties ?? {}).map(([member, { type }]) => [
      member,
      type.includes('null'),
    ]),
  )

it.each(Object.entries(languages))('%s is current (npm run types:mobile writes it)', (_language, target) => {
  const code = read(target.file)
  for (const name of ['Food', 'CategoryCount', 'Health', 'ErrorResponse']) {
    const [, body = ''] = target.classOf(name).exec(code) ?? []
    expect([name, target.members(body)]).toEqual([name, described(name)])
  }
  const [, food = ''] = target.classOf('Food').exec(code) ?? []
  expect(food.match(/null is unknown, never zero/g)?.length).toBe(10)
})
