// Contributions and moderators for tests of the review.
import { visitWebsite, type WebVisitor } from '../../lab/clients/web-visitor.ts'
import type { TestStores } from './database.ts'

export const proposedFood = {
  name: 'Plum Jam',
  brand: 'Kornhaus',
  calories_kcal: 240,
  protein_g: 0.4,
  fat_g: 0.1,
  carbs_g: 58,
  sugar_g: 55,
}

interface ContributionRow {
  accountId: number
  kind?: 'new' | 'correction' | 'confirmation'
  foodId?: number | null
  proposed?: object
  before?: object
  note?: string | null
}

export async function addContribution(
  { sql }: TestStores,
  {
    accountId,
    kind = 'new',
    foodId = null,
    proposed = proposedFood,
    before = {},
    note = null,
  }: ContributionRow,
): Promise<number> {
  const [row] = await sql<{ id: number }>(
    `insert into contributions (account_id, kind, food_id, proposed, before, note, sent_with)
       values ($1, $2, $3, $4, $5, $6, 'website') returning id`,
    [accountId, kind, foodId, JSON.stringify(proposed), JSON.stringify(before), note],
  )
  return row?.id as number
}

export async function addAuthor({ sql }: TestStores, name: string, locale = 'en'): Promise<number> {
  const [row] = await sql<{ id: number }>(
    `insert into accounts (name, email, email_confirmed_at, locale) values ($1, $2, now(), $3) returning id`,
    [name, `${name}@example.org`, locale],
  )
  return row?.id as number
}

/** A signed-in account with this role. */
export async function signUpWithRole(
  website: { url: string; stores: TestStores },
  name: string,
  role: 'contributor' | 'moderator' | 'operator',
  hasTwoFactor = true,
): Promise<WebVisitor> {
  const visitor = visitWebsite(website.url)
  await visitor.send('/sign-up', '/sign-up', { name, password: 'seven lamps on a quiet boat' })
  await website.stores.sql(
    `update accounts set role = $2, mfa_enabled_at = case when $3 then now() end where name = $1`,
    [name, role, hasTwoFactor],
  )
  return visitor
}
