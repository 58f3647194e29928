import { expect, test } from 'vitest';
import {
  containsVowel,
  endsInConsonant,
  endsInDoubleConsonant,
  endsInShortSyllable,
  measure,
} from '../../../stats/metrics/porter-letters.ts';
import { porterStem } from '../../../stats/metrics/porter-stemmer.ts';

/** The examples of Porter (1980), rule by rule, with the stems of NLTK 3.10's `PorterStemmer`. */
const paper = `
  caresses:caress ponies:poni ties:tie caress:caress cats:cat feed:feed agreed:agre plastered:plaster
  bled:bled motoring:motor sing:sing conflated:conflat troubled:troubl sized:size hopping:hop
  tanned:tan falling:fall hissing:hiss fizzed:fizz failing:fail filing:file happy:happi sky:sky
  relational:relat conditional:condit rational:ration valency:valenc hesitancy:hesit digitizer:digit
  conformably:conform radically:radic differently:differ vilely:vile analogously:analog
  vietnamization:vietnam predication:predic operator:oper feudalism:feudal decisiveness:decis
  hopefulness:hope callousness:callous formality:formal sensitivity:sensit sensibility:sensibl
  triplicate:triplic formative:form formalize:formal electricity:electr electrical:electr hopeful:hope
  goodness:good revival:reviv allowance:allow inference:infer airliner:airlin gyroscopic:gyroscop
  adjustable:adjust defensible:defens irritant:irrit replacement:replac adjustment:adjust
  dependent:depend adoption:adopt homologou:homolog communism:commun activate:activ angularity:angular
  homologous:homolog effective:effect bowdlerize:bowdler probate:probat rate:rate cease:ceas
  controll:control roll:roll generalizations:gener oscillators:oscil
`;

/** Words on which NLTK departs from the paper, and short or odd ones, with its stems. */
const nltk = `
  flies:fli dies:die died:die spied:spi skies:sky dying:die lying:lie tying:tie news:news
  innings:inning outing:outing cannings:canning howe:howe proceed:proceed exceed:exceed succeed:succeed
  enjoy:enjoy spy:spi fly:fli try:tri by:by geology:geolog theology:theolog archaeology:archaeolog
  carefully:care possibly:possibl basically:basic using:use user:user ion:ion onion:onion at:at go:go
  a:a yyyy:yyyi sky2:sky2 2nd:2nd 1990s:1990
`;

const pairs = (list: string) =>
  list
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]);

test.each([...pairs(paper), ...pairs(nltk)])('%s becomes %s', (word, stem) => {
  expect(porterStem(word)).toBe(stem);
});

test.each([
  [0, 'tr ee tree y by'],
  [1, 'trouble oats trees ivy'],
  [2, 'troubles private oaten orrery'],
  [2, 'syzygy'],
])("the measure %i, by Porter's own examples and one where y alone is the vowel: %s", (m, words) => {
  for (const word of words.split(' ')) expect(measure(word), word).toBe(m);
});

test('y is a vowel after a consonant alone', () => {
  expect(['by', 'rhythm', 'y', 'ty'].map(containsVowel)).toEqual([true, true, false, true]);
  expect(['toy', 'sky', 'y', ''].map(endsInConsonant)).toEqual([true, false, true, false]);
});

test('a short syllable and a doubled consonant are looked for at the end of the stem', () => {
  expect(['hop', 'plan', 'fil', 'wil', 'throb', 'at', 'on'].map(endsInShortSyllable)).not.toContain(false);
  const none = ['snow', 'box', 'tray', 'fail', 'fall', 'eat', 'ho', 'ee', 'tt', 'a', ''];
  expect(none.map(endsInShortSyllable)).not.toContain(true);
  expect(['fall', 'hiss', 'tt'].map(endsInDoubleConsonant)).not.toContain(false);
  expect(['agree', 'fal', 's', ''].map(endsInDoubleConsonant)).not.toContain(true);
});

test('a suffix stays where nothing but its first sounds stands before it', () => {
  // Condition m > 0 of steps 2 and 3: dry, shy and glee have no vowel followed by a consonant.
  for (const word of ['dryness', 'shyness', 'gleeful']) expect(porterStem(word), word).toBe(word);
  expect(['fitness', 'hopeful'].map(porterStem)).toEqual(['fit', 'hope']);
});
