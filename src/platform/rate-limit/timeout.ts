/** Rejects after the timeout. A reply that arrived while this process was busy still counts as in time. */
export function withTimeout<Reply>(reply: Promise<Reply>, timeoutMs: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new Error('Redis timed out'))), timeoutMs)
    reply.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
