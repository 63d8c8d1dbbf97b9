// A meal or recipe: foods with amounts, and their sum. The address holds all of it, so that it can be shared and works without JavaScript.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { retryAfterSeconds } from '../../platform/rate-limit/window.ts'
import { namesIn } from '../components/names.ts'
import type { WebsiteCatalog } from '../context.ts'
import { formats } from '../i18n/format.ts'
import { messages } from '../messages/compiled/index.ts'
import { TooMany } from '../search/results.tsx'
import { takeSearch } from '../search/search-page.tsx'
import { redirectTo } from '../shell/page-variant.ts'
import { type Page, sendPage, sendPublicPage } from '../shell/responses.tsx'
import { type MealAddress, mealPagePath, mealPath, readMealAddress } from './meal-address.ts'
import { EmptyMeal, itemAddress, MealContent, type MealContentProps } from './meal-content.tsx'
import { formatTotal, totalLines } from './meal-totals.ts'
import { readItems, type ShownMeal } from './read-items.ts'
import { readRecipe } from './recipe.ts'

export function addMealPage(app: FastifyInstance, catalog: WebsiteCatalog): void {
  // Not cached by the node: hardly any two readers have the same meal.
  const config = { isPublic: true, dependsOnRegion: true }
  app.get(mealPagePath, { config }, async (request, reply) => {
    const { isForm, ...address } = readMealAddress(request)
    // The fields of the form become a short address.
    if (isForm) return redirectTo(reply, mealPath(address) + anchorOf(address), 302)
    const isSearch = address.q !== '' || address.change !== null
    if (isSearch) {
      const decision = await takeSearch(catalog, request.visitor.ipAddress, 'search')
      if (!decision.allowed) return sendTooMany(request, reply, retryAfterSeconds(decision))
    }
    const meal = await readItems(catalog, address, request.locale)
    const page = await mealPage(catalog, request, address, meal)
    // Search results depend on more than the catalog's version.
    return sendPublicPage(request, reply, isSearch ? { ...page, cacheControl: 'private, max-age=60' } : page)
  })
}

const anchorOf = ({ change }: MealAddress) => (change === null ? '' : `#item-${change + 1}`)

async function mealPage(
  { database, websiteUrl }: WebsiteCatalog,
  { locale, region }: FastifyRequest,
  address: MealAddress,
  meal: ShownMeal,
): Promise<Page> {
  const t = messages[locale].meal
  const head = {
    area: 'foods' as const,
    scripts: ['food-actions', 'meal', 'photos'],
    permissions: { images: true },
    // Texts of visitors are not drawn.
  }
  if (meal.items.length === 0)
    return {
      ...head,
      title: t.title,
      description: t.description,
      canonical: websiteUrl + mealPagePath,
      noIndex: address.q !== '' || meal.missing > 0,
      content: <EmptyMeal address={address} meal={meal} />,
    }
  const foods = meal.items.flatMap(({ food, alternatives }) => [food, ...alternatives])
  const local = await namesIn(database, foods, locale)
  const reader = { locale, region }
  const lines = totalLines(meal.items, reader)
  const items = meal.items.map(itemAddress)
  const state = { items, servings: address.servings, cooked: address.cooked }
  const names = [...new Set(meal.items.map(({ food }) => local(food).name))]
  const recipe = readRecipe(address)
  const props: MealContentProps = { address, meal, state, lines, recipe, local, reader, websiteUrl }
  const isRecipe = recipe.servings !== undefined || recipe.cooked !== undefined
  const sums = lines
    .filter(({ value, isPart }) => value !== null && !isPart)
    .map(line => `${line.name} ${formatTotal(line, line.value ?? 0, reader)}`)
  return {
    ...head,
    title: (isRecipe ? t.recipeOf : t.mealOf)({ foods: formats[locale].list(names) }),
    description: lines.some(({ isIncomplete }) => isIncomplete)
      ? t.sumsAtLeast({ sums: sums.join(', ') })
      : t.sums({ sums: sums.join(', ') }),
    canonical: websiteUrl + mealPath(state),
    foods,
    noIndex: true,
    content: <MealContent {...props} />,
  }
}

function sendTooMany(request: FastifyRequest, reply: FastifyReply, retryAfter: number): FastifyReply {
  const { title } = messages[request.locale].meal
  return sendPage(request, reply.header('retry-after', String(retryAfter)), {
    title,
    area: 'foods',
    status: 429,
    noIndex: true,
    content: (
      <div class="wrap stack-l">
        <h1>{title}</h1>
        <TooMany retryAfter={retryAfter} />
      </div>
    ),
  })
}
