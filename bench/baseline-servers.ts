// Baseline servers that only send fixed responses.
import { join } from 'node:path'
import { type Server, startServer } from '../lab/servers/larder-process.ts'
import { root } from '../lab/servers/temporary-stores.ts'

export function startConstantServer(bodyFile: string, nodeOptions: string[] = []): Promise<Server> {
  return startServer([...nodeOptions, join(root, 'bench/constant-server.ts'), bodyFile], {}, '/dev/null')
}

export function startStaticPages(pagesFile: string): Promise<Server> {
  return startServer([join(root, 'bench/static-pages-server.ts'), pagesFile], {}, '/dev/null')
}
