import type { Page } from '../../shell/responses.tsx'
import { accessReviewPath } from './access-review-page.tsx'

/** Shows the codes; only their hashes are stored, so this is the only chance to save them. */
export function recoveryCodesPage(codes: string[]): Page {
  return {
    title: 'Recovery codes',
    content: (
      <section class="narrow">
        <h1>Recovery codes</h1>
        <p>
          Two-factor authentication is on. Save these codes in a safe place: if you lose your phone, you can
          use them to sign in. Each code works once. <strong>You won’t be able to see them again.</strong>
        </p>
        <ul class="codes">
          {codes.map(code => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <p>
          <a class="button quiet" href={accessReviewPath}>
            I’ve saved my codes
          </a>
        </p>
      </section>
    ),
  }
}
