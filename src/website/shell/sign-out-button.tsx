import { useContext } from 'preact/hooks'
import { CsrfToken, csrfFieldName } from './form.tsx'

export function SignOutButton() {
  const token = useContext(CsrfToken)
  return (
    <form method="post" action="/sign-out" class="sign-out">
      <input type="hidden" name={csrfFieldName} value={token()} />
      <button type="submit" class="link">
        Sign out
      </button>
    </form>
  )
}
