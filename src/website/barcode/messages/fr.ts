import type { BarcodeMessages } from './en.ts'

export const fr: BarcodeMessages = {
  scanTitle: 'Scanner un code-barres',
  scanDescription:
    'Scannez le code-barres d’un aliment avec votre appareil photo, ou saisissez son numéro, pour voir ses valeurs nutritionnelles.',
  scanIntro: 'Visez le code-barres d’un aliment avec votre appareil photo, ou saisissez son numéro.',
  cameraTitle: 'Avec l’appareil photo',
  cameraPreview: 'Aperçu de l’appareil photo',
  startCamera: 'Démarrer l’appareil photo',
  stopCamera: 'Arrêter l’appareil photo',
  privacy: 'Les images restent dans votre navigateur. Seul le numéro du code-barres est envoyé.',
  allowCamera: 'Autorisez l’accès à l’appareil photo lorsque votre navigateur le demande.',
  pointCamera: 'Visez un code-barres.',
  nothingYet:
    'Aucun code-barres détecté. Essayez avec plus de lumière, une surface plane et une distance d’environ 10\u00a0cm.',
  found: '{code} détecté. Recherche en cours…',
  denied:
    'L’accès à l’appareil photo a été refusé. Saisissez le numéro ci-dessous ou autorisez l’accès pour cette page dans les réglages de votre navigateur.',
  noCamera: 'Aucun appareil photo trouvé. Saisissez le numéro ci-dessous.',
  unavailable:
    'L’appareil photo n’est pas disponible\u00a0; une autre application l’utilise peut-être. Saisissez le numéro ci-dessous.',
  number: 'Numéro du code-barres',
  numberHint: 'Les 8 à 14 chiffres sous les barres, avec ou sans espaces.',
  lookUp: 'Rechercher',

  notFound: 'Code-barres introuvable',
  notFoundText: code => `Nous n’avons pas encore d’aliment avec le code-barres ${code}.`,
  contribute: site =>
    `Vous pouvez l’ajouter sur ${site}. Il apparaîtra ici après la prochaine synchronisation.`,
  addOn: site => `L’ajouter sur ${site}`,
  misread: code =>
    `La clé de contrôle de ${code} est fausse\u00a0: un chiffre a sans doute été mal lu. Vérifiez tous les chiffres, y compris le premier et le dernier.`,
  invalid: 'Code-barres non valide',
  invalidText:
    'Un code-barres comporte 8, 12, 13 ou 14 chiffres et aucune lettre. Les chiffres figurent sous les barres.',
  checkDigits: 'Vérifier les chiffres',
  scanAnother: 'Scanner un autre code-barres',
  searchByName: 'Ou rechercher par nom',
}
