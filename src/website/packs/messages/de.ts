import type { PackMessages } from './en.ts'

export const de: PackMessages = {
  title: 'Offline-Pakete',
  description:
    'Die Lebensmittel dieses Katalogs als Dateien: SQLite für Apps, Parquet für Auswertungen und JSON Lines.',
  intro:
    'Die Lebensmittel dieses Katalogs in einer Datei, für Apps, die ohne Internetverbindung funktionieren.',
  none: 'Noch keine Pakete',
  noneHint: 'Der Betreiber dieser Website hat noch keine veröffentlicht. Schauen Sie später wieder vorbei.',
  packs: 'Pakete',
  about:
    'Die Lebensmittel sind nach Beliebtheit sortiert, dann nach der Verlässlichkeit der Daten. Schlanke Pakete enthalten, was ein Ernährungstagebuch braucht; volle Pakete enthalten jedes Feld der API, Zutaten und weitere Angaben. Ein unbekannter Wert ist null (leer), nie 0.',
  index: 'Programme finden die aktuellen Dateien in packs.json',
  openTitle: 'Ein Paket öffnen',
  deltas: 'Änderungen',
  deltasHint:
    'Wenden Sie diese Dateien auf ein früheres Paket an, statt es neu herunterzuladen. Jede gilt für das Paket mit der Katalogversion in der ersten Spalte.',
  columns: {
    download: 'Download',
    country: 'Land',
    fields: 'Felder',
    foods: 'Lebensmittel',
    size: 'Größe',
    date: 'Datum',
    checksum: 'SHA-256',
    from: 'Von Version',
    pack: 'Paket',
    changed: 'Geändert',
    removed: 'Entfernt',
  },
  fields: { lean: 'Schlank', full: 'Voll' },
  allCountries: 'Alle',
  downloadAs: (pack, format) => `${pack} als ${format} herunterladen`,
  license: 'Lizenz',
  licenseText: license =>
    `Die Pakete stehen unter der ${license}. Sie dürfen sie nutzen, ändern und weitergeben, auch kommerziell, wenn Sie:`,
  readLicense: 'Lizenz lesen',
  credit: (text, url) =>
    `die Quelle nennen, wo immer Sie die Daten zeigen: „${text}“, mit einem Link zu ${url};`,
  shareAlike:
    'unter gleichen Bedingungen weitergeben: Wenn Sie die Datenbank ändern oder mit anderen Daten zu einer neuen verbinden, bieten Sie diese ihren Nutzern unter derselben Lizenz an.',
}
