import type { Page } from '../../shell/responses.tsx'

/** The only time that they are seen. */
export function recoveryCodesPage(codes: string[]): Page {
  return {
    title: 'Your recovery codes',
    content: (
      <section class="narrow">
        <h1>Your recovery codes</h1>
        <p>
          The second factor is on. Print these codes or write them down, for the day your phone is lost. Each
          works once. <strong>They are not shown again.</strong>
        </p>
        <ul class="codes">
          {codes.map(code => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <p>
          <a class="button quiet" href="/account/security">
            I have kept them
          </a>
        </p>
      </section>
    ),
  }
}
