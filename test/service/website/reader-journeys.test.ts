// Nine questions of people who eat, and in how many clicks the website answers them: with the mouse, by keyboard alone, without
// JavaScript, and on a narrow phone. An answer counts if it is in the tree that screen readers read. A click is a link or a button
// that is pressed, or a field that is sent with Enter; typing is free.
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { type Way, ways, withWebsite } from '../../support/browser.ts'

const website = withWebsite({}, { withFoods: true })

interface Visit {
  page: Page
  main: Locator
  /** Follows a link or sends a form. */
  click(target: Locator): Promise<void>
  /** Shows what is folded. */
  open(summary: Locator): Promise<void>
  /** Types into a field and sends its form. */
  ask(field: Locator, text: string): Promise<void>
}

interface Journey {
  question: string
  start?: string
  maxClicks: number
  go(visit: Visit): Promise<void>
  /** In the accessibility tree of the last page. */
  answers: RegExp[]
}

const searchField = ({ main }: Visit) => main.getByRole('combobox')
const firstResult = ({ main }: Visit) => main.locator('.food-name a').first()

/** Searches on the home page, and opens the first result. */
const openFirst = (q: string) => async (visit: Visit) => {
  await visit.ask(searchField(visit), q)
  await visit.click(firstResult(visit))
}
const searchFor = (q: string) => (visit: Visit) => visit.ask(searchField(visit), q)

const journeys: Journey[] = [
  {
    question: 'calories of one banana',
    maxClicks: 2,
    go: openFirst('banana'),
    answers: [/heading "Banana/, /118 g/, /105 kcal/],
  },
  {
    question: 'banana or apple',
    maxClicks: 3,
    async go(visit) {
      await visit.ask(searchField(visit), 'banana or apple')
      await visit.click(visit.main.getByRole('link', { name: /^Compare/ }).first())
    },
    answers: [/columnheader "Banana/, /columnheader "Apple/, /Protein/],
  },
  {
    question: 'my breakfast',
    maxClicks: 2,
    go: searchFor('60 g oats with milk, 1 banana'),
    answers: [/heading "Your meal/, /kcal/, /Banana/],
  },
  {
    question: 'two boiled eggs',
    maxClicks: 1,
    go: searchFor('2 boiled eggs'),
    answers: [/100 g/, /155 kcal/],
  },
  {
    question: 'one of four servings of my recipe',
    maxClicks: 3,
    async go(visit) {
      const { main, open, ask } = visit
      await ask(searchField(visit), '500 g carrots, 2 onions, 3 eggs, 2 tbsp olive oil')
      await open(main.getByText('It is a recipe'))
      await ask(main.getByLabel('Servings'), '4')
    },
    answers: [/heading "Your recipe/, /187 kcal per serving/],
  },
  {
    question: 'potassium of an orange',
    maxClicks: 2,
    go: openFirst('orange'),
    answers: [/Potassium \d+ mg \d+%/],
  },
  {
    question: 'a can of cola',
    maxClicks: 1,
    go: searchFor('330 ml cola'),
    answers: [/Cola/, /330 ml/, /kcal/],
  },
  {
    question: 'which fruit is there',
    maxClicks: 2,
    async go({ main, click }) {
      await click(main.getByRole('link', { name: 'All categories' }))
      await click(main.getByRole('link', { name: /^Fruits/ }).first())
    },
    answers: [/heading "Fruits/, /link "Bananas/, /link "Apples/],
  },
  {
    question: 'mein Frühstück',
    start: '/de/',
    maxClicks: 1,
    go: searchFor('60 g Haferflocken, 1 Banane'),
    answers: [/heading "Ihre Mahlzeit/, /329 kcal/],
  },
]

const narrow = { width: 320, height: 640 }
const visitors: (Way & { viewport?: typeof narrow })[] = [
  ...ways,
  { ...(ways[0] as Way), name: 'on a narrow phone', viewport: narrow },
]

for (const { question, start = '/', maxClicks, go, answers } of journeys) {
  it.each(visitors)(`answers "${question}" $name`, async ({ hasScript, press, type, viewport }) => {
    const page = await website.visit(start, { javaScriptEnabled: hasScript, ...(viewport && { viewport }) })
    const main = page.locator('main')
    let clicks = 0
    async function opening(act: () => Promise<void>): Promise<void> {
      clicks += 1
      const opened = page.waitForEvent('domcontentloaded')
      await act()
      await opened
    }
    await go({
      page,
      main,
      click: target => opening(() => press(page, target)),
      async open(summary) {
        clicks += 1
        await press(page, summary)
      },
      async ask(field, text) {
        await type(page, field, text)
        await opening(() => page.keyboard.press('Enter'))
      },
    })
    const tree = await main.ariaSnapshot()
    for (const answer of answers) expect(tree).toMatch(answer)
    expect(clicks).toBeLessThanOrEqual(maxClicks)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
  })
}
