import { readFileSync } from 'node:fs'
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import Type, { type TSchema } from 'typebox'

const about = readFileSync(new URL('../../docs/openapi-introduction.md', import.meta.url), 'utf8')

export const openapiOptions: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Larder',
      version: '1.0.0',
      description: about,
      license: { name: 'Data: ODbL 1.0, Open Food Facts contributors', identifier: 'ODbL-1.0' },
    },
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'Optional: raises the limits to those of your plan',
        },
      },
    },
    tags: [{ name: 'Foods' }, { name: 'Service' }],
  },
  hideUntagged: true,
}

const ErrorSchema = Type.Object({ detail: Type.String() }, { additionalProperties: false })

const ValidationErrorSchema = Type.Object(
  {
    detail: Type.Array(
      Type.Object(
        {
          type: Type.String({ description: 'Kind of fault, such as string_too_short or int_parsing' }),
          loc: Type.Array(Type.String(), { description: 'path or query, then the name of the parameter' }),
          msg: Type.String(),
          input: Type.Union([Type.String(), Type.Null()], { description: 'The value as it was sent' }),
          ctx: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)

/** The errors that a data endpoint can answer with, for its description. */
export function errorResponses(can: {
  validated: boolean
  notFound: string | undefined
}): Record<number, TSchema> {
  return {
    401: { description: 'The key is wrong, or the path does not exist', ...ErrorSchema },
    ...(can.notFound !== undefined && { 404: { description: can.notFound, ...ErrorSchema } }),
    ...(can.validated && { 422: { description: 'A parameter is not valid', ...ValidationErrorSchema } }),
    429: {
      description: 'The limit is used up; try again after the seconds in Retry-After',
      headers: { 'Retry-After': Type.Integer({ minimum: 1 }) },
      ...ErrorSchema,
    },
    503: { description: 'The database cannot be reached; try again', ...ErrorSchema },
  }
}
