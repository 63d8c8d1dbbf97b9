// The tables of bench:engines.
import { printTable } from '../../lab/report.ts'
import { mean, quantile } from '../../lab/statistics.ts'
import { judgePeople } from '../people/judge.ts'
import { isRelevant } from '../search-quality.ts'
import type { EngineResult } from './measure.ts'

export function printResults(results: EngineResult[]): void {
  const complete = results.filter(({ engine }) => engine.sample === undefined)
  if (complete.length > 0) printQuality(complete)
  // All engines on the queries of the one that was asked fewer.
  for (const { engine, sets } of results.filter(result => !complete.includes(result))) {
    console.log(`\n## The queries that ${engine.name} was asked`)
    printQuality(results.map(result => ({ ...result, sets })))
  }
  console.log('\n### Cost')
  printCost(results)
  console.log(`\n${results.flatMap(({ engine }) => engine.notes().map(note => `- ${note}.`)).join('\n')}`)
}

function printQuality(results: EngineResult[]): void {
  if (results.some(({ sets }) => sets.people.length > 0)) {
    console.log('\n### People')
    printPeople(results)
    printPeopleByKind(results)
  }
  if (results.some(({ sets }) => sets.queries.length > 0)) {
    console.log('\n### Spelling')
    printSpelling(results)
  }
}

const shareNames = ['right@1', 'right@3', 'empty', 'usable@10', 'distinct@10', 'junk@10', 'agree@1'] as const

function printPeople(results: EngineResult[]): void {
  printTable(
    ['engine', 'queries', ...shareNames],
    results.map(({ engine, sets, answers }) => {
      const all = judgePeople(sets.people, answers).figures.find(({ kind }) => kind === 'all')
      if (all === undefined) return [engine.name]
      return [engine.name, String(all.queries), ...shareNames.map(name => formatShare(all[name] ?? 0))]
    }),
  )
}

function printPeopleByKind(results: EngineResult[]): void {
  const figures = results.map(({ sets, answers }) => judgePeople(sets.people, answers).figures)
  const kinds = [...new Set(figures.flatMap(byKind => byKind.map(({ kind }) => kind)))]
  printTable(
    ['right@1 by kind', ...results.map(({ engine }) => engine.name)],
    kinds.map(kind => [
      kind,
      ...figures.map(byKind => {
        const figure = byKind.find(row => row.kind === kind)
        return figure === undefined ? '' : formatShare(figure['right@1'] ?? 0)
      }),
    ]),
  )
}

function printSpelling(results: EngineResult[]): void {
  printTable(
    ['engine', 'queries', 'S@1', 'S@10', 'no results'],
    results.map(({ engine, sets: { queries }, answers }) => {
      const judged = queries.map(query => (answers.get(query.q) ?? []).map(food => isRelevant(query, food)))
      return [
        engine.name,
        String(queries.length),
        mean(judged.map(relevant => Number(relevant[0] === true))).toFixed(3),
        mean(judged.map(relevant => Number(relevant.includes(true)))).toFixed(3),
        mean(judged.map(relevant => Number(relevant.length === 0))).toFixed(3),
      ]
    }),
  )
}

function printCost(results: EngineResult[]): void {
  printTable(
    ['engine', 'queries', 'mean ms', 'p50', 'p99', 'CPU ms per query', 'index MB', 'build s', 'memory MB'],
    results.map(({ engine, times, cpu }) => [
      engine.name,
      String(times.length),
      mean(times).toFixed(1),
      quantile(times, 0.5).toFixed(1),
      quantile(times, 0.99).toFixed(1),
      formatCpu(cpu, times.length),
      megabytes(engine.indexBytes),
      engine.buildSeconds?.toFixed(0) ?? '–',
      formatMemory(engine.memoryBytes()),
    ]),
  )
}

function formatCpu(cpu: Map<string, number>, queries: number): string {
  const [first, ...others] = [...cpu].map(([component, seconds]) => ({
    component,
    ms: (1000 * seconds) / queries,
  }))
  if (first === undefined) return '–'
  if (others.length === 0) return first.ms.toFixed(1)
  const all = [first, ...others]
  const sum = all.reduce((total, { ms }) => total + ms, 0)
  return `${sum.toFixed(1)} (${all.map(({ component, ms }) => `${component} ${ms.toFixed(1)}`).join(', ')})`
}

function formatMemory(bytes: number | undefined): string {
  return bytes === undefined ? '–' : megabytes(bytes)
}

function formatShare(share: number): string {
  return Number.isNaN(share) ? '–' : share.toFixed(2)
}

function megabytes(bytes: number): string {
  return Math.round(bytes / 1e6).toLocaleString('en')
}
