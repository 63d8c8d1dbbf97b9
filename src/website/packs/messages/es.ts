import type { PackMessages } from './en.ts'

export const es: PackMessages = {
  title: 'Paquetes sin conexión',
  description:
    'Los alimentos de este catálogo en archivos: SQLite para aplicaciones, Parquet para análisis y JSON Lines.',
  intro: 'Los alimentos de este catálogo en un solo archivo, para aplicaciones que funcionan sin conexión.',
  none: 'Todavía no hay paquetes',
  noneHint: 'El operador de este sitio aún no ha publicado ninguno. Vuelva más adelante.',
  packs: 'Paquetes',
  about:
    'Los alimentos están ordenados por popularidad y después por el índice de fiabilidad de los datos. Los paquetes ligeros contienen lo que necesita un diario de alimentos; los completos contienen todos los campos de la API, los ingredientes y otros datos. Un valor desconocido es null, nunca cero.',
  index: 'Los programas encuentran los archivos actuales en packs.json',
  openTitle: 'Abrir un paquete',
  deltas: 'Cambios',
  deltasHint:
    'Aplique estos archivos a un paquete anterior en lugar de volver a descargarlo. Cada uno se aplica al paquete con la versión del catálogo de la primera columna.',
  columns: {
    download: 'Descargar',
    country: 'País',
    fields: 'Campos',
    foods: 'Alimentos',
    size: 'Tamaño',
    date: 'Fecha',
    checksum: 'SHA-256',
    from: 'Desde la versión',
    pack: 'Paquete',
    changed: 'Modificados',
    removed: 'Eliminados',
  },
  fields: { lean: 'Ligero', full: 'Completo' },
  allCountries: 'Todos',
  downloadAs: (pack, format) => `Descargar ${pack} en ${format}`,
  license: 'Licencia',
  licenseText: license =>
    `Los paquetes se publican con la licencia ${license}. Puede usarlos, modificarlos y compartirlos, también con fines comerciales, siempre que:`,
  readLicense: 'Leer la licencia',
  credit: (text, url) => `cite la fuente allí donde muestre los datos: «${text}», con un enlace a ${url};`,
  shareAlike:
    'comparta en las mismas condiciones: si modifica la base de datos o la combina con otros datos en una nueva, ofrézcala con la misma licencia a quienes la usen.',
}
