/** How many foods were right when they were read one by one (data/confidence-verdicts.tsv), by tenth of confidence. */
export const reliability = [
  { from: 0.3, foods: 40, right: 9, doubtful: 0 },
  { from: 0.4, foods: 39, right: 13, doubtful: 0 },
  { from: 0.5, foods: 40, right: 37, doubtful: 0 },
  { from: 0.6, foods: 39, right: 35, doubtful: 0 },
  { from: 0.9, foods: 200, right: 179, doubtful: 17 },
] as const
