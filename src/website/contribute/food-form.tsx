// The form of a food, for "Add a food" and "Suggest a correction".
import type { ComponentChildren } from 'preact'
import { maxPhotoBytes } from '../../community/photos/photo.ts'
import { categories, categoryTrail } from '../../food/categories.ts'
import { type Nutrient, nutrientsInLabelOrder, nutrientTable } from '../../food/nutrients.ts'
import { Icon } from '../components/icon.tsx'
import { categoryName } from '../components/names.ts'
import { linkTo } from '../components/rich-text.tsx'
import { useLocale, useMessages } from '../i18n/messages.ts'
import { Field, FieldProblem, Form, type Problem, Select, useField } from '../shell/form.tsx'
import { type FormValues, numberOf, toInput } from './form-values.ts'

export const licenceUrl = 'https://opendatacommons.org/licenses/odbl/1-0/'

interface FoodFormProps {
  action: string
  values: FormValues
  problems: Problem[]
  acceptsPhotos: boolean
  isAgreed: boolean
  /** What was shown above the form and need not be shown again before it is sent. */
  seen: string
  /** Above the buttons. */
  children?: ComponentChildren
}

export function FoodForm(props: FoodFormProps) {
  const { action, values, problems, acceptsPhotos, isAgreed, seen, children } = props
  const t = useMessages('contribute')
  const { fields } = useMessages('food')
  const locale = useLocale()
  const options = categories
    .map(({ name }) => ({
      value: name,
      label: categoryTrail(name)
        .map(each => categoryName(each, locale))
        .join(' › '),
    }))
    .sort((one, other) => one.label.localeCompare(other.label, locale))
  return (
    <Form
      id="food"
      action={action}
      submit={t.check}
      variant="quiet"
      otherSubmit={{ name: 'send', label: t.send }}
      problem={problems}
      hasFile={acceptsPhotos}
    >
      <input type="hidden" name="seen" value={seen} />
      <Field name="name" label={fields.name} value={values.name} hint={t.nameHint} maxlength={200} />
      <Field name="brand" label={fields.brand} value={values.brand} required={false} maxlength={200} />
      <Field
        name="barcode"
        label={fields.barcode}
        value={values.barcode}
        required={false}
        inputmode="numeric"
        maxlength={30}
      />
      <Select
        name="category"
        label={fields.category}
        value={values.category}
        options={[{ value: '', label: t.unknownCategory }, ...options]}
      />
      <div class="form-pair">
        <Field
          name="serving_size_g"
          label={t.servingSize}
          value={values.serving_size_g}
          required={false}
          inputmode="decimal"
          maxlength={10}
        />
        <Field
          name="serving_desc"
          label={fields.serving_desc}
          value={values.serving_desc}
          hint={t.servingHint}
          required={false}
          maxlength={200}
        />
      </div>
      <Nutrition values={values} />
      <Field
        name="note"
        label={t.note}
        value={values.note}
        hint={t.noteHint}
        required={false}
        maxlength={1000}
      />
      {acceptsPhotos && <PhotoField />}
      <Agreement isAgreed={isAgreed} />
      {children}
    </Form>
  )
}

function Nutrition({ values }: { values: FormValues }) {
  const t = useMessages('contribute')
  const isPerServing = values.per === 'serving'
  const choice = (value: string, label: string) => (
    <label class="check">
      <input type="radio" name="per" value={value} checked={(value === 'serving') === isPerServing} />
      <span>{label}</span>
    </label>
  )
  return (
    <fieldset class="nutrition-form" data-per={t.otherPer({ value: '{value}', basis: '{basis}' })}>
      <legend>{t.nutrition}</legend>
      <p class="hint">{t.nutritionHint}</p>
      <div class="cluster">
        {choice('100g', t.per100g)}
        {choice('serving', t.perServing)}
      </div>
      {nutrientsInLabelOrder.map(nutrient => (
        <NutrientField key={nutrient} nutrient={nutrient} values={values} />
      ))}
    </fieldset>
  )
}

/** Two units are in use for energy and salt, so people choose that of the label. */
function unitsOf(nutrient: Nutrient): { name: string; options: [value: string, unit: string][] } | undefined {
  if (nutrient === 'calories_kcal')
    return {
      name: 'energy_unit',
      options: [
        ['kcal', 'kcal'],
        ['kJ', 'kJ'],
      ],
    }
  if (nutrient === 'sodium_mg')
    return {
      name: 'salt_unit',
      options: [
        ['salt', 'g'],
        ['sodium', 'mg'],
      ],
    }
  return undefined
}

function NutrientField({ nutrient, values }: { nutrient: Nutrient; values: FormValues }) {
  const t = useMessages('contribute')
  const shared = useMessages('shared')
  const { id, problem } = useField(nutrient)
  const units = unitsOf(nutrient)
  const isSalt = nutrient === 'sodium_mg'
  return (
    <div class="field nutrient-row">
      <label for={id}>{isSalt ? t.saltOrSodium : shared.nutrients[nutrient]}</label>
      <span class="cluster">
        <input
          class="input tnum"
          id={id}
          name={nutrient}
          value={values[nutrient]}
          inputmode="decimal"
          autocomplete="off"
          maxlength={14}
          aria-invalid={problem ? 'true' : undefined}
          aria-describedby={problem ? `${id}-problem` : `${id}-other`}
        />
        {units === undefined ? (
          <span class="unit">{nutrientTable[nutrient].unit}</span>
        ) : (
          <span class="select-wrap">
            <select class="select" name={units.name} aria-label={isSalt ? t.saltUnit : t.energyUnit}>
              {units.options.map(([value, unit]) => (
                <option key={value} value={value} selected={values[units.name as 'energy_unit'] === value}>
                  {isSalt ? (value === 'salt' ? t.saltIn({ unit }) : t.sodiumIn({ unit })) : unit}
                </option>
              ))}
            </select>
            <Icon name="chevron-down" small />
          </span>
        )}
        <span class="small muted" id={`${id}-other`} data-other={nutrient}>
          <OtherBasis nutrient={nutrient} values={values} />
        </span>
      </span>
      {problem && <FieldProblem id={id} problem={problem} />}
    </div>
  )
}

/** The same value per serving or per 100 g, whichever was not typed. */
function OtherBasis({ nutrient, values }: { nutrient: Nutrient; values: FormValues }) {
  const t = useMessages('contribute')
  const locale = useLocale()
  const value = numberOf(values[nutrient])
  const grams = numberOf(values.serving_size_g)
  if (!value || !grams) return null
  const isPerServing = values.per === 'serving'
  const other = isPerServing ? (value * 100) / grams : (value * grams) / 100
  const basis = isPerServing ? '100 g' : `${toInput(grams, locale)} g`
  return <>{t.otherPer({ value: toInput(Number(other.toPrecision(3)), locale), basis })}</>
}

export function PhotoField() {
  const t = useMessages('contribute')
  const shell = useMessages('shell')
  const { id, problem } = useField('photo')
  return (
    <div class="field">
      <label for={id}>
        {t.photo}
        <span class="optional"> {shell.optional}</span>
      </label>
      <input
        class="input"
        id={id}
        name="photo"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        data-max-bytes={maxPhotoBytes}
        aria-invalid={problem ? 'true' : undefined}
        aria-describedby={problem ? `${id}-problem` : `${id}-hint`}
      />
      {problem && <FieldProblem id={id} problem={problem} />}
      <p class="hint" id={`${id}-hint`}>
        {t.photoHint}
      </p>
    </div>
  )
}

export function Agreement({ isAgreed }: { isAgreed: boolean }) {
  const t = useMessages('contribute')
  const { id, problem } = useField('agreed')
  return (
    <div class="agreement">
      <label class="check" for={id}>
        <input
          type="checkbox"
          id={id}
          name="agreed"
          value="1"
          checked={isAgreed}
          required
          aria-invalid={problem ? 'true' : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
        />
        <span>{t.agreement({ link: linkTo(licenceUrl) })}</span>
      </label>
      {problem && <FieldProblem id={id} problem={problem} />}
    </div>
  )
}
