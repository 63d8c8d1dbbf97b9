import type { BarcodeMessages } from './en.ts'

export const es: BarcodeMessages = {
  scanTitle: 'Escanear un código de barras',
  scanDescription:
    'Escanee el código de barras de un alimento con la cámara, o escriba su número, para ver sus valores nutricionales.',
  scanIntro: 'Apunte la cámara al código de barras de un alimento o escriba su número.',
  cameraTitle: 'Con la cámara',
  cameraPreview: 'Vista previa de la cámara',
  startCamera: 'Iniciar la cámara',
  stopCamera: 'Detener la cámara',
  privacy: 'Las imágenes no salen de su navegador. Solo se envía el número del código de barras.',
  allowCamera: 'Permita el acceso a la cámara cuando el navegador lo solicite.',
  pointCamera: 'Apunte la cámara a un código de barras.',
  nothingYet:
    'No se ha detectado ningún código de barras. Pruebe con más luz, una superficie plana y una distancia de unos 10 cm.',
  found: '{code} detectado. Buscando…',
  denied:
    'Se ha denegado el acceso a la cámara. Escriba el número abajo o permita el acceso para esta página en los ajustes del navegador.',
  noCamera: 'No se ha encontrado ninguna cámara. Escriba el número abajo.',
  unavailable: 'La cámara no está disponible; quizá la esté usando otra aplicación. Escriba el número abajo.',
  number: 'Número del código de barras',
  numberHint: 'Los 8 a 14 dígitos debajo de las barras, con o sin espacios.',
  lookUp: 'Consultar',

  notFound: 'Código de barras no encontrado',
  notFoundText: code => `Todavía no tenemos ningún alimento con el código de barras ${code}.`,
  contribute: site => `Puede añadirlo en ${site}. Aparecerá aquí tras la próxima sincronización.`,
  addOn: site => `Añadirlo en ${site}`,
  misread: code =>
    `El dígito de control de ${code} es incorrecto: es probable que un dígito se haya leído mal. Revise todos los dígitos, incluidos el primero y el último.`,
  invalid: 'Código de barras no válido',
  invalidText:
    'Un código de barras tiene 8, 12, 13 o 14 dígitos y ninguna letra. Los dígitos están debajo de las barras.',
  checkDigits: 'Revisar los dígitos',
  scanAnother: 'Escanear otro código de barras',
  searchByName: 'O buscar por nombre',
}
