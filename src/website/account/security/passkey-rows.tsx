import type { Passkey } from '../../../accounts/sign-in/passkeys.ts'
import { Day, Timestamp } from '../../components/timestamp.tsx'

export function PasskeyRows({ passkeys }: { passkeys: Passkey[] }) {
  return (
    <ul class="rows">
      {passkeys.map(({ id, name, created_at, last_used_at }) => (
        <li key={id} class="with-action">
          <div>
            <span class="row-title">{name}</span>
            <div class="quiet">
              <span>
                added <Day at={created_at} />
              </span>
              <span>
                {last_used_at ? (
                  <>
                    last used <Timestamp at={last_used_at} />
                  </>
                ) : (
                  'never used'
                )}
              </span>
            </div>
          </div>
          <a
            class="button quiet"
            href={`/account/security/passkeys/${id}/remove`}
            aria-label={`Remove ${name}`}
          >
            Remove
          </a>
        </li>
      ))}
    </ul>
  )
}
