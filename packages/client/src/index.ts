export {
  type CategoryCount,
  type ClientOptions,
  createClient,
  type Food,
  type Health,
  type LarderClient,
  type PopularOptions,
  type RequestOptions,
  type SearchOptions,
} from './client.ts'
export { LarderError, type ValidationError } from './errors.ts'
export { type Nutrients, nutrientNames, type Portion, portion } from './portion.ts'
