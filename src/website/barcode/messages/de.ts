import type { BarcodeMessages } from './en.ts'

export const de: BarcodeMessages = {
  scanTitle: 'Barcode scannen',
  scanDescription:
    'Scannen Sie den Barcode eines Lebensmittels mit der Kamera oder geben Sie seine Nummer ein, um die Nährwerte zu sehen.',
  scanIntro: 'Richten Sie die Kamera auf den Barcode eines Lebensmittels oder geben Sie seine Nummer ein.',
  cameraTitle: 'Mit der Kamera',
  cameraPreview: 'Kameravorschau',
  startCamera: 'Kamera einschalten',
  stopCamera: 'Kamera ausschalten',
  privacy: 'Die Bilder bleiben in Ihrem Browser. Nur die Nummer des Barcodes wird gesendet.',
  allowCamera: 'Erlauben Sie den Kamerazugriff, wenn Ihr Browser danach fragt.',
  pointCamera: 'Richten Sie die Kamera auf einen Barcode.',
  nothingYet:
    'Kein Barcode erkannt. Versuchen Sie es mit mehr Licht, einer ebenen Fläche und etwa 10 cm Abstand.',
  found: '{code} erkannt. Wird nachgeschlagen\u00a0…',
  denied:
    'Der Kamerazugriff wurde verweigert. Geben Sie die Nummer unten ein oder erlauben Sie den Zugriff für diese Seite in den Einstellungen Ihres Browsers.',
  noCamera: 'Keine Kamera gefunden. Geben Sie die Nummer unten ein.',
  unavailable:
    'Die Kamera ist nicht verfügbar; vielleicht verwendet sie eine andere App. Geben Sie die Nummer unten ein.',
  number: 'Barcode-Nummer',
  numberHint: 'Die 8 bis 14 Ziffern unter den Strichen, mit oder ohne Leerzeichen.',
  lookUp: 'Nachschlagen',

  notFound: 'Barcode nicht gefunden',
  notFoundText: code => `Wir haben noch kein Lebensmittel mit dem Barcode ${code}.`,
  contribute: site => `Sie können es auf ${site} hinzufügen. Nach dem nächsten Abgleich erscheint es hier.`,
  addOn: site => `Auf ${site} hinzufügen`,
  misread: code =>
    `Die Prüfziffer von ${code} ist falsch; vermutlich wurde eine Ziffer falsch gelesen. Prüfen Sie alle Ziffern, auch die erste und die letzte.`,
  invalid: 'Ungültiger Barcode',
  invalidText:
    'Ein Barcode hat 8, 12, 13 oder 14 Ziffern und keine Buchstaben. Die Ziffern stehen unter den Strichen.',
  checkDigits: 'Ziffern prüfen',
  scanAnother: 'Anderen Barcode scannen',
  searchByName: 'Oder nach Namen suchen',
}
