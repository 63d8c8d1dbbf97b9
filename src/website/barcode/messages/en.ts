export const en = {
  scanTitle: 'Scan a barcode',
  scanDescription: 'Scan a food’s barcode with your camera, or enter its number, to see its nutrition facts.',
  scanIntro: 'Point your camera at the barcode of a food, or enter its number.',
  cameraTitle: 'With your camera',
  cameraPreview: 'Camera preview',
  startCamera: 'Start camera',
  stopCamera: 'Stop camera',
  privacy: 'Images stay in your browser. Only the barcode number is sent.',
  allowCamera: 'Allow camera access when your browser asks.',
  pointCamera: 'Point the camera at a barcode.',
  nothingYet: 'No barcode detected. Try more light, a flat surface and a distance of about 10 cm.',
  /** The script replaces `{code}`. */
  found: 'Found {code}. Looking it up…',
  denied:
    'Camera access was denied. Enter the barcode number below, or allow camera access for this page in your browser settings.',
  noCamera: 'No camera found. Enter the barcode number below.',
  unavailable: 'The camera is unavailable; another app may be using it. Enter the barcode number below.',
  number: 'Barcode number',
  numberHint: 'The 8 to 14 digits below the bars, with or without spaces.',
  lookUp: 'Look up',

  notFound: 'Barcode not found',
  notFoundText: (code: string) => `We don’t have a food with the barcode ${code} yet.`,
  contribute: (site: string) => `You can add it on ${site}. It appears here after the next sync.`,
  addOn: (site: string) => `Add it on ${site}`,
  misread: (code: string) =>
    `The check digit of ${code} is wrong, so a digit was probably misread. Check all digits, including the first and the last.`,
  invalid: 'Invalid barcode',
  invalidText: 'A barcode has 8, 12, 13 or 14 digits and no letters. You can find the digits below the bars.',
  checkDigits: 'Check the digits',
  scanAnother: 'Scan another barcode',
  searchByName: 'Or search by name',
}

export type BarcodeMessages = typeof en
