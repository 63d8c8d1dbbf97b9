import { useContext } from 'preact/hooks'
import { FormToken, formTokenName } from './form.tsx'

export function SignOut() {
  const token = useContext(FormToken)
  return (
    <form method="post" action="/sign-out" class="sign-out">
      <input type="hidden" name={formTokenName} value={token()} />
      <button type="submit" class="link">
        Sign out
      </button>
    </form>
  )
}
