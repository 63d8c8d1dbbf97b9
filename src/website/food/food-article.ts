// The content of a food's page: a food with values, an AI estimate, or a food without any value.

import type { FoodPageData } from '../../catalog/food-page.ts'
import type { SimilarFoods } from '../../catalog/similar-foods.ts'
import type { ApiFood } from '../../food/api-food.ts'
import { categoryTrail } from '../../food/categories.ts'
import type { Food } from '../../food/food.ts'
import { illustrationCreditOf, isShownImage } from '../../food/illustrations.ts'
import { estimateSource, isGenericFood } from '../../food/sources.ts'
import { trafficLightsOf } from '../../food/traffic-lights.ts'
import { categoryPath } from '../categories/category-path.ts'
import { comparePath } from '../compare/comparison.ts'
import { pictureOf } from '../components/category-tile.tsx'
import { foodCardsMarkup, foodListMarkup } from '../components/food-list.tsx'
import { iconMarkup } from '../components/icon.tsx'
import { categoryName, sourceName } from '../components/names.ts'
import { formats } from '../i18n/format.ts'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import { apiSnippet } from './api-snippet.ts'
import { atAGlance, categoryRanks } from './at-a-glance.ts'
import { dataQuality, qualityBadge } from './data-quality.ts'
import { emptyFood, whatWeKnow } from './empty-food.ts'
import { aboutEstimate, estimate } from './estimate.ts'
import { figures } from './figures.ts'
import { photoCredit } from './food-source.ts'
import { titleOf } from './food-title.ts'
import { ingredients } from './ingredients.ts'
import { hasLabel, labels } from './labels.ts'
import { micronutrientsTable } from './micronutrients.ts'
import { type Portion, type PortionOption, portionName } from './portion.ts'
import { portionForm } from './portion-form.ts'
import { languageOfName, otherNames, productFacts } from './product-facts.ts'
import type { Reader } from './reader.ts'

interface ArticleProps {
  found: FoodPageData
  /** In the language of the page. */
  name: string
  /** That of the source, if it is another one. */
  original: string | undefined
  path: string
  /** The address of the page, to share. */
  url: string
  similar: SimilarFoods
  websiteUrl: string
  apiUrl: string
  apiFood: ApiFood
  options: PortionOption[]
  portion: Portion
  isInvalid: boolean
}

const icons = {
  compare: iconMarkup('git-compare-arrows', true),
  share: iconMarkup('share-2', true),
}

export function foodArticle(props: ArticleProps, reader: Reader): Markup {
  const { locale } = reader
  const { found, similar, apiFood, apiUrl } = props
  const kind =
    found.food.source === estimateSource ? 'estimate' : found.checks.knownNutrients === 0 ? 'empty' : 'stated'
  const [main, side] = columns[kind](props, reader)
  return markup`
    <div class="wrap">
      ${crumbs(found.food, locale)}
      <article class="food-page">
        <div class="food-main stack-l">${header(props, locale)}${main}</div>
        <aside class="food-side stack-l">${side}${productFacts(found, locale)}${otherNames(found, props.name, locale)}</aside>
      </article>
      <div class="stack-xl food-more-blocks">
        ${kind === 'stated' && similarCards(found.food, similar, locale)}
        ${apiSnippet(apiFood, apiUrl, locale)}
      </div>
      ${printCredit(found, locale)}
    </div>`
}

type Columns = [main: Markup, side: Markup]

const columns: Record<'stated' | 'empty' | 'estimate', (props: ArticleProps, reader: Reader) => Columns> = {
  stated: statedColumns,
  empty: ({ found, similar }, { locale }) => [
    markup`${emptyFood(found, locale)}${similarList(similar, messages[locale].food.similarWithData, locale)}${ingredients(found, locale)}`,
    whatWeKnow(found, locale),
  ],
  estimate: ({ found, similar, apiFood }, { locale }) => [
    markup`${estimate(found, locale)}${similarList(similar, messages[locale].food.betterNumbers, locale)}`,
    aboutEstimate(found, apiFood.source, locale),
  ],
}

function statedColumns(props: ArticleProps, reader: Reader): Columns {
  const { locale } = reader
  const { found, path, options, portion, isInvalid } = props
  const { food, ranks } = found
  return [
    markup`
      <section class="stack" aria-labelledby="nutrition-title">
        ${portionForm({ foodId: food.id, path, options, portion, isInvalid }, locale)}
        <h2 class="h-s" id="nutrition-title"><span class="sr">${messages[locale].food.nutrition}${formats[locale].colon}</span><span data-portion-name>${portionName(portion, locale)}</span></h2>
        ${figures(found, portion, reader)}
      </section>
      ${atAGlance(food, locale)}
      ${categoryRanks(food, ranks, locale)}
      ${ingredients(found, locale)}
      ${micronutrientsTable(found, portion, reader)}`,
    markup`${hasLabel(food) && labels({ food, name: props.name, portion, websiteUrl: props.websiteUrl }, reader)}${dataQuality(found, reader)}`,
  ]
}

/** The pages above that of the food. */
export function trailOf(
  { category }: Pick<Food, 'category'>,
  locale: Locale,
): { name: string; path: string }[] {
  const categories = category === null ? [] : categoryTrail(category)
  return [
    { name: messages[locale].shared.foods, path: '/categories' },
    ...categories.map(name => ({ name: categoryName(name, locale), path: categoryPath(name) })),
  ]
}

function crumbs(food: Food, locale: Locale): Markup {
  return markup`
    <nav class="crumbs no-print" aria-label="${messages[locale].shared.breadcrumb}"><ol>
      ${trailOf(food, locale).map(({ name, path }) => markup`<li><a href="${path}">${name}</a></li>`)}
    </ol></nav>`
}

function header({ found, name, original, url }: ArticleProps, locale: Locale): Markup {
  const { food } = found
  const t = messages[locale].food
  const language = languageOfName(found)
  const ofSource = language !== undefined && markup` lang="${language}"`
  return markup`
    <header class="food-head">
      ${picture(found, name, locale)}
      <div class="stack-s">
        ${subtitle(food, locale)}
        <h1${original === undefined && ofSource}>${name}</h1>
        ${original !== undefined && markup`<p class="small muted"${ofSource}>${original}</p>`}
        <p class="cluster meta">
          ${qualityBadge(found, locale)}
          ${food.barcode !== null && markup`<span class="badge badge-line"><span class="mono">${food.barcode}</span></span>`}
        </p>
        <div class="cluster no-print">
          ${found.checks.knownNutrients > 0 && markup`<a class="btn btn-s" href="${comparePath({ ids: [food.id] })}">${icons.compare}${t.compare}</a>`}
          <button class="btn btn-s" type="button" data-share data-copy="share-url" hidden="">${icons.share}${t.share}</button>
          <span id="share-url" hidden="">${url}</span>
        </div>
      </div>
    </header>`
}

function subtitle({ brand, source }: Food, locale: Locale): Markup {
  if (brand !== null)
    return markup`<p class="small brand"><a href="/search?${new URLSearchParams({ q: brand, brand }).toString()}">${brand}</a></p>`
  if (source === estimateSource) return markup`<p class="small muted">${messages[locale].food.noLabel}</p>`
  return isGenericFood({ brand, source })
    ? markup`<p class="small muted">${messages[locale].shared.referenceFood}</p>`
    : markup``
}

/** The photo or illustration with its credit, or the tile of the category, also if photos.client.ts removes a photo that fails to load. */
function picture(found: FoodPageData, name: string, locale: Locale): Markup {
  const { food } = found
  const url = food.image_url
  const [icon, tint] = pictureOf(food.category)
  const look = food.source === estimateSource ? 'estimate' : tint
  if (!isShownImage(url)) return markup`<span class="tile tile-${look} photo-l">${iconMarkup(icon)}</span>`
  const t = messages[locale].food
  const illustration = illustrationCreditOf(url)
  const credit =
    illustration === null
      ? t.photoBy({ credit: () => photoCredit(found) })
      : t.illustrationBy({
          credit: () => markup`<a href="${illustration.url}">${illustration.label}</a>`,
        })
  return markup`
    <figure class="food-photo">
      <span class="photo tile tile-${look} photo-l">
        ${iconMarkup(icon)}
        <img src="${url}" alt="${titleOf({ name, brand: food.brand })}" width="240" height="240" decoding="async" referrerpolicy="no-referrer"/>
      </span>
      <figcaption>${credit}</figcaption>
    </figure>`
}

function similarCards(food: Food, { better, similar }: SimilarFoods, locale: Locale): Markup {
  const t = messages[locale].food
  const high = trafficLightsOf(food).filter(({ level }) => level === 'high')
  const nutrients = formats[locale].list(
    high.map(({ nutrient }) => t.inSentence[nutrient === 'sodium_mg' ? 'salt' : nutrient]),
  )
  return markup`
    ${
      better.length > 0 &&
      markup`
        <section class="stack no-print" aria-labelledby="better-title">
          <div><h2 id="better-title">${t.better}</h2><p class="muted">${t.betterText({ nutrients })}</p></div>
          ${foodCardsMarkup(better, 4, locale)}
        </section>`
    }
    ${
      similar.length > 0 &&
      markup`
        <section class="stack no-print" aria-labelledby="similar-title">
          <h2 id="similar-title">${t.similar}</h2>
          ${foodCardsMarkup(similar, 4, locale)}
        </section>`
    }`
}

const maxListed = 4

function similarList({ similar, better }: SimilarFoods, title: string, locale: Locale): Markup {
  const foods = [...better, ...similar].slice(0, maxListed)
  if (foods.length === 0) return markup``
  return markup`
    <section class="stack no-print" aria-labelledby="similar-title">
      <h2 id="similar-title">${title}</h2>
      <div>${foodListMarkup(foods, locale)}</div>
    </section>`
}

/** Only on paper: a printed label names its source. */
function printCredit(found: FoodPageData, locale: Locale): Markup {
  const t = messages[locale].food
  return markup`<p class="only-print small">${t.source}${formats[locale].colon}${sourceName(found.food.source, locale)} · Larder</p>`
}
