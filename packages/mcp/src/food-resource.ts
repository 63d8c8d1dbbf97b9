// A food as a resource, for clients that let people attach one to a conversation.
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import { readDetails } from './details.ts'
import { toFoodOutput } from './schemas.ts'
import { answerText, detailsText, foodText } from './text.ts'
import type { ToolDeps } from './tools.ts'

export function registerFoodResource(server: McpServer, { client }: ToolDeps): void {
  server.registerResource(
    'food',
    new ResourceTemplate('larder://food/{food_id}', { list: undefined }),
    { title: 'Food', description: 'The page of a food, in words', mimeType: 'text/plain' },
    async (uri, { food_id: id }, { mcpReq: { signal } }) => {
      const found = await client.food(Number(id), { signal })
      if (found === null) throw new ResourceNotFoundError(uri.href)
      const details = await readDetails(client, found.id, signal)
      const food = toFoodOutput(found)
      const known = details === null ? [] : [details]
      const text = answerText([foodText(food), ...known.map(detailsText)], [food], known)
      return { contents: [{ uri: uri.href, mimeType: 'text/plain', text }] }
    },
  )
}
