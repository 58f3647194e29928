const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Common nouns that stand for one person. */
export const personNouns =
  list(`man woman boy girl person actor actress singer author writer artist painter poet player
  coach captain king queen prince princess president minister director producer guitarist drummer bassist composer
  scientist keeper teacher professor doctor lawyer judge soldier general officer leader founder owner mayor governor
  senator bishop priest pope son daughter father mother brother sister wife husband uncle aunt cousin friend rival
  manager engineer pilot dancer champion boxer driver chef farmer thief killer victim witness student baby child
  architect inventor explorer sailor merchant carpenter gardener librarian vocalist comedian
  musician editor critic nurse chief emperor duke knight monk host partner colleague successor predecessor`);

/** Common nouns that stand for several people or an organization: "it" and "they" both fit. */
export const groupNouns =
  list(`band group team company club guild crew army navy government council committee party
  union orchestra choir gang tribe cast staff police department family couple church school university college
  institute society association museum label studio network press public audience crowd board agency bank village
  town city country nation league firm court parliament community troupe trio quartet duo publisher restaurant hotel cafe bar shop store guesthouse inn zoo`);

/** Common nouns so general that they can take up a named thing: "the film" for its title. */
export const classNouns =
  list(`band group team company club film movie book novel song album single record play show
  series game match city town village country state river mountain island ship boat war battle tour school university
  museum hospital church building bridge tower theater event festival prize award law treaty magazine newspaper
  program project disease religion language painting opera concert election campaign party tournament competition
  season place area region restaurant hotel facility cafe bar shop store guesthouse inn market zoo machine engine plane train car road railway station garden park dog horse`);

/** Units: an amount of these is nothing that anything points back to. */
export const unitNouns =
  list(`pound dollar euro crown shilling penny pence cent mile kilometer meter foot inch hour minute
  second day week month year decade century page gbp usd eur percent ton kilogram degree time copy vote o'clock`);

/** Words that carry no content of their own. */
const emptyWords =
  list(`a an the of in on at to for from by with and or but as is are was were be been being do
  does did has have had he him his she her hers it its they them their theirs this that these those there then who
  whom whose what which when where why how not no yes any some all more most other another such very also just only
  than so if i you we my your our me us about after before into over up out one ones can could would should will
  may might must again later first during while because between both each few many much own same too until upon`);

/** What "it is" says of a clause that follows, and not of a thing. */
export const announcing =
  list(`customary necessary important common normal legal illegal allowed permitted required mandatory worth usual
  unusual typical traditional appropriate acceptable advisable rude polite ok okay fine alright better best good bad`);

export const malePronouns = list('he him his himself');
export const femalePronouns = list('she her hers herself');
export const thingPronouns = list('it its itself');
export const pluralPronouns = list('they them their theirs themselves');
export const possessivePronouns = list('his her hers its their theirs');

/** Words of a text that carry content, in lower case and without plural endings. */
export function contentWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];
  return words
    .map((word) => word.replace(/['’]s$|['’]$/u, ''))
    .filter((word) => !emptyWords.has(word))
    .map(stem);
}

/** Cuts plural and common verb endings, so that "retire" meets "retired" and "songs" meets "song". */
export function stem(word: string): string {
  if (word.length > 5 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  const bare = word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/u, '') : word;
  return bare.length > 4 ? bare.replace(/e$/u, '') : bare;
}

const abbreviations = list(
  'mr mrs ms dr st mt jr sr prof capt col gen lt sgt rev hon gov sen inc ltd co corp no vs',
);

/** Whether one sentence ends inside a text and another begins; "Mr. A. Smith" is one, and so is a title with a mark of its own. */
export function crossesSentences(text: string): boolean {
  const whole = text.trim();
  if (whole.includes('\n')) return true;
  const from = /^["“„«]/u.test(whole) ? Math.max(0, whole.slice(1).search(/["”»]/u)) : 0;
  return [...whole.slice(from).matchAll(/([\p{L}\p{N}]{1,12})[.!?][)"'”’]?\s/gu)].some(
    ([, word = '']) => word.length > 1 && !abbreviations.has(word.toLowerCase()),
  );
}
