export { allergens } from './allergens.ts'
export { type CachedResponse, createMemoryCache, type ResponseCache } from './cache.ts'
export {
  type BatchEntry,
  type BatchKeys,
  type CategoryCount,
  type ClientOptions,
  createClient,
  type Filters,
  type Food,
  type FoodChange,
  type FoodChanges,
  type FoodDetails,
  type FoundFoods,
  type Health,
  type LarderClient,
  type Meal,
  type MealItem,
  type PopularOptions,
  type RequestOptions,
  type SearchOptions,
  type Suggestion,
  type SuggestOptions,
} from './client.ts'
export { type ErrorCode, type ErrorOptions, LarderError, type ValidationError } from './errors.ts'
export { nutrientNames } from './nutrient-names.ts'
export { type Nutrients, type Portion, portion, type Totals, totals } from './portion.ts'
export type { QueueOptions } from './queue.ts'
export type { RateLimit } from './reply.ts'
export type { Attempt, Fetch, TransportOptions } from './requests.ts'
