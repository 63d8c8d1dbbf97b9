// Common passwords, generated from a few hundred words, names and keyboard patterns with a few dozen suffixes,
// which is what lists of leaked passwords consist of. Unlike a short list of leaked passwords, this also covers
// the longer forms that a minimum of 8 to 15 characters leads to.

// The words and names most common in leaked passwords.
const words = parseList(`
  password passwort passwd motdepasse contrasena senha parola wachtwoord haslo heslo admin administrator root user
  guest login welcome willkommen bienvenue letmein access master secret private security default changeme temp test
  testing demo sample example system server computer internet google facebook twitter instagram linkedin youtube
  microsoft windows apple android samsung iphone amazon netflix spotify yahoo hotmail gmail adobe oracle cisco
  qwerty qwertz azerty qwertyuiop asdf asdfgh asdfghjkl zxcvbn zxcvbnm abc abcd abcdef abcdefg abcabc aaaaaa
  iloveyou ilove love loveyou lovely loveme lover forever sweet sweetie honey baby babygirl princess queen angel
  sunshine summer winter spring autumn monday tuesday wednesday thursday friday saturday sunday january february
  march april june july august september october november december morning flower butterfly rainbow chocolate cookie
  cheese banana orange strawberry cherry pepper ginger coffee pizza burger milk bread butter sugar food kitchen
  larder pantry nutrition calories health fitness diet barcode recipe
  monkey dragon tiger lion eagle falcon phoenix panther wolf bear shark dolphin turtle horse puppy kitty kitten
  football baseball basketball soccer hockey tennis golf cricket rugby liverpool arsenal chelsea manchester united
  barcelona realmadrid juventus yankees cowboys steelers lakers eagles rangers packers
  superman batman spiderman ironman hulk pokemon pikachu naruto starwars skywalker matrix hunter ranger killer
  ninja samurai pirate wizard merlin gandalf shadow ghost zombie vampire warrior knight soldier hero legend champion
  michael jordan jennifer jessica ashley amanda nicole daniel thomas robert charlie william david joshua matthew
  andrew anthony joseph christopher james john george harley buster maggie bailey sophie hannah olivia emily emma
  sarah laura anna maria julia alexander alex max sam samantha taylor tyler justin brandon austin jackson madison
  london paris berlin america england france germany espana italia brasil mexico canada australia russia india china
  mustang corvette ferrari porsche mercedes bmw honda toyota yamaha harleydavidson
  freedom liberty peace hope faith jesus christ heaven blessed god trustno whatever nothing something anything
  money dollar million business company office school college student teacher family mother father brother sister
  friend friends happy smile lucky magic music guitar drummer rock metallica nirvana slipknot eminem
  hello goodbye please thankyou fuckyou fuckoff bullshit asshole biteme blink
`)

// What users append when a site requires digits or symbols.
const suffixes = parseList(`
  1 2 3 7 8 9 0 01 07 10 11 12 13 21 22 23 69 77 88 99 00 007 100 101 111 123 321 420 666 777 1234 4321 12345 123456
  1234567 12345678 123456789 1234567890 ! !! !!! . * # $ ? 1! 12! 123! 1234! @1 @12 @123 @1234 _1 _123 -1 #1 #123
  abc xyz qwe asd x xx xxx
  1980 1985 1987 1988 1989 1990 1991 1992 1993 1994 1995 1996 1997 1998 1999 2000 2001 2002 2003 2004 2005 2006 2007
  2008 2009 2010 2011 2012 2013 2014 2015 2016 2017 2018 2019 2020 2021 2022 2023 2024 2025 2026 2027 2028 2029 2030
`)

// Phrases from leaks, and well-known ones from films and games.
const phrases = parseList(`
  1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5y6u7i8o9p0 1qaz2wsx3edc4rfv 1qaz2wsx3edc4rfv5tgb zaq12wsxcde34rfv qazwsxedcrfv
  qazwsxedcrfvtgb qazwsxedcrfvtgbyhnujm qweasdzxc qweasdzxc123 correcthorsebatterystaple maytheforcebewithyou
  iloveyouforever iloveyousomuch iloveyouverymuch ilovemyfamily ilovemymother ilovemyself iloveyoubaby
  thisisapassword thisismypassword thisisapassphrase mypasswordis mypasswordispassword myverysecurepassword
  passwordpassword passwordsecret supersecretpassword supersecret verysecret topsecret secretpassword
  administratorpassword adminadminadmin welcometothejungle welcomehome letmeinplease opensesame opensesameopen
  tobeornottobe onceuponatime thequickbrownfox thequickbrownfoxjumpsoverthelazydog loremipsumdolor loremipsumdolorsitamet
  nevergonnagiveyouup hellohellohello helloworldhello helloworld abracadabra supercalifragilistic
  supercalifragilisticexpialidocious rumpelstiltskin hakunamatata chuckynorris chucknorris trustnoone trustno1
  whatisthematrix followthewhiterabbit iamyourfather lukeiamyourfather winteriscoming youshallnotpass
  myfavoritepassword idontknow idontremember iforgotmypassword iforgot forgotpassword nopassword newpassword
  changemeplease pleasechangeme changethispassword temporarypassword defaultpassword testpassword
  footballfootball manchesterunited liverpoolfc fcbarcelona realmadridcf dallascowboys newyorkyankees
  leagueoflegends callofduty counterstrike worldofwarcraft grandtheftauto minecraft fortnite pokemongo
`)

// Keyboard rows, the alphabet and the digits.
const sequences = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
]
const adjacentPairs = adjacentPairsOf(sequences)

const maxRepeats = 3
const maxSuffixLength = Math.max(...[...suffixes].map(suffix => suffix.length))

/**
 * Every entry in lower case. Lookups match the parts instead, because the full set would take ten megabytes.
 */
export function* commonPasswords(): Generator<string> {
  yield* phrases
  for (const word of words) {
    for (let times = 1; times <= maxRepeats; times++) {
      yield word.repeat(times)
      for (const suffix of suffixes) yield word.repeat(times) + suffix
    }
    for (const suffix of suffixes) yield suffix + word
  }
}

/** Whether the password is on the list, is a pattern, or is little more than one of the user's own words. */
export function isCommonPassword(password: string, ownWords: string[]): boolean {
  const plain = password.toLowerCase()
  const forms = [plain, plain.replaceAll(/[\s._-]/g, ''), asLetters(plain)]
  return (
    forms.some(isListed) ||
    isRepeated(plain) ||
    isKeyboardWalk(plain) ||
    [...ownWords, 'larder'].some(word => isMostly(plain, word.toLowerCase()))
  )
}

function isListed(text: string): boolean {
  if (phrases.has(text) || isRepeatedWord(text)) return true
  for (let length = 1; length <= maxSuffixLength; length++) {
    if (suffixes.has(text.slice(-length)) && isRepeatedWord(text.slice(0, -length))) return true
    if (suffixes.has(text.slice(0, length)) && words.has(text.slice(length))) return true
  }
  return false
}

/** A listed word, up to three times. */
function isRepeatedWord(text: string): boolean {
  for (let times = 1; times <= maxRepeats; times++) {
    const word = text.slice(0, text.length / times)
    if (words.has(word) && word.repeat(times) === text) return true
  }
  return false
}

/** p4$$w0rd is password. */
function asLetters(text: string): string {
  const letters: Record<string, string> = {
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '@': 'a',
    $: 's',
    '!': 'i',
  }
  // Keep suffixes such as 123!.
  let end = text.length
  while (/[\d!.*#$?@_-]/.test(text.charAt(end - 1))) end--
  const core = text.slice(0, end)
  return core.replaceAll(/[013457@$!]/g, symbol => letters[symbol] ?? symbol) + text.slice(end)
}

/** A short piece repeated: aaaaaaaa, abcabcabc, 1212121212. */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= Math.min(6, Math.floor(text.length / 2)); length++) {
    const piece = text.slice(0, length)
    const whole = piece.repeat(Math.ceil(text.length / length))
    if (whole.startsWith(text)) return true
  }
  return false
}

/** Almost every character equals the previous one or is next to it on the keyboard. */
function isKeyboardWalk(text: string): boolean {
  const characters = [...text]
  const adjacent = characters.filter((character, index) => {
    const previous = characters[index - 1]
    return previous !== undefined && (character === previous || adjacentPairs.has(previous + character))
  })
  // Allow for jumps between rows, as in qwertyuiopasdfghjkl.
  return adjacent.length >= 0.75 * (characters.length - 1)
}

function adjacentPairsOf(sequences: string[]): Set<string> {
  const found = new Set<string>()
  for (const sequence of sequences) {
    for (let index = 1; index < sequence.length; index++) {
      const [one = '', other = ''] = sequence.slice(index - 1, index + 1)
      found.add(one + other)
      found.add(other + one)
    }
  }
  return found
}

/** The word, possibly repeated, plus fewer than four other characters. */
function isMostly(text: string, word: string): boolean {
  if (word.length < 3) return false
  return text.includes(word) && text.replaceAll(word, '').length < 4
}

function parseList(text: string): Set<string> {
  return new Set(text.trim().split(/\s+/))
}
