import { formats } from '../../i18n/format.ts'
import type { PublicMessages } from './en.tsx'

const { number, plural } = formats.pl

export const pl: PublicMessages = {
  pricing: {
    title: 'Cennik',
    description:
      'Ile kosztuje API Larder: plany według liczby zapytań na minutę. Każdy plan obejmuje wszystkie produkty i wszystkie punkty końcowe.',
    heading: 'Płacisz za szybkość, nie za dane',
    lead: 'Każdy plan obejmuje wszystkie produkty i wszystkie punkty końcowe. Wybierasz tylko, ilu zapytań na minutę potrzebujesz.',
    free: 'Bezpłatnie',
    noCard: 'bez karty',
    priceAtCheckout: 'Cena widoczna przy płatności',
    priceOnRequest: 'Na zapytanie',
    recommended: 'Dla większości aplikacji',
    audience: {
      starter: 'Do wypróbowania i małych projektów.',
      pro: 'Dla aplikacji z prawdziwymi użytkownikami.',
      scale: 'Dla produktów o dużym ruchu.',
    },
    getKey: 'Uzyskaj bezpłatny klucz API',
    start: plan => `Zacznij z planem ${plan}`,
    yourPlan: 'Przejdź do swojego planu',
    contact: 'Skontaktuj się z nami',
    selfHost: 'Uruchom samodzielnie',
    requestsPerMinute: 'zapytań na minutę',
    perAddress: 'Limit liczony na adres IP',
    perAccount: 'Limit liczony na konto, łącznie dla wszystkich kluczy',
    allFoods: 'Wszystkie punkty końcowe i wszystkie produkty',
    worksWithoutKey: 'Działa też bez klucza',
    hourlyLimit: requests =>
      plural(requests, {
        one: 'Najwyżej # zapytanie na godzinę',
        few: 'Najwyżej # zapytania na godzinę',
        other: 'Najwyżej # zapytań na godzinę',
      }),
    noHourlyLimit: 'Bez limitu godzinowego',
    noDelay: 'Bez dodatkowego opóźnienia',
    keyLimits: 'Klucze API z własnymi limitami',
    usage: 'Wykorzystanie według klucza i punktu końcowego',
    everythingIn: plan => `Wszystko z planu ${plan}`,
    noOverage: 'Żadnych dopłat: zapytania ponad limit są odrzucane, a nie doliczane do rachunku.',
    pricesUnknown:
      'Nasz operator płatności nie odpowiada, dlatego brakuje tu części cen. Cenę zobaczysz przed zapłatą.',
    notSold: (
      <>
        Płatne plany nie są sprzedawane w tym serwisie; przydziela je jego operator.{' '}
        <a href="/contact">Poproś o plan</a> lub <a href="/docs/self-hosting">uruchom Larder samodzielnie</a>.
      </>
    ),
    notSoldWithoutContact: (
      <>
        Płatne plany nie są sprzedawane w tym serwisie; przydziela je jego operator. Możesz też{' '}
        <a href="/docs/self-hosting">uruchomić Larder samodzielnie</a> i ustalić limity.
      </>
    ),
    compare: 'Porównanie planów',
    feature: 'Cecha',
    noKey: 'Bez klucza',
    price: 'Cena',
    minute: 'Zapytania na minutę',
    hour: 'Zapytania na godzinę',
    counted: 'Limit liczony',
    byAddress: 'na adres IP',
    byAccount: 'na konto',
    delay: 'Dodatkowe opóźnienie',
    milliseconds: ms => `${number(ms)} ms`,
    none: 'brak',
    unlimited: 'bez limitu godzinowego',
    allFields: 'Wszystkie produkty i pola',
    keys: 'Klucze API',
    keyOptions: 'Limit i data ważności klucza',
    yes: 'Tak',
    no: 'Nie',
    questions: 'Najczęstsze pytania',
    overLimit: {
      question: 'Co się stanie po przekroczeniu limitu?',
      answer: (
        <>
          Otrzymasz odpowiedź <code>429</code> z nagłówkiem <code>Retry-After</code>, który podaje, ile sekund
          trzeba odczekać. Nic nie jest doliczane.
        </>
      ),
    },
    delayQuestion: {
      question: 'Dlaczego bezpłatne zapytania czekają?',
      answer: ms =>
        `Zapytania bez klucza i z bezpłatnym kluczem czekają ${number(ms)} ms na odpowiedź, aby klienci płacący byli obsługiwani w pierwszej kolejności.`,
    },
    commercial: {
      question: 'Czy mogę użyć danych w aplikacji komercyjnej?',
      answer: (source, license, guide) => (
        <>
          Tak. Większość produktów pochodzi z bazy {source} na licencji {license}, która wymaga podania źródła
          i udostępnienia zmienionej bazy na tych samych warunkach. {guide}.
        </>
      ),
      guide: 'Licencja i podanie źródła',
    },
    cache: {
      question: 'Czy mogę przechowywać odpowiedzi w pamięci podręcznej?',
      answer: (
        <>
          Tak. Identyfikatory produktów są stałe, a każda odpowiedź z danymi produktów ma <code>ETag</code>,
          więc sprawdzenie zmian jest tanie.
        </>
      ),
    },
    host: {
      question: 'Czy mogę uruchomić Larder samodzielnie?',
      answer: guide => (
        <>
          Tak. Larder to otwarte oprogramowanie (Apache 2.0), które potrzebuje PostgreSQL i Redis. Na własnym
          serwerze limity ustalasz samodzielnie. {guide}.
        </>
      ),
      guide: 'Jak uruchomić Larder',
    },
    change: {
      question: 'Jak zmienić plan lub z niego zrezygnować?',
      answer:
        'W panelu, w sekcji „Plan i płatności”. Płatności, faktury i rezygnację obsługują strony naszego operatora płatności.',
    },
    howMany: 'Ilu zapytań potrzebuję?',
    example: perUser =>
      plural(perUser, {
        one: 'Przykład: każdy użytkownik aplikacji wysyła # zapytanie w godzinie największego ruchu, a wszystkie przychodzą z Twojego serwera.',
        few: 'Przykład: każdy użytkownik aplikacji wysyła # zapytania w godzinie największego ruchu, równomiernie, a wszystkie przychodzą z Twojego serwera.',
        other:
          'Przykład: każdy użytkownik aplikacji wysyła # zapytań w godzinie największego ruchu, równomiernie, a wszystkie przychodzą z Twojego serwera.',
      }),
    plan: 'Plan',
    users: 'Użytkownicy w tej godzinie',
    ready: 'Zacznij bez klucza',
    readyText:
      'Wyślij pierwsze zapytanie już teraz. Klucz jest potrzebny tylko do statystyk i wyższych limitów.',
    quickStart: 'Przejdź do szybkiego startu',
  },

  about: {
    title: 'O serwisie Larder',
    description: 'Czym jest Larder, skąd pochodzą dane i kto prowadzi ten serwis.',
    lead: foods =>
      foods === 0
        ? 'Larder to otwarta baza żywności i wartości odżywczych: dla ludzi, którzy chcą wiedzieć, co jedzą, i dla aplikacji, z których korzystają.'
        : plural(foods, {
            one: 'Larder to otwarta baza wartości odżywczych z # produktem: dla ludzi, którzy chcą wiedzieć, co jedzą, i dla aplikacji, z których korzystają.',
            other:
              'Larder to otwarta baza wartości odżywczych z # produktami: dla ludzi, którzy chcą wiedzieć, co jedzą, i dla aplikacji, z których korzystają.',
          }),
    principles: 'Na czym można polegać',
    unknown: {
      title: 'Nieznane to nie zero',
      text: 'Jeśli etykieta nie podaje wartości, mówimy o tym. Nigdy nie wpisujemy w to miejsce 0.',
    },
    source: {
      title: 'Każdy produkt podaje źródło',
      text: 'Widać, skąd pochodzą wartości i kiedy je tam ostatnio zaktualizowano. Szacunki AI są oznaczone i wyglądają inaczej.',
    },
    checked: {
      title: 'Niewiarygodne wartości są wykrywane',
      text: 'Wartości, które nie mogą być prawdziwe, są usuwane lub oznaczane, a każdy produkt ma wskaźnik wiarygodności.',
    },
    private: {
      title: 'Bez śledzenia i reklam',
      text: 'Te strony nie ładują skryptów innych firm i nie używają reklamowych plików cookie.',
    },
    data: 'Skąd pochodzą dane',
    dataText: coverage => <>Katalog łączy te źródła. {coverage}.</>,
    coverage: 'Ile produktów pochodzi z każdego z nich i na ile są kompletne',
    license: 'Licencja',
    software: 'Otwarte oprogramowanie',
    softwareText:
      'Oprogramowanie tego serwisu i jego API jest otwarte, na licencji Apache 2.0. Każdy może je uruchomić.',
    sourceCode: 'Kod źródłowy',
    selfHost: 'Uruchom Larder samodzielnie',
    operator: 'Kto prowadzi ten serwis',
    operatorImprint: (imprint, contact) => (
      <>
        Informacje o operatorze zawiera {imprint}. W razie pytań {contact}.
      </>
    ),
    operatorContact: contact => <>Aby skontaktować się z operatorem, {contact}.</>,
    imprintLink: 'nota prawna',
    contactLink: 'skorzystaj ze strony kontaktowej',
  },

  contact: {
    title: 'Kontakt',
    description:
      'Jak skontaktować się z osobami prowadzącymi ten serwis i zgłosić błąd lub problem z bezpieczeństwem.',
    lead: 'Wybierz temat, aby wiadomość trafiła do właściwych osób.',
    email: 'Pytania o ten serwis, API lub konto',
    emailText: 'Napisz do nas. Jeśli zapytanie się nie powiodło, podaj jego identyfikator.',
    noEmail: 'Operator tego serwisu nie opublikował adresu e-mail.',
    imprint: link => <>Informację o tym, kto prowadzi serwis, zawiera {link}.</>,
    imprintLink: 'nota prawna',
    mistake: 'Błąd w danych produktu albo brakujący produkt',
    mistakeText: source => (
      <>
        Większość produktów pochodzi z bazy {source}, gdzie każdy może je poprawić lub dodać. Strona produktu
        prowadzi do właściwego wpisu. Poprawki pojawią się tutaj po następnym imporcie.
      </>
    ),
    software: 'Błąd w programie albo pomysł',
    softwareText: 'Utwórz zgłoszenie w repozytorium kodu źródłowego.',
    sourceCode: 'Kod źródłowy',
    security: 'Problem z bezpieczeństwem',
    securityText:
      'Prosimy o poufne zgłoszenie i o czas na usunięcie problemu przed jego opublikowaniem. Opisz, jak go odtworzyć.',
  },

  status: {
    title: 'Stan usługi',
    description:
      'Czy Larder teraz działa, kiedy ostatnio zaktualizowano katalog i ile zapytań wczoraj się nie powiodło.',
    allGood: 'Wszystko działa',
    degraded: 'Część funkcji jest ograniczona',
    databaseAway: 'Baza danych jest nieosiągalna',
    website: 'Serwis',
    database: 'Baza danych',
    redis: 'Limity i logowanie',
    up: 'Działa',
    down: 'Nieosiągalne',
    websiteText: 'Ten serwer odpowiedział na Twoje zapytanie.',
    databaseUp: 'Produkty, wyszukiwanie i konta są dostępne.',
    databaseDown:
      'Widoczne są tylko strony i odpowiedzi z pamięci podręcznej. Reszta nie działa do powrotu bazy danych.',
    redisUp: 'Limity są liczone wspólnie dla wszystkich serwerów.',
    redisDown:
      'Produkty i wyszukiwanie działają, a każdy serwer liczy limity osobno. Logowanie hasłem jest niemożliwe.',
    catalog: 'Katalog',
    foods: 'Produkty',
    changed: 'Ostatnia aktualizacja',
    synced: source => `${source}, zsynchronizowano do`,
    lastKnown: 'To ostatnie znane dane.',
    requests: 'Zapytania wczoraj',
    requestsNote: day =>
      `Dzień: ${day} (UTC). Liczone są tylko zapytania z kluczem API. Nieudane zapytanie to takie, na które serwer odpowiedział błędem (5xx).`,
    total: 'Zapytania',
    failed: 'Nieudane',
    noRequests: day => `${day} (UTC) nie było zapytań z kluczem API.`,
    perServer: time => (
      <>Sprawdzono na serwerze, który odpowiedział, {time}. Inne serwery tej instalacji mogą się różnić.</>
    ),
  },

  changelog: {
    title: 'Lista zmian',
    description:
      'Co zmieniło się w serwisie Larder: dla osób, które korzystają z API lub prowadzą własną instalację.',
    englishOnly: 'Lista zmian jest dostępna tylko po angielsku.',
  },

  legal: {
    description: {
      privacy: 'Jakie dane przetwarza ten serwis, po co i jak długo.',
      terms: 'Warunki korzystania z serwisu i jego API.',
      imprint: 'Kto prowadzi ten serwis.',
    },
    onlyIn: language => `Ten tekst jest dostępny tylko w tym języku: ${language}.`,
  },
}
