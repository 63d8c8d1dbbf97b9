// Schemas of errors and acknowledgements, which many responses share.
import Type from 'typebox'

export const ErrorSchema = Type.Object(
  { detail: Type.String({ description: 'What went wrong' }) },
  { $id: 'ErrorResponse', title: 'ErrorResponse', examples: [{ detail: 'Barcode not found' }] },
)

export const ValidationErrorSchema = Type.Object(
  {
    detail: Type.Array(
      Type.Object(
        {
          type: Type.String({ description: 'Error type, such as string_too_short or int_parsing' }),
          loc: Type.Array(Type.String(), {
            description: 'path, query or body, then the name of the parameter or field',
          }),
          msg: Type.String({ description: 'What is wrong, for people' }),
          input: Type.Unknown({
            description:
              'The value as sent: a string for parameters, any JSON for body fields, null when missing',
          }),
          ctx: Type.Optional(
            Type.Unsafe<Record<string, unknown>>({
              type: 'object',
              description: 'What was expected, such as the minimum length: texts and numbers by name',
              additionalProperties: true,
            }),
          ),
        },
        { title: 'ValidationIssue' },
      ),
    ),
  },
  {
    $id: 'ValidationErrorResponse',
    title: 'ValidationErrorResponse',
    examples: [
      {
        detail: [
          {
            type: 'less_than_equal',
            loc: ['query', 'limit'],
            msg: 'Input should be less than or equal to 50',
            input: '51',
            ctx: { le: 50 },
          },
        ],
      },
    ],
  },
)

export const ReceivedSchema = Type.Object(
  { received: Type.Boolean() },
  { $id: 'Received', title: 'Received', examples: [{ received: true }] },
)
