export const en = {
  title: 'Popular foods',
  description: 'The most popular foods with their energy, protein, fat and carbohydrates.',
  lead: 'Sorted by popularity. Values are per 100 g.',
  empty: 'There are no foods yet.',
  end: 'No more foods',
  endText: 'The list ends before this page.',
  firstPage: 'Back to the first page',
}

export type PopularMessages = typeof en
