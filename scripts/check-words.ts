// Rejects the retired words of retired-words.yaml in every tracked text file.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

interface Exception {
  file: string
  word: string
  reason: string
}

interface WordList {
  words: Record<string, string>
  names: Record<string, string>
  exceptions: Exception[]
}

interface Finding {
  file: string
  line: number
  word: string
  replacement: string
}

const maxExceptions = 30
const listFile = 'scripts/retired-words.yaml'
const unchecked =
  /(?:^|\/)LICENSE|^(data\/|test\/contract\/data\/|scripts\/retired-words\.yaml)|package-lock\.json$|\.(png|ico|woff2|tsv|jsonl)$/

const list = parse(readFileSync(listFile, 'utf8')) as WordList
const rules = [
  ...Object.entries(list.words).map(([word, replacement]) => ({
    pattern: new RegExp(`(?<![\\w-])${word.replaceAll(' ', '\\s+')}(?![\\w-])`, 'gi'),
    replacement,
  })),
  ...Object.entries(list.names).map(([name, replacement]) => ({
    pattern: new RegExp(name, 'g'),
    replacement,
  })),
]

function findIn(file: string): Finding[] {
  const text = readFileSync(file, 'utf8')
  return rules.flatMap(({ pattern, replacement }) =>
    [...text.matchAll(pattern)].map(match => ({
      file,
      line: text.slice(0, match.index).split('\n').length,
      word: match[0],
      replacement,
    })),
  )
}

const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  .split('\0')
  .filter(file => file !== '' && !unchecked.test(file))
const findings = files.flatMap(findIn)
const isExcepted = ({ file, word }: Finding) =>
  list.exceptions.some(exception => exception.file === file && exception.word === word)
const rejected = findings.filter(finding => !isExcepted(finding))
const unused = list.exceptions.filter(
  exception => !findings.some(({ file, word }) => file === exception.file && word === exception.word),
)

for (const { file, line, word, replacement } of rejected) {
  console.error(`${file}:${line} "${word}": use ${replacement}`)
}
for (const { file, word } of unused)
  console.error(`${listFile}: the exception for "${word}" in ${file} is unused`)
if (list.exceptions.length > maxExceptions) {
  console.error(`${listFile} has ${list.exceptions.length} exceptions; at most ${maxExceptions} are allowed`)
}
const isClean = rejected.length === 0 && unused.length === 0 && list.exceptions.length <= maxExceptions
if (!isClean) process.exitCode = 1
