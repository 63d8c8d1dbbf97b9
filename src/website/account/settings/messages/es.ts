import type { SettingsMessages } from './en.ts'

export const es: SettingsMessages = {
  title: 'Ajustes',
  lead: 'Su cuenta, sus datos y los correos que enviamos.',
  back: 'Volver a los ajustes',
  account: 'Cuenta',
  username: 'Nombre de usuario',
  memberSince: 'Cuenta creada el',
  email: 'Correo electrónico',
  noEmail: 'Ninguno',
  confirmed: 'Confirmado',
  notConfirmed: 'No confirmado',
  change: 'Cambiar',
  changeEmail: 'Cambiar el correo',
  add: 'Añadir',
  addEmail: 'Añadir un correo',

  language: {
    title: 'Idioma de los correos',
    lead: 'Los avisos de seguridad, los recordatorios y los enlaces se envían en este idioma.',
    label: 'Idioma',
    save: 'Guardar',
  },
  data: {
    title: 'Sus datos',
    lead: 'Descargue todo lo que guardamos sobre su cuenta en un archivo JSON: claves de API (sin secretos), uso, sesiones, proveedores vinculados y actividad.',
    download: 'Descargar datos',
  },
  deletion: {
    title: 'Eliminar la cuenta',
    lead: 'Elimina definitivamente su cuenta y todos sus datos. Sus claves de API dejan de funcionar de inmediato.',
    link: 'Eliminar la cuenta',
    confirmTitle: '¿Eliminar la cuenta?',
    confirmLead:
      'Sus claves de API, sus datos de uso y su actividad se eliminarán definitivamente. Esta acción no se puede deshacer.',
    downloadFirst: 'Descargar antes sus datos',
    typeName: name => `Escriba ${name} para confirmar`,
    submit: 'Eliminar la cuenta',
  },
  emailPage: {
    title: 'Correo electrónico',
    none: 'No ha añadido ningún correo. Añada uno para poder restablecer su contraseña si la olvida.',
    changeTitle: 'Cambiar el correo',
    addTitle: 'Añadir un correo',
    lead: 'Enviaremos un enlace de confirmación a la nueva dirección. Su dirección confirmada sigue activa hasta que abra el enlace y recibe un aviso con un enlace que cancela el cambio.',
    newEmail: 'Nuevo correo electrónico',
    submit: 'Enviar enlace de confirmación',
    notAvailable: 'Este servicio no envía correos.',
    removeTitle: 'Eliminar el correo',
    removeLead: 'Sin correo no podrá restablecer una contraseña olvidada.',
    remove: 'Eliminar el correo',
  },
}
