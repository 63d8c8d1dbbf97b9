// Name, email, language of mails, data and deletion of an account.
export const en = {
  title: 'Settings',
  lead: 'Your account, your data and the emails we send.',
  back: 'Back to settings',
  account: 'Account',
  username: 'Username',
  memberSince: 'Member since',
  email: 'Email',
  noEmail: 'None',
  confirmed: 'Confirmed',
  notConfirmed: 'Not confirmed',
  change: 'Change',
  changeEmail: 'Change email',
  add: 'Add',
  addEmail: 'Add email',

  language: {
    title: 'Email language',
    lead: 'We send security notices, reminders and links in this language.',
    label: 'Language',
    save: 'Save',
  },
  data: {
    title: 'Your data',
    lead: 'Download everything we store about your account as a JSON file: API keys (without secrets), usage, sessions, linked providers and activity.',
    download: 'Download data',
  },
  deletion: {
    title: 'Delete account',
    lead: 'Permanently deletes your account and all its data. Your API keys stop working immediately.',
    link: 'Delete account',
    confirmTitle: 'Delete account?',
    confirmLead: 'Your API keys, usage and activity will be deleted permanently. This cannot be undone.',
    downloadFirst: 'Download your data first',
    typeName: (name: string) => `Type ${name} to confirm`,
    submit: 'Delete account',
  },
  emailPage: {
    title: 'Email',
    none: 'You haven’t added an email. Add one so that you can reset your password if you forget it.',
    changeTitle: 'Change email',
    addTitle: 'Add email',
    lead: 'We’ll send a confirmation link to the new address. Your current confirmed address stays active until you open the link, and receives a notice with a link that cancels the change.',
    newEmail: 'New email',
    submit: 'Send confirmation link',
    notAvailable: 'Email is not available on this service.',
    removeTitle: 'Remove email',
    removeLead: 'Without an email you cannot reset a forgotten password.',
    remove: 'Remove email',
  },
}

export type SettingsMessages = typeof en
