// Pricing, about, contact, status, changelog and the legal pages.
import type { ComponentChildren } from 'preact'
import { formats } from '../../i18n/format.ts'

const { number, plural } = formats.en

export const en = {
  pricing: {
    title: 'Pricing',
    description:
      'What the Larder API costs: plans by requests per minute. Every plan has every food and every endpoint.',
    heading: 'Pay for speed, not for data',
    lead: 'Every plan has every food and every endpoint. You choose how many requests per minute you need.',
    free: 'Free',
    noCard: 'no card needed',
    priceAtCheckout: 'Price shown at checkout',
    priceOnRequest: 'On request',
    recommended: 'For most apps',
    audience: {
      starter: 'For trying it out and small projects.',
      pro: 'For apps with real users.',
      scale: 'For high-traffic products.',
    },
    getKey: 'Get a free API key',
    start: (plan: string) => `Start with ${plan}`,
    yourPlan: 'Go to your plan',
    contact: 'Contact us',
    selfHost: 'Host it yourself',
    requestsPerMinute: 'requests per minute',
    perAddress: 'Limit counted per IP address',
    perAccount: 'Limit counted per account, across all keys',
    allFoods: 'All endpoints and all foods',
    worksWithoutKey: 'Also works without a key',
    hourlyLimit: (requests: number) =>
      plural(requests, { one: 'At most # request per hour', other: 'At most # requests per hour' }),
    noHourlyLimit: 'No hourly limit',
    noDelay: 'No fairness delay',
    keyLimits: 'API keys with their own limits',
    usage: 'Usage by key and endpoint',
    everythingIn: (plan: string) => `Everything in ${plan}`,
    noOverage: 'No overage charges: above the limit, requests are refused, not billed.',
    pricesUnknown:
      'Our payment provider is not responding, so some prices are missing here. You see the price before you pay.',
    notSold: (
      <>
        Paid plans are not sold on this website; its operator assigns them. <a href="/contact">Ask for one</a>{' '}
        or <a href="/docs/self-hosting">host Larder yourself</a>.
      </>
    ),
    notSoldWithoutContact: (
      <>
        Paid plans are not sold on this website; its operator assigns them. You can also{' '}
        <a href="/docs/self-hosting">host Larder yourself</a> and set the limits.
      </>
    ),
    compare: 'Compare plans',
    feature: 'Feature',
    noKey: 'No key',
    price: 'Price',
    minute: 'Requests per minute',
    hour: 'Requests per hour',
    counted: 'Limit counted',
    byAddress: 'per IP address',
    byAccount: 'per account',
    delay: 'Fairness delay',
    milliseconds: (ms: number) => `${number(ms)} ms`,
    none: 'none',
    unlimited: 'no hourly limit',
    allFields: 'All foods and fields',
    keys: 'API keys',
    keyOptions: 'Limit and expiry per key',
    yes: 'Yes',
    no: 'No',
    questions: 'Frequently asked questions',
    overLimit: {
      question: 'What happens when I go over the limit?',
      answer: (
        <>
          You get a <code>429</code> response with a <code>Retry-After</code> header that says how many
          seconds to wait. Nothing is billed.
        </>
      ),
    },
    delayQuestion: {
      question: 'What is the fairness delay?',
      answer: (ms: number) =>
        `Requests without a key or with a free key wait ${number(ms)} ms before they are answered, so that paying customers are served first.`,
    },
    commercial: {
      question: 'Can I use the data in a commercial app?',
      answer: (source: string, license: string, guide: ComponentChildren) => (
        <>
          Yes. Most foods come from {source} under the {license}, which requires you to credit the source and
          to share a changed database under the same license. {guide}.
        </>
      ),
      guide: 'License and credit',
    },
    cache: {
      question: 'Can I cache responses?',
      answer: (
        <>
          Yes. Food IDs are stable, and every response with food data has an <code>ETag</code>, so checking
          for changes is cheap.
        </>
      ),
    },
    host: {
      question: 'Can I host Larder myself?',
      answer: (guide: ComponentChildren) => (
        <>
          Yes. Larder is open source (Apache 2.0) and needs PostgreSQL and Redis. On your own server, you set
          the limits. {guide}.
        </>
      ),
      guide: 'How to host Larder',
    },
    change: {
      question: 'How do I change or cancel a plan?',
      answer:
        'In your dashboard under Plan and billing. Payment, invoices and cancellation are on the pages of our payment provider.',
    },
    howMany: 'How many requests do I need?',
    example: (perUser: number) =>
      `For example: each user of your app makes ${number(perUser)} requests in the busiest hour of the day, spread evenly, and all of them come from your server.`,
    plan: 'Plan',
    users: 'Users in that hour',
    ready: 'Start without a key',
    readyText: 'Send your first request now. You need a key only for usage figures and higher limits.',
    quickStart: 'Read the quick start',
  },

  about: {
    title: 'About Larder',
    description: 'What Larder is, where its data comes from and who runs this website.',
    lead: (foods: number) =>
      foods === 0
        ? 'Larder is an open food and nutrition database, for people who want to know what is in their food and for the apps they use.'
        : `Larder is an open food and nutrition database with ${number(foods)} foods, for people who want to know what is in their food and for the apps they use.`,
    principles: 'What you can rely on',
    unknown: {
      title: 'Unknown is not zero',
      text: 'If a label does not state a value, we say so. We never fill the gap with a 0.',
    },
    source: {
      title: 'Every food names its source',
      text: 'You see where the values come from and when they were last updated there. AI estimates are marked and look different.',
    },
    checked: {
      title: 'Implausible values are caught',
      text: 'Values that cannot be right are dropped or flagged, and every food has a confidence score.',
    },
    private: {
      title: 'No trackers, no ads',
      text: 'These pages load no scripts from other companies and set no advertising cookies.',
    },
    data: 'Where the data comes from',
    dataText: (coverage: ComponentChildren) => <>The catalog combines these sources. {coverage}.</>,
    coverage: 'How many foods come from each of them, and how complete they are',
    license: 'License',
    software: 'Open source',
    softwareText:
      'The software that runs this website and its API is open source under the Apache License 2.0. Anyone can run it.',
    sourceCode: 'Source code',
    selfHost: 'Host Larder yourself',
    operator: 'Who runs this website',
    operatorImprint: (imprint: ComponentChildren, contact: ComponentChildren) => (
      <>
        See the {imprint}, or {contact}.
      </>
    ),
    operatorContact: (contact: ComponentChildren) => <>To reach the operator, {contact}.</>,
    imprintLink: 'imprint',
    contactLink: 'use the contact page',
  },

  contact: {
    title: 'Contact',
    description:
      'How to reach the people who run this website, and how to report a mistake or a security problem.',
    lead: 'Choose what your message is about, so that it reaches the right people.',
    email: 'Questions about this website, the API or your account',
    emailText: 'Write to us. If a request failed, include its request ID.',
    noEmail: 'The operator of this website has not published an email address.',
    imprint: (link: ComponentChildren) => <>The {link} names the operator.</>,
    imprintLink: 'imprint',
    mistake: 'A mistake in a food, or a missing product',
    mistakeText: (source: ComponentChildren) => (
      <>
        Most products come from {source}, where anyone can correct or add them. The food page links to the
        right record. Corrections appear here after the next import.
      </>
    ),
    software: 'A bug or an idea',
    softwareText: 'Open an issue in the repository of the source code.',
    sourceCode: 'Source code',
    security: 'A security problem',
    securityText:
      'Please report it privately and give us time to fix it before you publish it. Include the steps to reproduce it.',
  },

  status: {
    title: 'Status',
    description:
      'Whether Larder is working right now, when its catalog was last updated, and how many requests failed yesterday.',
    allGood: 'Everything is working',
    degraded: 'Some features are limited',
    databaseAway: 'The database cannot be reached',
    website: 'Website',
    database: 'Database',
    redis: 'Rate limits and sign-in',
    up: 'Working',
    down: 'Not reachable',
    websiteText: 'This server answered your request.',
    databaseUp: 'Foods, search and accounts are available.',
    databaseDown:
      'Only pages and responses that are still cached are shown. Everything else fails until the database is back.',
    redisUp: 'Limits are counted for all servers together.',
    redisDown:
      'Foods and search work, and each server counts limits on its own. Signing in with a password is not possible.',
    catalog: 'Catalog',
    foods: 'Foods',
    changed: 'Last updated',
    synced: (source: string) => `${source} synced up to`,
    lastKnown: 'These are the last known figures.',
    requests: 'Requests yesterday',
    requestsNote: (day: string) =>
      `On ${day} (UTC), with an API key. Requests without a key are not counted. A failed request was answered with a server error (5xx).`,
    total: 'Requests',
    failed: 'Failed',
    noRequests: (day: string) => `There were no requests with an API key on ${day} (UTC).`,
    perServer: (time: ComponentChildren) => (
      <>Checked by the server that answered you, {time}. Other servers of this installation may differ.</>
    ),
  },

  changelog: {
    title: 'Changelog',
    description: 'What changed in Larder, for people who use its API or run it.',
    englishOnly: 'The changelog is in English.',
  },

  legal: {
    description: {
      privacy: 'Which data this website processes, why and for how long.',
      terms: 'The terms of use of this website and its API.',
      imprint: 'Who runs this website.',
    },
    onlyIn: (language: string) => `This text is available in this language only: ${language}.`,
  },
}

export type PublicMessages = typeof en
