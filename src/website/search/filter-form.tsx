// The filters and the order of a search. The controls belong to the form of the search field, so one submission sends both.
import {
  type ChoiceFilter,
  type Filter,
  type FilterOption,
  parametersOf,
  type RangeFilter,
  searchFilters,
} from '../../search/filters.ts'
import { sortOrders } from '../../search/sorting.ts'
import type { SearchQuery } from './search-query.ts'

interface ControlProps<Kind extends Filter = Filter> {
  filter: Kind
  form: string
  values: Map<string, string>
}

export function FilterForm({ query, form }: { query: SearchQuery; form: string }) {
  const { values, sort, ignored } = query
  const controls = searchFilters.filter(({ kind }) => kind !== 'range')
  const ranges = searchFilters.filter(filter => filter.kind === 'range')
  return (
    <details class="filters" open={ignored.length > 0}>
      <summary>Filter and sort</summary>
      <div class="pair">
        {controls.map(filter => (
          <Control key={filter.name} filter={filter} form={form} values={values} />
        ))}
      </div>
      <fieldset>
        <legend>Per 100 g</legend>
        {ranges.map(filter => (
          <Range key={filter.name} filter={filter} form={form} values={values} />
        ))}
      </fieldset>
      <div class="field">
        <label for="filter-sort">Sort by</label>
        <select id="filter-sort" name="sort" form={form}>
          {sortOrders.map(({ value, label }) => (
            <option key={value} value={value} selected={value === sort.value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" form={form}>
        Apply
      </button>
    </details>
  )
}

function Control({ filter, form, values }: ControlProps) {
  const id = `filter-${filter.name}`
  const value = values.get(filter.name) ?? ''
  if (filter.kind === 'range') return null
  if (filter.kind === 'flag') {
    return (
      <label class="check">
        <input type="checkbox" name={filter.name} value="1" form={form} checked={value === '1'} />{' '}
        {filter.label}
      </label>
    )
  }
  return (
    <div class="field">
      <label for={id}>{filter.label}</label>
      {filter.kind === 'choice' ? (
        <select id={id} name={filter.name} form={form}>
          <option value="">Any</option>
          <Options filter={filter} value={value} />
        </select>
      ) : (
        <input
          id={id}
          name={filter.name}
          type="text"
          form={form}
          value={value}
          maxlength={100}
          autocomplete={filter.autocomplete}
        />
      )}
    </div>
  )
}

function Options({ filter: { options }, value }: { filter: ChoiceFilter; value: string }) {
  const groups = Map.groupBy(options, ({ group }) => group)
  return (
    <>
      {[...groups].map(([group, members]) => {
        const listed = members.map(option => <Option key={option.value} option={option} value={value} />)
        return group === undefined ? (
          listed
        ) : (
          <optgroup key={group} label={group}>
            {listed}
          </optgroup>
        )
      })}
    </>
  )
}

/** A value equal to the label is left out, because there are hundreds of options. */
function Option({ option, value }: { option: FilterOption; value: string }) {
  return (
    <option
      value={option.value === option.label ? undefined : option.value}
      selected={option.value === value}
    >
      {option.label}
    </option>
  )
}

function Range({ filter, form, values }: ControlProps<RangeFilter>) {
  const { label, unit, max } = filter
  return (
    <div class="range">
      <span>
        {label} <span class="quiet">({unit})</span>
      </span>
      {parametersOf(filter).map((name, index) => {
        const bound = index === 0 ? 'at least' : 'at most'
        return (
          <input
            key={name}
            name={name}
            type="number"
            form={form}
            aria-label={`${label} in ${unit}, ${bound}`}
            placeholder={bound}
            value={values.get(name)}
            min="0"
            max={max}
            step="any"
            inputmode="decimal"
          />
        )
      })}
    </div>
  )
}
