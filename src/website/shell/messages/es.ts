import type { ShellMessages } from './en.ts'

export const es: ShellMessages = {
  flash: {
    'signed-up': 'Le damos la bienvenida. Su cuenta está lista. Cree una clave de API para empezar.',
    'signed-up-confirm':
      'Le damos la bienvenida. Su cuenta está lista. Para confirmar su correo, abra el enlace que le hemos enviado.',
    'signed-out': 'Ha cerrado la sesión.',
    'email-sent':
      'Le hemos enviado un enlace de confirmación. Ábralo en las próximas 24 horas para confirmar su correo.',
    'email-confirmed': 'Su correo está confirmado.',
    'email-removed': 'Su correo se ha eliminado. Se han cerrado todas las demás sesiones.',
    'email-changed': 'Su correo se ha cambiado. Se han cerrado todas las demás sesiones.',
    'email-change-cancelled':
      'El cambio de su correo se ha cancelado. Si no lo solicitó usted, restablezca su contraseña ahora.',
    'reset-sent':
      'Si esta dirección pertenece a una cuenta, hemos enviado un enlace para restablecer la contraseña. El enlace es válido durante una hora.',
    'password-reset': 'Su contraseña se ha restablecido. Inicie sesión con la nueva.',
    'password-changed': 'Su contraseña se ha cambiado. Se han cerrado todas las demás sesiones.',
    'two-factor-off':
      'La autenticación en dos pasos está desactivada. Se han cerrado todas las demás sesiones.',
    'passkey-added': 'La llave de acceso se ha añadido. Ya puede iniciar sesión con ella.',
    'passkey-removed': 'La llave de acceso se ha eliminado. Se han cerrado todas las demás sesiones.',
    reauthenticated: 'Confirmado. Puede continuar durante los próximos cinco minutos.',
    'session-ended': 'La sesión se ha cerrado.',
    'sessions-ended': 'Se han cerrado todas las demás sesiones.',
    'provider-linked': 'El proveedor se ha vinculado. Ya puede iniciar sesión con él.',
    'provider-unlinked': 'El proveedor se ha desvinculado.',
    'language-changed': 'El idioma de sus correos se ha cambiado.',
    'key-updated': 'Cambios guardados.',
    'key-revoked': 'La clave de API se ha revocado.',
    'plan-active': 'Gracias. Su plan está activo.',
    'payment-pending':
      'Estamos confirmando su pago. Su plan cambiará en cuanto nuestro proveedor de pagos lo comunique.',
    'account-deleted': 'Su cuenta y todos sus datos se han eliminado.',
  },
  optional: '(opcional)',
  show: 'Mostrar',
  hide: 'Ocultar',
  showPassword: 'Mostrar la contraseña',
  hidePassword: 'Ocultar la contraseña',
  charactersMissing: { one: 'Falta 1 carácter.', other: 'Faltan # caracteres.' },
  formExpired: {
    title: 'Este formulario ha caducado',
    what: 'Sus cambios no se han guardado. Puede que haya iniciado o cerrado sesión en otra pestaña, o que el formulario no se haya enviado desde este sitio.',
    advice:
      'Vuelva atrás, recargue la página e inténtelo de nuevo. Compruebe que las cookies están permitidas y que usa esta dirección:',
    toAccount: 'Ir a su cuenta',
  },
  continueTo: {
    title: destination => `Continuar a ${destination}`,
    text: 'Redirigiendo. Si no ocurre nada, use el botón.',
  },
}
