// A thread that judges blocks of JSON lines.
import { parentPort, workerData } from 'node:worker_threads'
import type { LineBlock } from '../sources/formats/dump.ts'
import { createJudge, type JudgeSettings } from './judge-record.ts'
import { newLineCounts } from './report.ts'

const judge = await createJudge(workerData as JudgeSettings)

parentPort?.on('message', (block: LineBlock) => {
  const counts = newLineCounts()
  // A Buffer becomes a Uint8Array on its way to another thread.
  const received = 'bytes' in block ? { ...block, bytes: Buffer.from(block.bytes.buffer) } : block
  const lines = Buffer.from(judge.jsonLines(received, counts))
  const isWhole = lines.byteLength === lines.buffer.byteLength
  parentPort?.postMessage({ lines, counts }, isWhole ? [lines.buffer] : [])
})
