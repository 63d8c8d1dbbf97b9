import { buildBreachedPasswords } from '../../accounts/sign-in/breached-passwords.ts'
import { printResult } from './output.ts'
import { hashProgress } from './progress.ts'

export async function buildFilterCommand(
  source: string,
  target: string,
  options: { json: boolean },
): Promise<void> {
  const started = performance.now()
  const { hashes, bytes } = await buildBreachedPasswords(source, target, hashProgress().onProgress)
  const seconds = (performance.now() - started) / 1000
  const size = `${Math.ceil(bytes / 1e6).toLocaleString('en-US')} MB`
  printResult(
    options,
    { file: target, hashes, bytes, seconds },
    `${target}: ${hashes.toLocaleString('en-US')} hashes, ${size}, in ${seconds.toFixed(1)} s\nSet BREACHED_PASSWORDS_FILE to its path and restart the website.`,
  )
}
