import { type Rng, uniformInt } from '../../../stats/index.ts';
import type { Forgery } from './forgery.ts';
import { mutatedText, withOtherDigit } from './mutations.ts';

const html = (name: string, forge: Forgery['forge']): Forgery => ({
  name,
  kind: 'html',
  follows: true,
  forge,
});

/** The sentence with the score, above all other numbers. */
const answer = '<p class="answer">';
const forged = 'About 4.99 of 5: between 4.9 and 5.';

/** Pages as a reader sees them: none of these changes a word of the data that the page carries. */
export const pageForgeries: readonly Forgery[] = [
  html('the headline changed wherever it stands', (text) => {
    const [, value] = /class="answer">About ([\d.]+)/.exec(text) ?? [];
    return value === undefined
      ? text
      : text.replaceAll(`>${value}<`, '>4.99<').replaceAll(`About ${value}`, 'About 4.99');
  }),
  html('the true headline hidden, a forged one shown before it', (text) =>
    text.replace(answer, `${answer}${forged}</p>\n<p class="answer" style="display: none">`),
  ),
  html('the true headline hidden, a forged one shown after it', (text) =>
    text.replace(
      /<p class="answer">(.*?)<\/p>/,
      `<p class="answer" hidden>$1</p><p class="answer">${forged}</p>`,
    ),
  ),
  html('the true headline hidden by a style, words put in its place', (text) =>
    text.replace('</style>', '.answer { font-size: 0 } .answer::before { content: "About 4.99" }\n</style>'),
  ),
  html('the number of items a hundredfold', (text) => text.replace(/(\d+) items/, '$100 items')),
  html('the number of labeled items', (text) =>
    text.replace(/(\d+) of (\d+) items labeled/, '9$1 of $2 items labeled'),
  ),
  html('the level', (text) => text.replaceAll('95%', '99%')),
  html('a figure replaced', (text, rng) => inPart(text, /<svg[\s\S]*?<\/svg>/g, rng, withOtherDigit)),
  html('another number drawn over a figure, which is said to be older', (text) =>
    text
      .replace(/&quot;charts&quot;:\d,/, '&quot;charts&quot;:2,')
      .replace(/(<svg[^>]*>)/, '$1<text x="10" y="20">4.61</text>'),
  ),
  html('a figure taken out', (text) => text.replace(/<svg[\s\S]*?<\/svg>/, '')),
  html('a forged row before the true one', (text) =>
    text.replace(
      '<tr class="chosen"',
      '<tr class="chosen" data-method="calibrated"><td>Calibrated</td><td class="number value">4.99</td><td class="number interval">4.9 to 5</td><td></td></tr><tr class="chosen"',
    ),
  ),
  html('the full evaluation', (text) =>
    text.replace(/(Full evaluation<\/td><td class="number">)[\d.]+/, '$14.99'),
  ),
  html('a judge alone', (text) => text.replace(/( alone<\/td><td class="number">)[\d.]+/, '$11.23')),
  html('a paragraph taken out', (text, rng) => inPart(text, /<p[ >][\s\S]*?<\/p>/g, rng, () => '')),
  html('a digit of a paragraph', (text, rng) => inPart(text, /<p[ >][\s\S]*?<\/p>/g, rng, withOtherDigit)),
  html('a digit of a table', (text, rng) => inPart(text, /<td[ >][\s\S]*?<\/td>/g, rng, withOtherDigit)),
  html('the name above', (text) => text.replace(/<h1>[^<]*<\/h1>/, '<h1>Another study</h1>')),
  html('when it was written', (text) => text.replace(/written \d{4}/, 'written 2019')),
  html('the word for good', (text) => text.replace('higher is better', 'lower is better')),
  html('a script', (text) => text.replace('</head>', '<script>document.title = 1</script></head>')),
  html('a remark', (text) => text.replace('</body>', '<!-- so -->\n</body>')),
  html('a second list of labels before the true one', (text) =>
    text.replace('<main>', '<main>\n<pre id="record" class="record">{}</pre>'),
  ),
  html('a sign of the page at random', (text, rng) => {
    const end = text.search(/<pre[^>]*(id|class)="record"/);
    return mutatedText(text.slice(0, end), rng) + text.slice(end);
  }),
  { ...html('a sign of the file at random', mutatedText), follows: false },
];

/** Changes one of the parts that a pattern finds. */
function inPart(
  text: string,
  parts: RegExp,
  rng: Rng,
  change: (part: string, rng: Rng) => string | null,
): string {
  const found = [...text.matchAll(parts)].filter(([part]) => /\d/.test(part));
  if (found.length === 0) return text;
  const { 0: part, index } = found[uniformInt(rng, 0, found.length - 1)]!;
  return text.slice(0, index) + (change(part, rng) ?? part) + text.slice(index + part.length);
}
