import type { MailMessages } from './en.ts'

export const pl: MailMessages = {
  tagline: 'Larder, otwarte dane o wartościach odżywczych',
  docs: 'Dokumentacja',
  accountFooter: account => `Ta wiadomość dotyczy Twojego konta Larder ${account}.`,
  buttonFallback: 'Jeśli przycisk nie działa, otwórz ten adres:',
  facts: {
    account: 'Konto',
    time: 'Czas',
    by: 'Kto',
    ipAddress: 'Adres IP',
    browser: 'Przeglądarka',
    recoveryCodesLeft: 'Pozostałe kody odzyskiwania',
    passkey: 'Klucz dostępu',
    key: 'Klucz',
    provider: 'Dostawca',
    newAddress: 'Nowy adres',
  },
  actors: { 'account key': 'Twój klucz konta', operator: 'Operator tej usługi' },
  unknownBrowser: 'Nieznana przeglądarka',
  notYou: 'Jeśli to Ty, nie musisz nic robić. Jeśli nie, wybierz teraz nowe hasło.',
  choosePassword: 'Wybierz nowe hasło',
  thenReview: 'Następnie sprawdź klucze API, klucze dostępu i połączonych dostawców:',
  cancelIfNotYou: 'Jeśli to Ty, nie musisz nic robić. Jeśli nie, anuluj zmianę.',
  cancelChange: 'Anuluj zmianę',
  thenPassword: 'Następnie wybierz nowe hasło, bo ktoś zna Twoje lub korzysta z Twojej przeglądarki:',
  signIn: 'Zaloguj się',
  emailNotYou:
    'Jeśli to nie Twoja zmiana, zaloguj się i zmień hasło lub skontaktuj się z operatorem tej usługi.',
  manageKeys: 'Zarządzaj kluczami API',
  viewPlan: 'Zobacz plan',
  checkPayment: 'Sprawdź dane płatności',
  viewUsage: 'Zobacz wykorzystanie',
  atMostWeekly: 'Wysyłamy tę wiadomość najwyżej raz w tygodniu.',

  confirm: {
    subject: 'Potwierdź adres e-mail w serwisie Larder',
    heading: 'Potwierdź adres e-mail',
    intro: account => `Cześć, ${account}. Potwierdź ten adres dla swojego konta Larder.`,
    button: 'Potwierdź adres',
    validity: 'Link działa przez 24 godziny.',
    ignore: 'To nie Twoja prośba? Zignoruj tę wiadomość. Bez potwierdzenia adres nie będzie używany.',
  },
  reset: {
    subject: 'Zresetuj hasło w serwisie Larder',
    heading: 'Zresetuj hasło',
    intro: account => `Cześć, ${account}. Otrzymaliśmy prośbę o zresetowanie hasła do Twojego konta Larder.`,
    button: 'Wybierz nowe hasło',
    validity: 'Link działa raz, przez godzinę.',
    ignore: 'To nie Twoja prośba? Zignoruj tę wiadomość. Hasło się nie zmieniło.',
  },
  newDevice: {
    subject: 'Nowe logowanie do konta Larder',
    heading: 'Nowe logowanie',
    intro: 'Ktoś zalogował się na Twoje konto z przeglądarki, której wcześniej tu nie używano.',
  },
  passwordSet: {
    subject: 'Ustawiono hasło do konta Larder',
    heading: 'Ustawiono hasło',
    intro: 'Dla Twojego konta ustawiono hasło. Można się nim teraz logować.',
  },
  passwordChanged: {
    subject: 'Zmieniono hasło do konta Larder',
    heading: 'Zmieniono hasło',
    intro: 'Hasło do Twojego konta zostało zmienione, a wszystkie inne sesje zakończone.',
  },
  twoFactorOn: {
    subject: 'Włączono uwierzytelnianie dwuskładnikowe w serwisie Larder',
    heading: 'Włączono uwierzytelnianie dwuskładnikowe',
    intro: 'Logowanie do Twojego konta wymaga teraz drugiego kroku.',
  },
  twoFactorOff: {
    subject: 'Wyłączono uwierzytelnianie dwuskładnikowe w serwisie Larder',
    heading: 'Wyłączono uwierzytelnianie dwuskładnikowe',
    intro: 'Logowanie do Twojego konta nie wymaga już drugiego kroku.',
  },
  recoveryCodeUsed: {
    subject: 'Użyto kodu odzyskiwania w serwisie Larder',
    heading: 'Użyto kodu odzyskiwania',
    intro: 'Kodu odzyskiwania użyto do logowania lub potwierdzenia zmiany.',
  },
  passkeyAdded: {
    subject: 'Dodano klucz dostępu do konta Larder',
    heading: 'Dodano klucz dostępu',
    intro: 'Do Twojego konta dodano klucz dostępu.',
  },
  passkeyRemoved: {
    subject: 'Usunięto klucz dostępu z konta Larder',
    heading: 'Usunięto klucz dostępu',
    intro: 'Z Twojego konta usunięto klucz dostępu.',
  },
  keyCreated: {
    subject: 'Utworzono klucz API Larder',
    heading: 'Utworzono klucz API',
    intro: 'Dla Twojego konta utworzono klucz API.',
  },
  keyRotated: {
    subject: 'Wymieniono klucz API Larder',
    heading: 'Wymieniono klucz API',
    intro: 'Klucz API Twojego konta zastąpiono nowym.',
  },
  providerLinked: {
    subject: 'Połączono dostawcę z kontem Larder',
    heading: 'Połączono dostawcę',
    intro: 'Z Twoim kontem połączono dostawcę logowania. Można się teraz przez niego logować.',
  },
  providerUnlinked: {
    subject: 'Odłączono dostawcę od konta Larder',
    heading: 'Odłączono dostawcę',
    intro: 'Od Twojego konta odłączono dostawcę logowania. Nie można się już przez niego logować.',
  },
  emailChangeRequested: {
    subject: 'Poproszono o zmianę adresu e-mail w serwisie Larder',
    heading: 'Prośba o zmianę adresu e-mail',
    intro:
      'Ktoś poprosił o zmianę adresu e-mail Twojego konta. Zmieni się on po potwierdzeniu nowego adresu.',
  },
  emailChanged: {
    subject: 'Zmieniono adres e-mail w serwisie Larder',
    heading: 'Zmieniono adres e-mail',
    intro: 'Adres e-mail Twojego konta został zmieniony. Na ten adres nie będziemy już pisać.',
  },
  emailRemoved: {
    subject: 'Usunięto adres e-mail w serwisie Larder',
    heading: 'Usunięto adres e-mail',
    intro: 'Adres e-mail Twojego konta został usunięty. Na ten adres nie będziemy już pisać.',
  },
  accountRecovered: {
    subject: 'Przywrócono dostęp do konta Larder',
    heading: 'Przywrócono dostęp',
    intro:
      'Operator tej usługi dał dostęp do Twojego konta komuś, kto nie mógł się już zalogować. Jeśli to nie Ty, skontaktuj się z operatorem.',
  },
  accountSuspended: {
    subject: 'Zawieszono konto Larder',
    heading: 'Zawieszono konto',
    intro:
      'Operator tej usługi zawiesił Twoje konto. Jego sesje i klucze API już nie działają. W razie pytań skontaktuj się z operatorem.',
  },
  keyExpiring: (key, account, at) => ({
    subject: `Klucz API Larder ${key} wkrótce wygaśnie`,
    heading: 'Klucz API wkrótce wygaśnie',
    intro: `Klucz API ${key} Twojego konta ${account} wygaśnie ${at}. Zapytania z nim będą wtedy odrzucane. Przedłuż go lub zastąp innym.`,
  }),
  planChanged: (plan, account, until) => ({
    subject: `Twój plan Larder to teraz ${plan}`,
    heading: `Twój plan to teraz ${plan}`,
    intro: `Plan Twojego konta ${account} to teraz ${plan}${until === undefined ? '' : `, do ${until}`}.`,
  }),
  paymentFailed: (plan, account, until) => ({
    subject: 'Płatność za Larder nie powiodła się',
    heading: 'Płatność nie powiodła się',
    intro: `Płatność za plan ${plan} Twojego konta ${account} nie powiodła się. ${until === undefined ? 'Sprawdź dane płatności, aby zachować plan.' : `Plan pozostaje aktywny do ${until}. Potem konto przechodzi na plan Starter. Aby zachować obecny plan, sprawdź dane płatności.`}`,
  }),
  limitReached: ({ percent, limit, window, keyName, accountName, isExhausted }) => ({
    subject: `Wykorzystano ${percent} limitu Larder`,
    heading: `Wykorzystano ${percent} limitu`,
    intro: `${keyName === null ? `Twoje konto ${accountName}` : `Klucz API ${keyName} Twojego konta ${accountName}`}: wykorzystano ${percent} limitu ${limit} zapytań na ${window === 'minute' ? 'minutę' : 'godzinę'}.${isExhausted ? ` Kolejne zapytania w tej samej ${window === 'minute' ? 'minucie' : 'godzinie'} są odrzucane ze statusem 429.` : ''}`,
  }),
}
