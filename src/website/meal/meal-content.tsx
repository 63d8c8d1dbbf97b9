// The content of the meal page: a form with the foods, and the sum next to it. meal.client.ts updates what has `data-live`.
import { Fragment } from 'preact'
import type { Food } from '../../food/food.ts'
import { pagePath } from '../../food/page-path.ts'
import { estimateSource } from '../../food/sources.ts'
import { maxMealItems } from '../../meals/meal.ts'
import { PrintCredit } from '../components/credits.tsx'
import { approximate } from '../components/estimated-amount.ts'
import { macroBarMarkup, pictureMarkup } from '../components/food-list.tsx'
import { Icon } from '../components/icon.tsx'
import { linkTo } from '../components/rich-text.tsx'
import { portionQuery, portionText } from '../food/asked-portion.ts'
import { dailyEnergy } from '../food/figures.ts'
import { formatInput, formatNumber, formatWeight, inPortion } from '../food/label-numbers.ts'
import { maxGrams } from '../food/portion.ts'
import type { Reader } from '../food/reader.ts'
import { pathIn } from '../i18n/locales.ts'
import { useFormat, useLocale, useMessages } from '../i18n/messages.ts'
import { oneFoodPath } from '../search/search-query.ts'
import { toNode } from '../shell/markup.ts'
import { assumedTexts } from './assumed-texts.ts'
import {
  type ItemAddress,
  itemOf,
  type MealAddress,
  maxTextLength,
  mealPagePath,
  mealPath,
  unitText,
} from './meal-address.ts'
import { formatTotal, type TotalLine, unstatedBy } from './meal-totals.ts'
import type { ShownItem, ShownMeal } from './read-items.ts'
import { type Recipe, recipeLimits } from './recipe.ts'

export interface MealContentProps {
  address: MealAddress
  meal: ShownMeal
  /** The address of the meal as shown, with every food by its id. */
  state: Pick<MealAddress, 'items' | 'servings' | 'cooked'>
  lines: TotalLine[]
  recipe: Recipe
  /** Names a food in the language of the page. */
  local: (food: Food) => Food
  reader: Reader
  websiteUrl: string
}

/** An item without a weight keeps its food, and the page asks for the amount again. */
export const itemAddress = ({ food, portion }: ShownItem): ItemAddress =>
  portion ? itemOf(food.id, portion) : { id: food.id, amount: '', unit: 'g' }

export function EmptyMeal({ address, meal }: { address: MealAddress; meal: ShownMeal }) {
  const t = useMessages('meal')
  const isEmpty = address.q === '' && meal.missing === 0
  return (
    <div class="wrap narrow stack-l">
      <div class="page-head">
        <h1>{t.title}</h1>
        <p class="muted measure">{t.lead}</p>
        <AsOneFood q={address.q} />
      </div>
      <Notes meal={meal} q={address.q} />
      <form class="stack" action={mealPagePath}>
        <TextField label={t.textLabel} value={address.q} rows={5} />
        <p>
          <button type="submit" class="btn btn-primary">
            {t.calculate}
          </button>
        </p>
      </form>
      {isEmpty && (
        <section class="stack-s">
          <h2>{t.examplesTitle}</h2>
          <ul class="cluster">
            {Object.values(t.examples).map(q => (
              <li key={q}>
                <a class="chip" href={mealPath({ q })} rel="nofollow">
                  {q}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {isEmpty && <p class="hint">{t.how}</p>}
    </div>
  )
}

function TextField({ label, value = '', rows }: { label: string; value?: string; rows: number }) {
  const t = useMessages('meal')
  return (
    <div class="field">
      <label for="meal-text">{label}</label>
      <textarea
        class="input"
        id="meal-text"
        name="q"
        rows={rows}
        maxlength={maxTextLength}
        placeholder={t.examples[1]}
        aria-describedby="meal-text-hint"
        spellcheck={false}
      >
        {value}
      </textarea>
      <p class="hint" id="meal-text-hint">
        {t.textHint}
      </p>
    </div>
  )
}

const isRecipe = ({ servings, cooked }: Recipe): boolean => servings !== undefined || cooked !== undefined

export function MealContent(props: MealContentProps) {
  const { address, meal, state, recipe, websiteUrl } = props
  const t = useMessages('meal')
  const locale = useLocale()
  return (
    <div class="wrap stack-l">
      <div class="page-head">
        <h1>{isRecipe(recipe) ? t.recipe : t.meal}</h1>
        <Summary {...props} />
        {!isRecipe(recipe) && mayBeOneFood(meal) && <AsOneFood q={address.q} />}
      </div>
      <Notes meal={meal} q={address.q} />
      <div class={isRecipe(recipe) ? 'meal' : 'meal meal-in-columns'}>
        <MealForm {...props} />
        <Totals {...props} />
      </div>
      <PrintCredit url={websiteUrl + pathIn(locale, mealPath(state))} />
    </div>
  )
}

/** The energy, above the fold of a phone. */
function Summary({ lines, recipe, reader }: MealContentProps) {
  const t = useMessages('meal')
  const { ofADay } = useMessages('food')
  const { servings } = recipe
  const energy = lines.find(({ unit }) => unit === 'kcal')
  if (!energy || energy.value === null) return null
  const value = energy.value / (servings || 1)
  const shown = formatTotal(energy, value, reader)
  const share = formatNumber('percent', (100 * value) / dailyEnergy.kcal, reader.locale)
  return (
    <p class="meal-sum" id="meal-sum" role="status" data-live>
      <b>{energy.isIncomplete ? t.atLeast({ value: shown }) : shown}</b>{' '}
      <span class="muted">
        {servings ? `${t.perServingInSentence} · ` : ''}
        {ofADay({ share: () => share })}
      </span>
    </p>
  )
}

/** The address with every food by its id, to share, print or bookmark. */
function Links({ state, recipe, websiteUrl }: Pick<MealContentProps, 'state' | 'recipe' | 'websiteUrl'>) {
  const t = useMessages('meal')
  const path = mealPath(state)
  return (
    <p class="cluster no-print">
      <button class="btn btn-s" type="button" data-share data-copy="share-url" hidden>
        <Icon name="share-2" small />
        {t.share}
      </button>
      <button class="btn btn-s" type="button" data-print hidden>
        <Icon name="printer" small />
        {t.print}
      </button>
      <a class="btn btn-s btn-quiet" href={path} rel="nofollow">
        <Icon name="link" small />
        {isRecipe(recipe) ? t.linkToRecipe : t.link}
      </a>
      <span id="share-url" hidden>
        {websiteUrl + pathIn(useLocale(), path)}
      </span>
    </p>
  )
}

function Notes({ meal, q }: { meal: ShownMeal; q: string }) {
  const t = useMessages('meal')
  const format = useFormat()
  const { notUnderstood, missing, isCut, items } = meal
  const isNothing = items.length === 0 && q !== '' && notUnderstood.length === 0
  return (
    <>
      {(notUnderstood.length > 0 || missing > 0 || isCut || isNothing) && (
        <div class="note note-partly" role="status">
          <Icon name="circle-alert" />
          <div>
            {isNothing && <p>{t.nothing}</p>}
            {notUnderstood.length > 0 && <p>{t.notUnderstood({ texts: format.list(notUnderstood) })}</p>}
            {missing > 0 && <p>{t.missing({ count: missing })}</p>}
            {isCut && <p>{t.tooMany({ maxItems: maxMealItems })}</p>}
          </div>
        </div>
      )}
    </>
  )
}

/** The name of one food may read like two, without amounts. */
const mayBeOneFood = ({ items }: ShownMeal): boolean =>
  items.length === 2 && items.every(({ assumed }) => assumed.some(({ kind }) => kind === 'usual portion'))

/** For a name that looks like several foods. */
function AsOneFood({ q }: { q: string }) {
  const t = useMessages('meal')
  if (q === '') return null
  const link = linkTo(oneFoodPath(q.replaceAll(/\s+/g, ' ').slice(0, 200)))
  return <p class="muted small no-print">{t.asOneFood({ link })}</p>
}

function MealForm(props: MealContentProps) {
  const { address, meal, lines, recipe } = props
  const t = useMessages('meal')
  const unstated = unstatedBy(meal.items, lines)
  return (
    <form class="stack-l meal-form" action={mealPagePath} data-meal>
      <ol class="meal-items">
        {meal.items.map((item, index) => (
          <Item key={index} {...props} item={item} index={index} unstated={unstated.get(index)} />
        ))}
      </ol>
      <div class="stack no-print">
        <TextField label={t.addLabel} rows={2} />
        <details class="card stack" open={isRecipe(recipe)}>
          <summary>{t.recipeSummary}</summary>
          <div class="meal-recipe">
            <RecipeField
              name="servings"
              label={t.servings}
              value={address.servings}
              error={recipe.servings === null && t.invalidNumber({ max: recipeLimits.maxServings })}
            />
            <RecipeField
              name="cooked"
              label={t.cooked}
              value={address.cooked}
              error={recipe.cooked === null && t.invalidNumber({ max: recipeLimits.maxCookedGrams })}
            />
          </div>
          <p class="hint">{t.recipeHint}</p>
        </details>
        <p>
          <button type="submit" class="btn btn-primary">
            {t.update}
          </button>
        </p>
      </div>
    </form>
  )
}

interface RecipeFieldProps {
  name: 'servings' | 'cooked'
  label: string
  value: string
  error: string | false
}

function RecipeField({ name, label, value, error }: RecipeFieldProps) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input
        class="input tnum"
        id={name}
        name={name}
        value={value}
        inputmode="decimal"
        autocomplete="off"
        maxlength={9}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={error ? `${name}-error` : undefined}
      />
      {error && (
        <p class="error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

interface ItemProps extends MealContentProps {
  item: ShownItem
  index: number
  /** The values that the food does not state. */
  unstated: string[] | undefined
}

function Item({ item, index, unstated, local, state, address }: ItemProps) {
  const t = useMessages('meal')
  const shared = useMessages('shared')
  const words = useMessages('food')
  const locale = useLocale()
  const format = useFormat()
  const { portion, options } = item
  const food = local(item.food)
  const number = index + 1
  const isEstimate = food.source === estimateSource
  const unit = portion?.unit ?? options.find(({ id }) => id === 'g')
  const path = item.food.static_url ?? pagePath(item.food.id, item.food.name)
  const kcal = portion && food.calories_kcal !== null ? inPortion(food.calories_kcal, portion.grams) : null
  const assumed = assumedTexts(item, food.name, locale)
  const others = state.items.filter((_, other) => other !== index)
  return (
    <li class="meal-item" id={`item-${number}`}>
      {toNode(pictureMarkup(food))}
      <div class="meal-name">
        <p class="food-name">
          <a href={portion ? path + portionQuery(portion) : path}>{food.name}</a>
        </p>
        {isEstimate && (
          <p>
            <span class="badge badge-estimate">
              <Icon name="sparkles" />
              {shared.aiEstimate}
            </span>
          </p>
        )}
        {food.brand !== null && <p class="food-sub">{food.brand}</p>}
        {portion && <p class="only-print small">{portionText(portion, locale)}</p>}
      </div>
      <p class="food-kcal" id={`energy-${number}`} data-live>
        {kcal === null ? (
          <span class="unknown">{portion ? shared.notStated : t.notCounted}</span>
        ) : (
          <>
            {isEstimate ? approximate(kcal, 'kcal', locale) : formatNumber('whole', kcal, locale)}{' '}
            <span class="unit">kcal</span>
          </>
        )}
        {portion && !portion.unit.isMass && <span class="unit">{formatWeight(portion.grams, locale)} g</span>}
      </p>
      <div class="meal-amount no-print">
        <input type="hidden" name="food" value={item.food.id} />
        <label class="sr" for={`amount-${number}`}>
          {t.amountOf({ food: food.name })}
        </label>
        <input
          class="input tnum"
          id={`amount-${number}`}
          name="amount"
          inputmode="decimal"
          autocomplete="off"
          maxlength={10}
          value={portion ? formatInput(portion.amount, locale) : ''}
          aria-invalid={portion ? undefined : 'true'}
          aria-describedby={`about-${number}`}
        />
        <label class="sr" for={`unit-${number}`}>
          {t.unitOf({ food: food.name })}
        </label>
        <span class="select-wrap">
          <select class="select" id={`unit-${number}`} name="unit">
            {options.map(option => (
              <option key={option.id} value={unitText(option)} selected={option.id === unit?.id}>
                {option.name.one}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" small />
        </span>
        <a
          class="btn btn-quiet btn-icon"
          href={mealPath({ ...state, items: others })}
          rel="nofollow"
          aria-label={t.remove({ food: food.name })}
          title={t.remove({ food: food.name })}
        >
          <Icon name="x" small />
        </a>
      </div>
      <div class="meal-about small muted" id={`about-${number}`} data-live>
        {assumed.length > 0 && <p>{assumed.join(' ')}</p>}
        {!portion && assumed.length === 0 && <p class="error">{words.invalidPortion({ max: maxGrams })}</p>}
        {unstated && <p>{t.notStatedHere({ nutrients: format.list(unstated) })}</p>}
      </div>
      <Alternatives
        index={index}
        food={food}
        alternatives={item.alternatives.map(local)}
        state={state}
        find={address.change === index ? address.find : undefined}
      />
    </li>
  )
}

interface AlternativesProps {
  index: number
  food: Food
  alternatives: Food[]
  state: MealContentProps['state']
  /** What was searched for; undefined unless this food is being exchanged. */
  find: string | undefined
}

function Alternatives({ index, food, alternatives, state, find }: AlternativesProps) {
  const t = useMessages('meal')
  const { kcalPer100g } = useMessages('shared')
  const locale = useLocale()
  const isOpen = find !== undefined
  if (!isOpen && alternatives.length === 0)
    return (
      <p class="meal-others no-print" id={`others-${index + 1}`} data-live>
        <a class="small" href={`${mealPath({ ...state, change: index })}#item-${index + 1}`} rel="nofollow">
          {t.otherFoods}
          <span class="sr"> {food.name}</span>
        </a>
      </p>
    )
  const exchanged = (other: Food) =>
    mealPath({
      ...state,
      items: state.items.map((item, position) => (position === index ? { ...item, id: other.id } : item)),
    })
  return (
    <details class="meal-others no-print" open={isOpen} id={`others-${index + 1}`} data-live>
      <summary class="small">
        {t.otherFoods}
        <span class="sr"> {food.name}</span>
      </summary>
      <ul class="meal-alternatives">
        {alternatives.map(other => (
          <li key={other.id}>
            <a href={exchanged(other)} rel="nofollow">
              {other.name}
            </a>
            <span class="muted small">
              {other.brand !== null && `${other.brand} · `}
              {other.calories_kcal !== null &&
                `${formatNumber('whole', other.calories_kcal, locale)} ${kcalPer100g}`}
            </span>
          </li>
        ))}
      </ul>
      {isOpen ? (
        <div class="meal-find">
          <input type="hidden" name="change" value={index + 1} />
          <label class="sr" for="find">
            {t.findOther}
          </label>
          <input
            class="input"
            id="find"
            name="find"
            type="search"
            value={find}
            maxlength={100}
            placeholder={t.findOther}
          />
          <button type="submit" class="btn">
            {t.find}
          </button>
        </div>
      ) : (
        <p>
          <a class="small" href={`${mealPath({ ...state, change: index })}#item-${index + 1}`} rel="nofollow">
            {t.findOther}
          </a>
        </p>
      )}
    </details>
  )
}

interface Column {
  title: string
  factor: number
  /** Whether the share of a day is that of this column. */
  hasShare: boolean
}

function Totals({ meal, lines, recipe, reader, state, websiteUrl }: MealContentProps) {
  const t = useMessages('meal')
  const { notStated } = useMessages('shared')
  const words = useMessages('food')
  const { locale, region } = reader
  const columns = columnsOf(recipe, t)
  const macros = Object.fromEntries(
    lines.map(({ nutrient, value, isIncomplete }) => [nutrient, isIncomplete ? null : value]),
  )
  const weight = meal.items.reduce((sum, { portion }) => sum + (portion?.grams ?? 0), 0)
  const uncounted = meal.items.some(({ portion }) => portion === null)
  const shown = (line: TotalLine, text: string) => (line.isIncomplete ? t.atLeast({ value: text }) : text)
  return (
    <section class="meal-totals card stack" id="meal-totals" data-live>
      <div class="between">
        <h2 id="totals-title">{t.totals}</h2>
        <p class="muted small">
          {uncounted
            ? t.atLeast({ value: `${formatWeight(weight, locale)} g` })
            : `${formatWeight(weight, locale)} g`}
        </p>
      </div>
      {toNode(macroBarMarkup(macros as Parameters<typeof macroBarMarkup>[0]))}
      {/* Scrollable regions must be focusable by keyboard. */}
      <section class="table-wrap" tabindex={0} aria-labelledby="totals-title">
        <table class="table">
          <thead>
            <tr>
              <td />
              {columns.map(({ title, hasShare }) => (
                <Fragment key={title}>
                  <th scope="col" class="num">
                    {title}
                  </th>
                  {hasShare && (
                    <th scope="col" class="num">
                      {region === 'us' ? t.shareOfDay : t.shareOfReference}
                    </th>
                  )}
                </Fragment>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(line => (
              <tr key={line.nutrient}>
                <th scope="row" class={line.isPart ? 'part' : undefined}>
                  {line.name}
                </th>
                {columns.map(({ title, factor, hasShare }) => {
                  const value = line.value === null ? null : line.value * factor
                  return (
                    <Fragment key={title}>
                      <td class="num tnum">
                        {value === null ? (
                          <span class="unknown">{notStated}</span>
                        ) : (
                          <>
                            {shown(line, formatTotal(line, value, reader))}
                            {line.unit === 'kcal' && region !== 'us' && (
                              <small>{formatNumber('eu-kilojoules', value, locale)}</small>
                            )}
                          </>
                        )}
                      </td>
                      {hasShare && (
                        <td class="num tnum">
                          {value !== null &&
                            line.dailyValue !== undefined &&
                            shown(line, formatNumber('percent', (100 * value) / line.dailyValue, locale))}
                        </td>
                      )}
                    </Fragment>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {lines.some(({ isIncomplete }) => isIncomplete) && <p class="hint">{t.atLeastHint}</p>}
      {recipe.cooked && <p class="hint">{t.cookingHint}</p>}
      <p class="hint">
        {region === 'us'
          ? words.dailyValues({ kcal: dailyEnergy.kcal })
          : words.referenceIntakes(dailyEnergy)}
      </p>
      <Links state={state} recipe={recipe} websiteUrl={websiteUrl} />
    </section>
  )
}

function columnsOf({ servings, cooked }: Recipe, t: ReturnType<typeof useMessages<'meal'>>): Column[] {
  const columns: Column[] = []
  if (servings) columns.push({ title: t.perServing, factor: 1 / servings, hasShare: true })
  if (cooked) columns.push({ title: t.per100gCooked, factor: 100 / cooked, hasShare: false })
  columns.push({ title: columns.length > 0 ? t.whole : t.total, factor: 1, hasShare: !servings })
  return columns
}
