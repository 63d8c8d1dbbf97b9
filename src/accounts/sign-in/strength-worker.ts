// A thread that estimates passwords: its word lists take 0.4 s to load, and an estimate may take milliseconds.
import { parentPort } from 'node:worker_threads'
import { estimateStrength } from './password-strength.ts'

export interface StrengthQuestion {
  id: number
  password: string
  ownWords: string[]
}

parentPort?.on('message', ({ id, password, ownWords }: StrengthQuestion) => {
  parentPort?.postMessage({ id, score: estimateStrength(password, ownWords) })
})
