// Servers that belong to one test and are removed when it ends.
import { onTestFinished } from 'vitest'
import { type PostgresServer, startPostgres } from '../../lab/servers/postgres-server.ts'
import { type RedisServer, startRedis } from '../../lab/servers/redis-server.ts'

export async function ownPostgres(): Promise<PostgresServer> {
  const postgres = await startPostgres()
  onTestFinished(postgres.remove)
  return postgres
}

export async function ownRedis(): Promise<RedisServer> {
  const redis = await startRedis()
  onTestFinished(redis.remove)
  return redis
}
