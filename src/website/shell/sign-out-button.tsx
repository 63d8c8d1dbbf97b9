import { useContext } from 'preact/hooks'
import { useMessages } from '../i18n/messages.ts'
import { shared } from '../messages/index.ts'
import { CsrfToken, csrfFieldName } from './form.tsx'

/** Wide screens have it in the header, narrow ones in the menu. */
export function SignOutButton({ isInMenu = false }: { isInMenu?: boolean }) {
  const token = useContext(CsrfToken)
  const t = useMessages(shared)
  return (
    <form method="post" action="/sign-out" class="sign-out">
      <input type="hidden" name={csrfFieldName} value={token()} />
      <button type="submit" class={isInMenu ? undefined : 'btn btn-quiet btn-s'}>
        {t.signOut}
      </button>
    </form>
  )
}
