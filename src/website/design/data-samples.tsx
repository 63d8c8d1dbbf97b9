import { Icon } from '../components/icon.tsx'
import { TableHead } from '../components/table-head.tsx'
import type { IconName } from '../icons/icon-names.ts'

const lights = [
  { name: 'Fat', value: '30.9', level: 'high', word: 'High', at: 92, ends: ['3 g', '17.5 g'] },
  { name: 'Saturated fat', value: '2.4', level: 'medium', word: 'Medium', at: 42, ends: ['1.5 g', '5 g'] },
  { name: 'Sugars', value: '3.1', level: 'low', word: 'Low', at: 21, ends: ['5 g', '22.5 g'] },
]

export function Lights() {
  return (
    <div class="card">
      <div class="lights">
        {lights.map(({ name, value, level, word, at, ends }) => (
          <div key={name} class={`light light-${level}`}>
            <div class="light-top">
              <b>{name}</b>
              <span class="tnum">
                {value} <span class="unit">g</span>
              </span>
              <span class="light-word">{word}</span>
            </div>
            <svg class="light-scale" aria-hidden="true">
              <rect class="z-low" y="4" width="33%" height="8" rx="4" />
              <rect class="z-medium" x="33.6%" y="4" width="33%" height="8" rx="4" />
              <rect class="z-high" x="67.2%" y="4" width="32.8%" height="8" rx="4" />
              <circle class="light-pin" cx={`${at}%`} cy="8" r="6" />
            </svg>
            <div class="light-ends">
              <span>0</span>
              <span>{ends[0]}</span>
              <span>{ends[1]}</span>
              <span />
            </div>
          </div>
        ))}
        <div class="light">
          <div class="light-top">
            <b>Salt</b>
            <span class="tnum">
              <span class="unknown">not stated</span>
            </span>
          </div>
          <svg class="light-scale" aria-hidden="true">
            <rect class="f-rest" y="4" width="100%" height="8" rx="4" />
          </svg>
        </div>
      </div>
    </div>
  )
}

const quotas = [
  { name: 'Busiest minute', used: 312, state: '', foot: '62% used' },
  { name: 'Near the limit', used: 431, state: ' is-near', foot: '86% used' },
  { name: 'At the limit', used: 500, state: ' is-over', foot: '96 refused' },
]
const maxUsed = 500

const days = [
  { day: '9 Nov', ok: 823, missed: 32 },
  { day: '10 Nov', ok: 1_333, missed: 45 },
  { day: '11 Nov', ok: 1_530, missed: 51 },
  { day: '12 Nov', ok: 967, missed: 35 },
]
const maxRequests = 2_000

export function Stats() {
  return (
    <>
      <dl class="stats">
        {quotas.map(({ name, used, state, foot }) => (
          <div key={name} class="stat">
            <dt>{name}</dt>
            <dd class="stat-value">
              {used} <span class="unit">of {maxUsed}</span>
            </dd>
            <dd class="stat-foot">{foot}</dd>
            <dd>
              <svg class={`meter${state}`} aria-hidden="true">
                <rect width={`${(100 * used) / maxUsed}%`} height="100%" />
              </svg>
            </dd>
          </div>
        ))}
      </dl>
      <div class="card">
        <div class="chart-head">
          <h3>Requests per day</h3>
          <ul class="legend">
            <li>
              <i class="dot dot-ok" />
              Successful
            </li>
            <li>
              <i class="dot dot-miss" />
              Not found or invalid
            </li>
          </ul>
        </div>
        <div class="chart">
          <div class="plot">
            <div class="y-axis" aria-hidden="true">
              <span>2,000</span>
              <span>1,000</span>
              <span>0</span>
            </div>
            <ol class="bars">
              {days.map(({ day, ok, missed }) => {
                const [okShare, missedShare] = [(100 * ok) / maxRequests, (100 * missed) / maxRequests]
                return (
                  <li key={day} tabindex={0}>
                    <svg aria-hidden="true">
                      <rect class="f-ok" y={`${100 - okShare}%`} width="100%" height={`${okShare}%`} />
                      <rect
                        class="f-miss"
                        y={`${100 - okShare - missedShare}%`}
                        width="100%"
                        height={`${missedShare}%`}
                      />
                    </svg>
                    <span class="tip">
                      <b>{day}</b>
                      <span>
                        Successful <i>{ok}</i>
                      </span>
                      <span>
                        Not found <i>{missed}</i>
                      </span>
                    </span>
                  </li>
                )
              })}
            </ol>
          </div>
        </div>
      </div>
    </>
  )
}

const keys = [
  { name: 'production', key: 'larder_read_…hTPS', limit: 'Plan limit', state: 'ok', status: 'Active' },
  {
    name: 'mobile beta',
    key: 'larder_read_…Zk4e',
    limit: '120 per minute',
    state: 'partly',
    status: 'Expires 27 Nov',
  },
  { name: 'ci', key: 'larder_read_…9fQa', limit: '60 per minute', state: 'danger', status: 'Revoked' },
]

const actions: [icon: IconName, name: string][] = [
  ['pencil', 'Rename'],
  ['gauge', 'Change limit'],
  ['refresh-cw', 'Rotate key'],
  ['trash-2', 'Revoke'],
]

export function Tables() {
  return (
    <>
      <div class="table-wrap">
        <table class="table table-stack">
          <TableHead columns={['Name', 'Key', 'Limit', 'Status', '']} />
          <tbody>
            {keys.map(({ name, key, limit, state, status }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td data-h="Key">
                  <span class="mono">{key}</span>
                </td>
                <td data-h="Limit">{limit}</td>
                <td data-h="Status">
                  <span class={`badge badge-${state}`}>{status}</span>
                </td>
                <td class="actions">
                  <details class="row-menu">
                    <summary aria-label={`Actions: ${name}`}>
                      <Icon name="ellipsis" />
                    </summary>
                    <ul class="menu">
                      {actions.map(([icon, action]) => (
                        <li key={action}>
                          <a class={action === 'Revoke' ? 'danger' : undefined} href="/design">
                            <Icon name={icon} />
                            {action}
                          </a>
                        </li>
                      ))}
                    </ul>
                  </details>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="menu-room" />
    </>
  )
}
