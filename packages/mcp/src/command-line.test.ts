import { afterEach, describe, expect, it, vi } from 'vitest'
import { main } from './command-line.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** The exit code and what was printed. */
async function run(args: string[], environment: Record<string, string> = {}) {
  let output = ''
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation(chunk => {
      output += String(chunk)
      return true
    })
  const code = await main(args, environment)
  return { code, output }
}

describe('the command line', () => {
  it('prints its help and version', async () => {
    expect(await run(['--help'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('LARDER_API_KEY'),
    })
    expect(await run(['--version'])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/\d+\.\d+\.\d+\n$/),
    })
  })

  it.each([
    [['--port', '1'], {}, 'See larder-mcp --help'],
    [['extra'], {}, 'See larder-mcp --help'],
    [['--http', 'eighty'], {}, '--http is "eighty"; it must be a port number'],
    [['--http', '70000'], {}, 'it must be a port number'],
    [['--host', '0.0.0.0'], {}, 'need --http PORT'],
    [[], { LARDER_API_URL: 'example' }, 'LARDER_API_URL is "example"; it must be an address'],
  ])('%j with %j: %s', async (args, environment, message) => {
    expect(await run(args, environment)).toMatchObject({ code: 2, output: expect.stringContaining(message) })
  })
})
