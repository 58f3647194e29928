import { isTranscript } from '../formats/chats/conversation-value.ts';
import { pictureOfText } from '../formats/chats/media-part.ts';
import { isConversation } from '../readers/json/record-columns.ts';
import { cellList, isBracketed, saidCells, votesIn, wordsOf } from '../readers/tables/cell-values.ts';

/** Whether a column may hold what somebody wrote. */
export const isProse = ({ areNames, areNumbers, areTurns }: Look): boolean =>
  !areNames && !areNumbers && !areTurns;

/** What the first cells of a column have in common. */
export interface Look {
  /** No row was seen, so that nothing is known of the values. */
  readonly isUnseen: boolean;
  readonly areTurns: boolean;
  /** Turns among which a user speaks, so that they are more than a reply. */
  readonly areAsked: boolean;
  /** Texts that are a conversation, written down line by line. */
  readonly areTranscripts: boolean;
  /** Prose: several words in most cells that are not empty. */
  readonly areTexts: boolean;
  /** A few short names that come again and again. */
  readonly areNames: boolean;
  /** The same, of several words too: "Claude 3 Opus". So may prompts be, so that only a column that says that it names something holds names. */
  readonly mayBeNames: boolean;
  /** Those names; empty where they are none. */
  readonly names: ReadonlySet<string>;
  readonly areNumbers: boolean;
  /** Lists of several numbers, as the votes of several people. */
  readonly areVotes: boolean;
  /** Days or instants. */
  readonly areDates: boolean;
  /** Signs that mean something to a program alone: letters mixed with digits, without a space. */
  readonly areCodes: boolean;
  /** Lists of lists, or lists without anything in them: of such no text can be read. */
  readonly areLists: boolean;
  /** Objects of JSON, or words of a verdict as annotation tools write them. */
  readonly areObjects: boolean;
  readonly areVerdicts: boolean;
  /** Pictures or recordings: their bytes, or names of their files. */
  readonly arePictures: boolean;
  /** Whether several rows all say the same. */
  readonly isConstant: boolean;
  /** Whether a value stands there twice. */
  readonly repeats: boolean;
  /** Cells that are not empty. */
  readonly filled: number;
  /** All cells in one text: two columns of one text are the same column twice. */
  readonly all: string;
}

/** Whether every row has a value of its own. */
export const isOwn = ({ repeats, filled }: Look): boolean => filled > 1 && !repeats;

/** Whether most rows say nothing in a column: what nothing names is then no question and no reply. */
export const isRare = ({ filled, all }: Look): boolean => filled * 2 < all.split('\u0000').length;

/** Whether values are words that are worth a number, as yes and no and thumbs are. */
export const areWords = ({ all }: Look): boolean => wordsOf(all.split('\u0000')) !== undefined;

const date =
  /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}\/\d{1,2}\/\d{1,2})(?:[T\s,]\s?\d{1,2}:\d{2}.{0,20})?$/;
const code = /^[\p{L}\d_:./-]{4,80}$/u;
const isCode = (cell: string): boolean => code.test(cell) && /\d/.test(cell) && /\p{L}/u.test(cell);
const verdict = /^(?:accept|reject|ignore|skip|approved?|rejected|submitted)$/i;

const firstUnspaced = 0x2e80;
const fewestUnspaced = 8;
const lettersLooked = 60;

/** Whether a cell is a text in a script that puts no spaces between words, as Chinese and Japanese do. */
function isUnspacedText(cell: string): boolean {
  let letters = 0;
  for (const letter of cell.slice(0, lettersLooked))
    if (letter.codePointAt(0)! >= firstUnspaced && letter.codePointAt(0)! < 0x1f000) letters += 1;
  return letters >= fewestUnspaced;
}

const longestName = 60;
const mostWordsOfName = 5;

/** Whether a cell may be a name of several words: few of them, and no sentence. */
const isNameLike = (cell: string): boolean =>
  cell.length <= longestName &&
  cell.trim().split(/\s+/).length <= mostWordsOfName &&
  !/[.!?:;…。！？]$/.test(cell.trim());

const lettersOfPicture = 500;
const longestVotes = 200;

/** What the cells of a column have in common; those of the first rows are enough. */
export function lookAt(given: readonly string[]): Look {
  const said = saidCells(given);
  const arePictures = said.length > 0 && said.every((cell) => pictureOfText(cell, '') !== undefined);
  // Of megabytes of a picture the beginning is looked at.
  const cells = arePictures ? given.map((cell) => cell.slice(0, lettersOfPicture)) : given;
  const filled = arePictures ? saidCells(cells) : said;
  const different = new Set(filled);
  const most = (test: (cell: string) => boolean) =>
    filled.length > 0 && filled.filter(test).length > 0.7 * filled.length;
  const all = (test: (cell: string) => boolean) => filled.length > 0 && filled.every(test);
  const isText = (cell: string) =>
    !/^(?:\{|\[\s*(?!\d{1,2}:\d)(?:["'[{\]\d-]|$|true|false|null|None))/i.test(cell.slice(0, 40)) &&
    ((cell.match(/ /g) ?? []).length >= 2 || isUnspacedText(cell));
  const repeats = different.size < filled.length;
  const areNames = repeats && most((cell) => cell.length <= longestName && !isText(cell));
  return {
    isUnseen: cells.length === 0,
    areTurns: most((cell) => /^\[\s*[{[]/.test(cell) && isConversation(cellList(cell))),
    areAsked: most((cell) => /^\[\s*[{[]/.test(cell) && /"(?:user|human|customer)"/i.test(cell)),
    areTranscripts: most((cell) => cell.includes(':') && isText(cell) && isTranscript(cell)),
    // A picture that was drawn is a reply as a text is.
    areTexts: arePictures || most(isText),
    areNames,
    mayBeNames: areNames || (repeats && different.size > 1 && most(isNameLike)),
    names: new Set(areNames ? filled : []),
    areNumbers: most((cell) => Number.isFinite(Number(cell))),
    areVotes: most(
      (cell) =>
        /^\[\s*-?[\d.]+(?:\s*,\s*-?[\d.]+)+\s*\]$/.test(cell.slice(0, 400)) ||
        (cell.length < longestVotes && !date.test(cell) && votesIn(cell) !== undefined),
    ),
    areDates: all((cell) => date.test(cell)),
    areCodes: all(isCode),
    areLists: most((cell) => /^\[\s*(?:\[|\]$)/.test(cell.slice(0, 100)) && !isBracketed(cell)),
    areObjects: most((cell) => cell.startsWith('{') && cell.endsWith('}')),
    areVerdicts: all((cell) => verdict.test(cell)),
    arePictures,
    isConstant: filled.length > 1 && different.size === 1,
    repeats,
    filled: filled.length,
    all: cells.join('\u0000'),
  };
}
