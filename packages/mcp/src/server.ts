import { createClient, type LarderClient } from '@larder/client'
import { McpServer } from '@modelcontextprotocol/server'
import { catalogTextNotice, readPlainTexts } from './catalog-text.ts'
import { registerFoodResource } from './food-resource.ts'
import { registerTools } from './tools.ts'
import { version } from './version.ts'

export interface LarderMcpOptions {
  /** The address of Larder's API. */
  apiUrl: string
  apiKey?: string | undefined
  logError?: ((error: unknown) => void) | undefined
}

const instructions = `Nutrition facts from a Larder catalog (Open Food Facts, USDA FoodData Central).
Use total_meal for amounts of one food or of a meal, get_food for vitamins, allergens and ingredients, search_foods to choose a product.
Say amounts in household units or grams, and the state of a food where it matters ("white rice, cooked"). Values are per 100 g unless they are of an amount.
null means unknown, never zero or free of: say so instead of guessing. Mention the assumptions and show the credit of the source.
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
    const deps = { client, apiUrl, logError }
    registerTools(server, deps)
    registerFoodResource(server, deps)
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
