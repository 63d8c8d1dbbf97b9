// Which cached responses a change of the catalog ends in caches in front of the service.

/** On every response that a shared cache may keep. */
export const everyResponseKey = 'larder'

/** On all of them but lookups of one food. */
export const catalogKey = 'catalog'

/** On lookups of one food. */
export const foodKey = (id: number) => `food-${id}`
