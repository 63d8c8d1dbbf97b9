import { Icon } from '../components/icon.tsx'
import { SearchField } from '../components/search-field.tsx'
import { Field, Select } from '../shell/form.tsx'

export function Buttons() {
  return (
    <div class="cluster">
      <button type="button" class="btn btn-primary">
        Primary
      </button>
      <button type="button" class="btn">
        Secondary
      </button>
      <button type="button" class="btn btn-quiet">
        Quiet
      </button>
      <button type="button" class="btn btn-danger">
        Revoke
      </button>
      <button type="button" class="btn btn-danger-solid">
        Revoke key
      </button>
      <button type="button" class="btn btn-primary" aria-busy="true">
        Saving
      </button>
      <button type="button" class="btn" disabled>
        Disabled
      </button>
      <button type="button" class="btn btn-icon" aria-label="Share">
        <Icon name="share-2" />
      </button>
      <button type="button" class="btn btn-primary btn-s">
        Small
      </button>
      <button type="button" class="btn btn-primary btn-l">
        Large
      </button>
    </div>
  )
}

export function Fields() {
  return (
    <>
      <div class="grid three">
        <Field name="sample-name" label="Name" value="production" hint="Where you use it." />
        <div class="field">
          <label for="sample-user">Username</label>
          <p class="error" id="sample-user-problem">
            <Icon name="circle-alert" small />
            Use lowercase letters, numbers, . and - only.
          </p>
          <input
            class="input"
            id="sample-user"
            name="sample-user"
            value="Mara K"
            autocomplete="off"
            aria-invalid="true"
            aria-describedby="sample-user-problem"
          />
        </div>
        <Select
          name="sample-expiry"
          label="Expires"
          options={[
            { value: '90', label: 'In 90 days' },
            { value: '', label: 'Never' },
          ]}
        />
        <Field name="sample-note" label="Note" required={false} />
        <div>
          <label class="check">
            <input type="checkbox" name="sample-facts" checked />
            <span>Has nutrition facts</span>
            <span class="count">1,037</span>
          </label>
          <label class="check">
            <input type="checkbox" name="sample-photo" />
            <span>Has a photo</span>
            <span class="count">806</span>
          </label>
        </div>
        <label class="choice">
          <input type="radio" name="sample-scope" checked />
          <span>
            <b>Read-only</b>
            <span>Look up foods.</span>
          </span>
        </label>
      </div>
      <div class="error-summary">
        <Icon name="circle-alert" />
        <p>
          <a href="#sample-user">Use lowercase letters, numbers, . and - only.</a>
        </p>
      </div>
    </>
  )
}

export function Badges() {
  return (
    <>
      <div class="cluster">
        <Segments name="sample-label" label="Label format" choices={['US', 'EU', 'UK']} />
        <Segments name="sample-period" label="Period" choices={['24 hours', '7 days', '30 days']} />
      </div>
      <nav class="tabs" aria-label="Example">
        <a href="/design" aria-current="page">
          All <span class="count">1,037</span>
        </a>
        <a href="/design">
          Generic <span class="count">14</span>
        </a>
        <a href="/design">
          Branded <span class="count">1,023</span>
        </a>
      </nav>
      <p class="cluster">
        <a class="chip" href="/design" aria-current="true">
          1 container, 170 g
        </a>
        <a class="chip" href="/design">
          1 cup, 245 g
        </a>
      </p>
      <p class="cluster">
        <span class="badge badge-ok">
          <Icon name="shield-check" />
          Complete
        </span>
        <span class="badge badge-partly">
          <Icon name="circle-dashed" />
          Partly stated
        </span>
        <span class="badge badge-estimate">
          <Icon name="sparkles" />
          AI estimate
        </span>
        <span class="badge badge-danger">Revoked</span>
        <span class="badge">304</span>
        <span class="badge badge-line">EAN-13</span>
      </p>
    </>
  )
}

function Segments({ name, label, choices }: { name: string; label: string; choices: string[] }) {
  return (
    <div class="seg" role="radiogroup" aria-label={label}>
      {choices.map((choice, index) => (
        <label key={choice}>
          <input type="radio" name={name} value={choice} checked={index === 0} />
          {choice}
        </label>
      ))}
    </div>
  )
}

export function Search() {
  return (
    <div class="combo-demo stack">
      <SearchField id="sample-search" q="greek yo" />
      {/* What suggestions.client.ts inserts below the field. */}
      <div class="combo-list is-static" role="listbox" aria-label="Suggestions">
        <p class="combo-group" role="presentation">
          Reference foods
        </p>
        <a class="combo-opt" role="option" aria-selected="true" href="/design">
          <span class="tile tile-milk">
            <Icon name="milk" />
          </span>
          <span>
            <b>Yogurt, Greek, plain, nonfat</b>
            <small>Reference food</small>
          </span>
          <span class="num">
            59 <span class="unit">kcal</span>
          </span>
        </a>
      </div>
    </div>
  )
}
