import { useMessages } from '../i18n/messages.ts'
import { Form } from '../shell/form.tsx'
import { signInMessages } from './messages/index.ts'

/** Separates the other ways to sign in from the form above. */
export function Or() {
  return <p class="or">{useMessages(signInMessages).or}</p>
}

export function ProviderButtons({ providers }: { providers: { id: string; name: string }[] }) {
  const t = useMessages(signInMessages)
  return (
    <>
      {providers.map(({ id, name }) => (
        <Form
          key={id}
          id={`with-${id}`}
          action={`/sign-in/${id}`}
          submit={t.continueWith(name)}
          icon="log-in"
          variant="quiet"
          isBlock
        />
      ))}
    </>
  )
}
