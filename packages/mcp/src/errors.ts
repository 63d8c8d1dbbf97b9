// Failures as an assistant can act on them: what happened and what to do, never a stack trace.
import { LarderError } from '@larder/client'

/** An expected failure of a tool, with the text for the assistant. */
export class ToolError extends Error {}

export function errorText(error: unknown, apiUrl: string): string {
  if (error instanceof ToolError) return error.message
  if (error instanceof LarderError) return apiErrorText(error, apiUrl)
  return 'The tool failed unexpectedly. Try again; if it keeps failing, the log of larder-mcp has the details.'
}

function apiErrorText({ status, message, retryAfter, code }: LarderError, apiUrl: string): string {
  if (status === 0)
    return `Larder could not be reached at ${apiUrl}. Check that the service is running and that LARDER_API_URL is right, then try again.`
  if (code === 'unexpected_response')
    return `Something other than Larder responded at ${apiUrl} (${status}). Check LARDER_API_URL.`
  if (status === 429) {
    const wait = retryAfter === undefined ? 'a minute' : `${retryAfter} seconds`
    return `Larder's rate limit is reached. Wait ${wait} and call the tool again. An API key with a higher limit can be set as LARDER_API_KEY.`
  }
  if (status === 401)
    return `Larder rejected the request (401). Check that LARDER_API_KEY is valid and that LARDER_API_URL (${apiUrl}) is the address of the API.`
  if (status === 422) return `Larder rejected the parameters: ${message.replace(/^422: /, '')}`
  if (status >= 500)
    return `Larder is temporarily unavailable (${status}). Wait ${retryAfter ?? 5} seconds and call the tool again.`
  return `Larder responded with an error: ${message}`
}
