export const en = {
  title: 'Offline packs',
  description: 'The foods of this catalog as files: SQLite for apps, Parquet for analysis, and JSON Lines.',
  intro: 'The foods of this catalog in one file, for apps that work without a connection.',
  none: 'No packs yet',
  noneHint: 'The operator of this site has not published any. Check back later.',
  packs: 'Packs',
  about:
    'Foods are sorted by popularity, then by confidence score. Lean packs have what a food diary needs; full packs have every field of the API, ingredients and other details. An unknown value is null, never zero.',
  index: 'Programs find the current files in packs.json',
  openTitle: 'Open a pack',
  deltas: 'Changes',
  deltasHint:
    'Apply these files to an earlier pack instead of downloading it again. Each one applies to the pack with the catalog version in its first column.',
  columns: {
    download: 'Download',
    country: 'Country',
    fields: 'Fields',
    foods: 'Foods',
    size: 'Size',
    date: 'Date',
    checksum: 'SHA-256',
    from: 'From version',
    pack: 'Pack',
    changed: 'Changed',
    removed: 'Removed',
  },
  fields: { lean: 'Lean', full: 'Full' } as Record<string, string>,
  allCountries: 'All',
  downloadAs: (pack: string, format: string) => `Download ${pack} as ${format}`,
  license: 'License',
  licenseText: (license: string) =>
    `The packs are licensed under the ${license}. You may use, change and share them, including commercially, if you:`,
  readLicense: 'Read the license',
  credit: (text: string, url: string) =>
    `Give credit wherever you show the data: “${text}”, with a link to ${url}.`,
  shareAlike:
    'Share alike: if you change the database or combine it with other data to form a new database, offer that database under the same license to those who use it.',
}

export type PackMessages = typeof en
