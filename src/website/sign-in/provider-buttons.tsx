import { useMessages } from '../i18n/messages.ts'
import { Form } from '../shell/form.tsx'

/** Separates the other ways to sign in from the form above. */
export function Or() {
  return <p class="or">{useMessages('signIn').or}</p>
}

export function ProviderButtons({ providers }: { providers: { id: string; name: string }[] }) {
  const t = useMessages('signIn')
  return (
    <>
      {providers.map(({ id, name }) => (
        <Form
          key={id}
          id={`with-${id}`}
          action={`/sign-in/${id}`}
          submit={t.continueWith({ provider: name })}
          icon="log-in"
          variant="quiet"
          isBlock
        />
      ))}
    </>
  )
}
