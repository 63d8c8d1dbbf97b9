import type { PackMessages } from './en.ts'

export const fr: PackMessages = {
  title: 'Packs hors ligne',
  description:
    'Les aliments de ce catalogue sous forme de fichiers\u00a0: SQLite pour les applications, Parquet pour l’analyse et JSON Lines.',
  intro:
    'Les aliments de ce catalogue dans un seul fichier, pour les applications qui fonctionnent sans connexion.',
  none: 'Aucun pack pour l’instant',
  noneHint: 'L’exploitant de ce site n’en a pas encore publié. Revenez plus tard.',
  packs: 'Packs',
  about:
    'Les aliments sont triés par popularité, puis par indice de fiabilité. Les packs légers contiennent ce qu’il faut à un journal alimentaire\u00a0; les packs complets contiennent tous les champs de l’API, les ingrédients et d’autres informations. Une valeur inconnue vaut null, jamais zéro.',
  index: 'Les programmes trouvent les fichiers actuels dans packs.json',
  openTitle: 'Ouvrir un pack',
  deltas: 'Modifications',
  deltasHint:
    'Appliquez ces fichiers à un pack antérieur au lieu de le télécharger à nouveau. Chacun s’applique au pack dont la version du catalogue figure dans la première colonne.',
  columns: {
    download: 'Télécharger',
    country: 'Pays',
    fields: 'Champs',
    foods: 'Aliments',
    size: 'Taille',
    date: 'Date',
    checksum: 'SHA-256',
    from: 'Depuis la version',
    pack: 'Pack',
    changed: 'Modifiés',
    removed: 'Supprimés',
  },
  fields: { lean: 'Léger', full: 'Complet' },
  allCountries: 'Tous',
  downloadAs: (pack, format) => `Télécharger ${pack} au format ${format}`,
  license: 'Licence',
  licenseText: license =>
    `Les packs sont placés sous la licence ${license}. Vous pouvez les utiliser, les modifier et les partager, y compris à des fins commerciales, à condition de\u00a0:`,
  readLicense: 'Lire la licence',
  credit: (text, url) =>
    `citer la source partout où vous affichez les données\u00a0: «\u00a0${text}\u00a0», avec un lien vers ${url}\u00a0;`,
  shareAlike:
    'partager à l’identique\u00a0: si vous modifiez la base ou la combinez avec d’autres données dans une nouvelle base, proposez celle-ci sous la même licence à ceux qui l’utilisent.',
}
