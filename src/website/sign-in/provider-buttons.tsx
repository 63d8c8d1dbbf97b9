import { Form } from '../shell/form.tsx'

export function ProviderButtons({ providers }: { providers: { id: string; name: string }[] }) {
  if (providers.length === 0) return null
  return (
    <div class="providers">
      <p class="or">or</p>
      {providers.map(({ id, name }) => (
        <Form
          key={id}
          id={`with-${id}`}
          action={`/sign-in/${id}`}
          submit={`Continue with ${name}`}
          variant="quiet"
        />
      ))}
    </div>
  )
}
