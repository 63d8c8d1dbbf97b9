import { once } from 'node:events'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** Streams text in PostgreSQL's COPY format into a table, with backpressure. */
export async function copyInto(
  client: Client,
  table: string,
  columns: readonly string[],
  texts: AsyncIterable<string | Uint8Array> | Iterable<string>,
): Promise<void> {
  const copy = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
  let serverError: Error | undefined
  // The server may end COPY at any time, even while the next text is being read, so the listener must always be attached.
  copy.on('error', error => {
    serverError ??= error
  })
  const finished = once(copy, 'finish')
  finished.catch(() => undefined)
  try {
    for await (const text of texts) {
      if (serverError) break
      if (text.length > 0 && !copy.write(text)) await once(copy, 'drain')
    }
    if (serverError) throw serverError
    copy.end()
    await finished
  } catch (error) {
    // A COPY that the server has ended cannot be aborted, and pg-copy-streams would fail trying.
    if (!serverError) copy.destroy()
    throw error
  }
}
