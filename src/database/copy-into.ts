import { once } from 'node:events'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** Writes text in PostgreSQL's COPY format into a table, no faster than the server takes it. */
export async function copyInto(
  client: Client,
  table: string,
  columns: readonly string[],
  texts: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  const copy = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
  const ended = once(copy, 'finish')
  try {
    for await (const text of texts) {
      if (text !== '' && !copy.write(text)) await once(copy, 'drain')
    }
    copy.end()
    await ended
  } catch (error) {
    // The server's fault ends both; it is told once.
    ended.catch(() => undefined)
    copy.destroy()
    throw error
  }
}
