// What an assistant does: connect, see the tools, and ask about a meal.
import {
  Client,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'

const url = new URL('http://localhost:8091/mcp')
const client = new Client({ name: 'diary', version: '1.0.0' })
await client.connect(new StreamableHTTPClientTransport(url))

const { tools } = await client.listTools()
console.log(tools.map(tool => tool.name).join(' '))

const { content } = await client.callTool({
  name: 'total_meal',
  arguments: { meal: '2 large eggs and a slice of white bread' },
})
const [answer] = content
if (answer?.type === 'text') console.log(answer.text.split('\n')[0])
await client.close()
