import type { ImportFormat } from '../../../shared/contract/index.ts';
import { addCount, Problems } from '../readers/problems.ts';
import type { HeldItem } from '../sink/whole-items.ts';
import { byId } from './match-items.ts';
import { hasTexts, type ReadFile } from './reply-ids.ts';
import { answeringIn } from './system-names.ts';

/** A file as it is held, with what was left behind of it. */
interface FileOfPairs extends ReadFile {
  readonly formatId: ImportFormat;
  readonly leftBehind: ReadonlyMap<string, number>;
}

/** Whether an item is that of one of several pairs of systems whose replies to one question were compared, without the replies. */
const isOfPair = ({ head: { id, group, conversation } }: HeldItem): boolean =>
  conversation === '[]' && group !== null && id !== group && id.startsWith(group);

/** Whether a file has choices between several pairs of systems on one question, whose replies stand elsewhere. */
const isOfPairs = ({ formatId, items }: FileOfPairs): boolean =>
  formatId === 'preference-pairs' && items.length > 0 && items.every(isOfPair);

const scoredIn = ({ human, machine }: HeldItem): string[] => [
  ...new Set([...human, ...machine].map(({ system }) => system)),
];

/** What is known of a question: what was asked, and what each system replied. */
interface Asked {
  head: HeldItem['head'];
  readonly responses: Map<
    string,
    HeldItem['responses'] extends ReadonlyMap<string, infer Texts> ? Texts : never
  >;
}

function questionsIn<File extends FileOfPairs>(
  files: readonly File[],
  called: (file: File, system: string) => string,
) {
  const found = new Map<string, Asked>();
  for (const file of files) {
    for (const { head, responses } of file.items) {
      const known = byId(found, head.id);
      const asked = known ?? { head, responses: new Map() };
      if (known === undefined) found.set(head.id, asked);
      else if (known.head.conversation === '[]') known.head = { ...head, id: known.head.id };
      for (const [system, texts] of responses) asked.responses.set(called(file, system), texts);
    }
  }
  return found;
}

/**
 * Files of replies with choices between several pairs of systems on one question: each pair with its two replies becomes an item, in a
 * group of its question, as where the replies stand beside the choices. The questions themselves then are no items. Where other files
 * have scores of the replies, or a data set has the questions, the choices are refused, since both cannot be had at once.
 *
 * @param called what a system of a file of replies is called in the end
 * @param isNew whether the files make a data set of their own
 */
export function withPairItems<File extends FileOfPairs>(
  held: readonly File[],
  called: (file: File, system: string) => string,
  isNew: boolean,
): File[] {
  const ofPairs = held.filter(isOfPairs);
  if (ofPairs.length === 0) return [...held];
  const sources = held.filter(
    (file) => !ofPairs.includes(file) && (answeringIn(file).length > 0 || hasTexts(file)),
  );
  const others = held.filter((file) => !ofPairs.includes(file));
  const areScored = others.some(({ items }) => items.some((item) => scoredIn(item).length > 0));
  if (!isNew || areScored || sources.length === 0)
    return held.map((file) => (ofPairs.includes(file) ? refused(file) : file));
  const questions = questionsIn(sources, called);
  const compared = new Set(
    ofPairs.flatMap(({ items }) => items.map(({ head }) => byId(questions, head.group!)?.head.id)),
  );
  return held.map((file) => {
    if (ofPairs.includes(file)) return withReplies(file, questions);
    if (!sources.includes(file)) return file;
    const leftBehind = new Map(file.leftBehind);
    const never = file.items.filter(({ head }) => !compared.has(head.id)).length;
    if (never > 0) addCount(leftBehind, 'questions with replies that nobody compared', never);
    return { ...file, items: [], leftBehind };
  });
}

/** The items of pairs with what was asked and both replies. */
function withReplies<File extends FileOfPairs>(file: File, questions: ReadonlyMap<string, Asked>): File {
  const remarks = new Map(file.remarks);
  addCount(
    remarks,
    'pairs of replies, each an item of its own, in a group with the others to its question',
    file.items.length,
  );
  const items = file.items.map((item): HeldItem => {
    const asked = byId(questions, item.head.group!);
    const { conversation, context, references } = asked?.head ?? item.head;
    const responses = new Map(
      scoredIn(item).flatMap((system) => {
        const texts = asked?.responses.get(system);
        if (texts === undefined) lacks(file, item, system);
        return texts === undefined ? [] : [[system, texts] as const];
      }),
    );
    return { ...item, head: { ...item.head, conversation, context, references }, responses };
  });
  return { ...file, items, remarks };
}

const lacks = ({ problems }: FileOfPairs, { head }: HeldItem, system: string) =>
  problems.add(
    head.line,
    'id',
    `No file has a reply of "${system}" to ${JSON.stringify(head.group!.slice(0, 80))}.`,
    'Choose the file with the replies, too, or leave the row out.',
  );

function refused<File extends FileOfPairs>(file: File): File {
  const problems = new Problems();
  for (const [question, items] of Map.groupBy(file.items, ({ head }) => head.group!)) {
    if (items.length < 2) continue;
    const pairs = items.map((item) => scoredIn(item).join(' / ')).join(', ');
    const message = `Choices between several pairs were made on one item, ${JSON.stringify(question.slice(0, 80))}: ${pairs}.`;
    problems.add(items[0]!.head.line, 'id', message, apart);
  }
  return { ...file, problems };
}
const apart =
  'Import the choices and the replies as a data set of their own, without scores. Or give each row its two replies ("response_a", "response_b").';
