// Lucene, the core of Elasticsearch, OpenSearch and Solr, in a Java process.
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Engine, type ExportedCatalog, timed } from './engine.ts'
import { run, startLineProcess } from './line-process.ts'

const jarFolder = '/usr/share/java'
const jars = ['core', 'analyzers-common', 'suggest']
const heap = '-Xmx2g'
// Enough for the JIT compiler.
const warmUpQueries = 1000

export async function startLucene({
  folder,
  foodsFile,
  synonymsFile,
  synonyms,
}: ExportedCatalog): Promise<Engine> {
  const classes = join(folder, 'lucene-classes')
  const index = join(folder, 'lucene')
  mkdirSync(classes)
  const classPath = [...findJars(), classes].join(':')
  try {
    const source = join(import.meta.dirname, 'lucene/LarderLucene.java')
    await run({ program: 'javac', args: ['-cp', classPath, '-d', classes, source] })
  } catch (cause) {
    throw new Error('javac failed; a JDK is required: apt-get install -y default-jdk-headless', { cause })
  }
  const java = [heap, '-cp', classPath, 'LarderLucene']
  const buildSeconds = await timed(() => run({ program: 'java', args: [...java, 'build', foodsFile, index] }))
  const server = await startLineProcess({ program: 'java', args: [...java, 'serve', index, synonymsFile] })
  return {
    name: 'Lucene 8',
    buildSeconds,
    indexBytes: sizeWithoutStoredFields(index),
    sample: undefined,
    warmUpQueries,
    notes: () => [`Lucene 8: ${synonyms === 0 ? 'no' : synonyms} synonyms, one segment, heap ${heap}`],
    ...server,
  }
}

function findJars(): string[] {
  const files = readdirSync(jarFolder)
  return jars.map(name => {
    const file = files.find(each => each.startsWith(`lucene-${name}-8.`) && each.endsWith('.jar'))
    if (file === undefined)
      throw new Error(
        `no lucene-${name}-8.*.jar in ${jarFolder}: apt-get install -y default-jdk-headless liblucene8-java`,
      )
    return join(jarFolder, file)
  })
}

function sizeWithoutStoredFields(index: string): number {
  return readdirSync(index)
    .filter(file => !/\.fd[tmx]$/.test(file))
    .reduce((bytes, file) => bytes + statSync(join(index, file)).size, 0)
}
