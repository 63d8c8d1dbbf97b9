import { useMessages } from '../i18n/messages.ts'
import { shared } from '../messages/index.ts'
import { Logo } from '../shell/logo.tsx'
import { Credits } from './credits.tsx'

/** On paper, in place of the header and footer: where the page comes from, and the credit that the data licenses require. */
export function PrintCredit({ url }: { url: string }) {
  const t = useMessages(shared)
  return (
    <div class="print-credit">
      <Logo />
      <p>{url}</p>
      <p>
        {t.foodDataFrom} <Credits />. {t.notMedicalAdvice}
      </p>
    </div>
  )
}
