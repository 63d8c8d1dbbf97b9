import Type, { type Static, type TSchema } from 'typebox'

/**
 * The schema with null as another type. Generators of client code keep the description of such a member; they lose it in the
 * branches of `anyOf`.
 */
export const nullable = <Schema extends TSchema & { type: string }>(schema: Schema) =>
  Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, 'null'] })
