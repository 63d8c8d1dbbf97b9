import { createClient, type LarderClient } from '@larder/client'
import { McpServer } from '@modelcontextprotocol/server'
import { catalogTextNotice, readPlainTexts } from './catalog-text.ts'
import { registerTools } from './tools.ts'
import { version } from './version.ts'

export interface LarderMcpOptions {
  /** The address of Larder's API. */
  apiUrl: string
  apiKey?: string | undefined
  logError?: ((error: unknown) => void) | undefined
}

const instructions = `Nutrition facts from a Larder catalog (Open Food Facts, USDA FoodData Central).
Use total_meal for a meal, nutrition_for for one food, search_foods or lookup_barcode for products.
Name foods in plain English with their state ("white rice, cooked") and give amounts in household units or grams.
null means unknown, never zero: say so instead of guessing. Mention the assumptions and show the credit of the source.
${catalogTextNotice}`

// A client of the protocol gives up after a minute; a longer wait is reported as an error with the time to wait.
const maxRetryDelaySeconds = 5
const timeoutSeconds = 20
const totalTimeoutSeconds = 45

/** A factory: the protocol's HTTP handler uses one server per request, stdio one per connection. All share the client. */
export function createServerFactory(options: LarderMcpOptions): () => McpServer {
  const { apiUrl, apiKey, logError = error => console.error(error) } = options
  const client = readPlainTexts(createLarderClient(apiUrl, apiKey))
  return () => {
    const server = new McpServer({ name: 'larder', title: 'Larder', version }, { instructions })
    registerTools(server, { client, apiUrl, logError })
    return server
  }
}

function createLarderClient(apiUrl: string, apiKey: string | undefined): LarderClient {
  return createClient({
    baseUrl: apiUrl,
    apiKey,
    maxRetries: 1,
    maxRetryDelaySeconds,
    timeoutSeconds,
    totalTimeoutSeconds,
  })
}
