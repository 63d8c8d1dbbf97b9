// The process of sqlite.ts.
//   node sqlite-process.ts build FOODS.copy DATABASE SIZE_FILE
//   node sqlite-process.ts serve DATABASE
import { createReadStream, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { maxStaticRank } from './engine.ts'
import { linesOf } from './lines.ts'

const pageSize = 10
const rowsPerTransaction = 50_000

// Chosen on the people set. bm25() is negative, and lower is better.
const weights = { name: 2, brand: 1 }
const boosts = { usable: 8, rank: 8 }

const controlCharacters: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' }

const [command, ...args] = process.argv.slice(2)
if (command === 'build') await build(args[0] ?? '', args[1] ?? '', args[2] ?? '')
else await serve(args[0] ?? '')

async function build(foodsFile: string, file: string, sizeFile: string): Promise<void> {
  const database = new DatabaseSync(file)
  database.exec(`
    pragma journal_mode = memory;
    pragma synchronous = off;
    create table foods (id integer primary key, food text);
    -- Read for every match, hence apart from the foods.
    create table qualities (id integer primary key, rank real, is_usable integer, is_group_best integer);
    create virtual table names using fts5 (
      name, brand, content = '', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
    );`)
  const insertFood = database.prepare('insert into foods values (?, ?)')
  await insertAll(database, foodsFile, ({ id, food }) => insertFood.run(id, food))
  const foodBytes = statSync(file).size
  const insertQuality = database.prepare('insert into qualities values (?, ?, ?, ?)')
  const insertName = database.prepare('insert into names (rowid, name, brand) values (?, ?, ?)')
  await insertAll(database, foodsFile, ({ id, name, brand, rank, isUsable, isGroupBest }) => {
    insertQuality.run(id, rank, Number(isUsable), Number(isGroupBest))
    insertName.run(id, name, brand)
  })
  database.exec(`insert into names (names) values ('optimize')`)
  database.close()
  writeFileSync(sizeFile, String(statSync(file).size - foodBytes))
}

interface ExportedFood {
  id: number
  name: string
  brand: string
  /** Static rank from 0 to 1. */
  rank: number
  isUsable: boolean
  isGroupBest: boolean
  food: string
}

async function insertAll(
  database: DatabaseSync,
  foodsFile: string,
  insert: (food: ExportedFood) => void,
): Promise<void> {
  let rows = 0
  database.exec('begin')
  for await (const line of linesOf(createReadStream(foodsFile))) {
    insert(parseLine(line))
    rows++
    if (rows % rowsPerTransaction === 0) database.exec('commit; begin')
  }
  database.exec('commit')
}

function parseLine(line: string): ExportedFood {
  const [id, name = '', brand = '', , , rank, isUsable, isGroupBest, food = ''] = line.split('\t')
  return {
    id: Number(id),
    name: unescapeColumn(name),
    brand: unescapeColumn(brand),
    rank: Number(rank) / maxStaticRank,
    isUsable: isUsable === 't',
    isGroupBest: isGroupBest === 't',
    food: unescapeColumn(food),
  }
}

/** The text of a column in PostgreSQL's COPY format. */
function unescapeColumn(column: string): string {
  if (column === '\\N') return ''
  return column.replaceAll(/\\(.)/gs, (_, letter: string) => controlCharacters[letter] ?? letter)
}

async function serve(file: string): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true })
  // The whole index fits, as it does in the page cache of the other engines.
  database.exec('pragma mmap_size = 8589934592')
  const find = database.prepare(`
    select food
      from (select names.rowid as id,
                   bm25(names, ${weights.name}, ${weights.brand})
                     - ${boosts.usable} * is_usable - ${boosts.rank} * qualities.rank as score
              from names join qualities on qualities.id = names.rowid
             where names match ? and is_group_best
             order by score limit ${pageSize}) as found
      join foods using (id)
     order by score`)
  process.stdout.write('ready\n')
  for await (const q of linesOf(process.stdin)) {
    let foods: unknown[] = []
    for (const expression of matchExpressions(q))
      if (foods.length === 0) foods = find.all(expression).map(({ food }) => food)
    process.stdout.write(`[${foods.join(',')}]\n`)
  }
}

/** All words, the last one as a prefix; then any of them. */
function matchExpressions(q: string): string[] {
  const words = (q.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(word => `"${word}"`)
  if (words.length === 0) return []
  const lastAsPrefix = `${words.at(-1)}*`
  const terms = [...words.slice(0, -1), lastAsPrefix]
  return terms.length === 1 ? terms : [terms.join(' AND '), terms.join(' OR ')]
}
