import type { Redis } from 'ioredis'
import type { Trace } from './trace.ts'

const attributes = { 'db.system.name': 'redis' }

/** Reports how long each command took and whether Redis replied to it. */
export function instrumentRedis(
  redis: Redis,
  onDone: (seconds: number, isAnswered: boolean) => void,
  trace: Trace | undefined,
): void {
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (command, stream) => {
    const start = performance.now()
    const report = (isAnswered: boolean) => onDone((performance.now() - start) / 1000, isAnswered)
    command.promise.then(
      () => report(true),
      // An error reply is a reply too.
      (error: Error) => report(error.name === 'ReplyError'),
    )
    return trace === undefined
      ? send(command, stream)
      : trace(`redis ${command.name}`, () => send(command, stream), attributes)
  }
}
