import { Icon } from './icon.tsx'

interface FindFormProps {
  /** The page that lists what is found; it reads the parameter `find`. */
  action: string
  find: string
  label: string
  button: string
}

/** Narrows a long list by name. */
export function FindForm({ action, find, label, button }: FindFormProps) {
  return (
    <search class="no-print">
      <form class="cat-find" action={action}>
        <label class="sr" for="find">
          {label}
        </label>
        <span class="with-icon">
          <Icon name="search" />
          <input
            class="input"
            id="find"
            name="find"
            type="search"
            value={find}
            placeholder={label}
            maxlength={100}
            autocomplete="off"
            spellcheck={false}
          />
        </span>
        <button type="submit" class="btn">
          {button}
        </button>
      </form>
    </search>
  )
}
