/** The first part of the settings that say where a server listens. */
type ServerSettings = 'API' | 'WEB' | 'MANAGEMENT'

class ListenError extends Error {
  readonly advice: string
  constructor(message: string, advice: string, cause: unknown) {
    super(message, { cause })
    this.advice = advice
  }
}

/** Names the setting at fault, which only the caller knows: an error of listen() has the address, but not the server. */
export async function explainListenError<T>(server: ServerSettings, listening: Promise<T>): Promise<T> {
  try {
    return await listening
  } catch (error) {
    const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
    switch (code) {
      case undefined:
        throw error
      case 'EADDRINUSE':
        throw new ListenError(
          `port ${port} is in use`,
          `Stop the program that listens on it, or set ${server}_PORT to another port`,
          error,
        )
      case 'EACCES':
        throw new ListenError(
          `no permission to listen on port ${port}`,
          `Set ${server}_PORT to a port above 1023`,
          error,
        )
      case 'EADDRNOTAVAIL':
        throw new ListenError(
          `this machine does not have the address ${address}`,
          `Set ${server}_HOST to one that it has`,
          error,
        )
      default:
        throw error
    }
  }
}
