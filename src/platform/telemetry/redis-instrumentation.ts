import type { Redis } from 'ioredis'

/** Reports how long each command took and whether Redis replied to it. */
export function instrumentRedis(redis: Redis, onDone: (seconds: number, isAnswered: boolean) => void): void {
  type Send = (...command: Parameters<Redis['sendCommand']>) => ReturnType<Redis['sendCommand']>
  const send: Send = redis.sendCommand.bind(redis)
  const instrumented: Send = (command, ...target) => {
    const start = performance.now()
    const report = (isAnswered: boolean) => onDone((performance.now() - start) / 1000, isAnswered)
    command.promise.then(
      () => report(true),
      // An error reply is a reply too.
      (error: Error) => report(error.name === 'ReplyError'),
    )
    return send(command, ...target)
  }
  redis.sendCommand = instrumented
}
