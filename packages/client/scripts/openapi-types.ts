import openapiTypes, { astToString, COMMENT_HEADER } from 'openapi-typescript'

/** The types of an OpenAPI description. Here, because openapi-typescript needs the TypeScript of this package. */
export const typesOf = async (description: object): Promise<string> =>
  `${COMMENT_HEADER}${astToString(await openapiTypes(JSON.stringify(description)))}`
