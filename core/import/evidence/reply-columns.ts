import type { ColumnMapping } from '../../../shared/contract/index.ts';
import { unnamedSystem } from '../formats/chats/chat-record.ts';
import { isReplyList, pathOf, systemWords } from '../readers/json/record-columns.ts';
import {
  answerBy,
  genericReply,
  lastName,
  mlflowMetric,
  modelName,
  names,
  numberedReply,
  ownScore,
  plainName,
  reference,
  response,
  responseBy,
  responseOf,
  rightAnswer,
  rightText,
  sibling,
  spacedName,
  taskCompletion,
  textInside,
  toolMetric,
  wholeName,
} from './column-names.ts';
import { areWords, isProse, type Look } from './column-values.ts';
import { areOwnTexts, isAboutReply, isAside, isInRemarks, isSetting, mayBeReply } from './roles.ts';
import { columnsByPlace, numberedPlaces } from './scores/numbered-scores.ts';
import { isScored } from './scores/part-scores.ts';
import { holderOf } from './scores/scored-columns.ts';
import { qualityNamed } from './scores/who-scored.ts';
import { plainColumnName } from './translated-names.ts';

/** Takes columns off those that nothing is known of yet. */
export const takeAll = (open: Map<string, string>, columns: readonly (string | undefined)[]): void => {
  for (const column of columns) if (column !== undefined) open.delete(column);
};

/** Whether a column stands in what is called a reply, at the top of its record. */
export const isInReply = (column: string): boolean => {
  const first = String(pathOf(column)[0]);
  return response.test(plainName(first)) || isReplyList.test(first) || /^summary$/i.test(first);
};

export const isCalledReply = (column: string, plain: string): boolean =>
  !toolMetric.test(plain) &&
  !taskCompletion.test(plain) &&
  [genericReply, response, responseOf, responseBy, answerBy].some((name) => name.test(plain)) &&
  !mlflowMetric.test(column);

/** Takes the columns of replies and of right answers. */
export function takeReplies(
  open: Map<string, string>,
  seen: ReadonlyMap<string, Look>,
  long: Pick<ColumnMapping, 'system' | 'rater'>,
  known: readonly string[],
  asked?: string,
): Pick<ColumnMapping, 'responses' | 'references'> {
  const responses = foundReplies(open, seen, long, known, asked);
  takeAll(
    open,
    responses.map(({ column }) => column),
  );
  const isReference = ([column, plain]: readonly [string, string]) => {
    const look = seen.get(column)!;
    // What workers answered over and over are their choices, and no right answer; a label that is a text of its own is one.
    if (long.rater !== undefined && /^answers?$/.test(plain) && look.areNames) return false;
    // A rule or a document that is referred to by its id or its place: `policy_reference`, `page_reference`.
    if (look.areCodes && /_references?$/.test(plain)) return false;
    if (
      /(?:^|_)(?:page|url|link|source|doc|document|policy|section|file|line|case|order|ticket|booking)_references?$/.test(
        plain,
      )
    )
      return false;
    if (/^labels?$/.test(plain) && look.areTexts && areOwnTexts(look)) return true;
    if (plain === 'actual' && responses.some((one) => plainName(one.column) === 'predicted')) return true;
    if (mlflowMetric.test(column) || look.areVerdicts || (plain === 'gold' && look.areNumbers)) return false;
    const isRight = rightAnswer.test(plain) && rightText.test(plain) && !look.areNumbers;
    if (isInRightAnswer(column) && look.areTexts) return true;
    return isRight || reference.test(plain) || reference.test(spacedName(column));
  };
  const right = [...open].filter(isReference).map(([column]) => column);
  takeAll(open, right);
  // What was scored is what a system said: a right answer needs no score.
  const answers = right.filter(mayBeSaidAnswer);
  const called = answers.filter((column) => saidAnswer.test(plainName(lastName(column))));
  const [answer, another] = called.length === 1 ? called : answers;
  // Beside a column that is surely the right answer, as `ground_truth`, an answer is what a system said.
  const isJudged = isScored(open, long, seen);
  const isSaid =
    answer !== undefined &&
    saidAnswer.test(plainName(lastName(answer))) &&
    !/^\[/.test(seen.get(answer)!.all);
  const isBesideRight = (name: RegExp) =>
    isSaid && right.length === 2 && right.some((column) => name.test(plainName(lastName(column))));
  const isReply =
    responses.length === 0 &&
    answer !== undefined &&
    another === undefined &&
    (isBesideRight(surelyRight) || (isJudged && (right.length === 1 || isBesideRight(besideAnswer))));
  if (!isReply) return { responses, references: right };
  return {
    responses: [{ column: answer, system: unnamedSystem }],
    references: right.filter((column) => column !== answer),
  };
}

/** The replies by what tells the most of them: their names, else what they are beside. */
function foundReplies(
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
  long: Pick<ColumnMapping, 'system' | 'rater'>,
  known: readonly string[],
  asked: string | undefined,
): ColumnMapping['responses'] {
  const parts = repliesInParts(open, seen) ?? repliesBySystem(open, seen);
  const found = [
    parts ?? ofRow(repliesIn(open, seen, known), long, seen),
    judgedText(open, seen, long),
    scoredAnswers(open, seen),
    madeTexts(open, seen),
    differingText(open, seen, long, asked),
  ];
  return found.find(({ length }) => length > 0) ?? [];
}

/**
 * Replies of a record, of which those under a name of their own are none where the row names its system (`response_level_factuality`
 * beside `model` and `response`), or where they are a few words that come again beside a text.
 */
function ofRow(
  found: ColumnMapping['responses'],
  { system }: Pick<ColumnMapping, 'system'>,
  seen: ReadonlyMap<string, Look>,
): ColumnMapping['responses'] {
  const isText = ({ column }: { column: string }) => seen.get(column)!.areTexts;
  const unnamed = found.filter((one) => one.system === unnamedSystem);
  if (system !== undefined && unnamed.length > 0) return unnamed;
  const isVerdict = (one: ColumnMapping['responses'][number]) =>
    one.system !== unnamedSystem &&
    !modelName.test(one.system) &&
    !isText(one) &&
    areWords(seen.get(one.column)!);
  return found.some(isText) ? found.filter((one) => !isVerdict(one)) : found;
}

/** What a reply is called inside of an object that is called by its system. */
const replyInPart =
  /^(?:(?:model_|final_)?(?:response|output|answer|solution|completion|generation|prediction|reply)(?:_text)?|utterance|message|text|content|decoded|(?:sys_)?summ(?:ary)?)$/;
/** Whether a column is the text of an object that is called a right answer: `gold.text`. */
export const isInRightAnswer = (column: string): boolean =>
  pathOf(column).length > 1 &&
  [rightAnswer, reference].some((name) => name.test(holderOf(column))) &&
  replyInPart.test(plainName(lastName(column)));

/** What objects are called that hold no system's reply. */
const noSystem =
  /^(?:question|prompt|query|input|reference|target|gold|ground_truth|metadata|meta|context|chosen|rejected|user|customer|client|seeker|patient|student)s?$|^(?:turn|round|step|utterance|message)_?\d{0,3}$/;

/**
 * Replies in parts of a record that are called by their systems and have the same fields: `{"small": {"solution": ...}, "large":
 * {"solution": ...}}`. Undefined where there are no two such parts.
 */
export function repliesInParts(
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): ColumnMapping['responses'] | undefined {
  const parts = [...open].flatMap(([column, plain]) => {
    const path = pathOf(column);
    const [system, field] = path.slice(-2);
    const isPart = path.length > 1 && path.every((step) => typeof step === 'string');
    return isPart
      ? [{ column, plain, system: String(system), field: String(field), holder: holderPath(path, 2) }]
      : [];
  });
  const fieldsOf = (holder: string, system: string) =>
    JSON.stringify(
      parts
        .filter((one) => one.holder === holder && one.system === system)
        .map(({ field }) => field)
        .toSorted(),
    );
  const replies = parts.filter(
    ({ column, plain, system }) =>
      replyInPart.test(plain) &&
      !noSystem.test(plainName(system)) &&
      !response.test(plainName(system)) &&
      areOwnTexts(seen.get(column)!) &&
      seen.get(column)!.areTexts,
  );
  const [first] = replies;
  if (first === undefined) return undefined;
  const alike = replies.filter(
    ({ field, system, holder }) =>
      field === first.field &&
      holder === first.holder &&
      fieldsOf(holder, system) === fieldsOf(first.holder, first.system),
  );
  return alike.length < 2 ? undefined : alike.map(({ column, system }) => ({ column, system }));
}

/** Names of objects of replies that lists have as well for something else. */
const holdsAnswers = new RegExp(`^(?:(?:${systemWords})s?_?)?(?:answers?|results?)$`, 'i');

/**
 * Replies in an object that is called so, each under the name of its system: `{"answers": {"small": "...", "large": "..."}}`. Undefined
 * where there are no two, or the object holds anything else.
 */
function repliesBySystem(
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): ColumnMapping['responses'] | undefined {
  const inside = [...open.keys()].filter((column) => {
    const [holder, name, ...deeper] = pathOf(column);
    if (typeof name !== 'string' || deeper.length > 0) return false;
    return [isReplyList, holdsAnswers].some((called) => called.test(String(holder)));
  });
  const holders = new Set(inside.map((column) => String(pathOf(column)[0])));
  const areReplies = inside.every((column) => {
    const name = plainName(String(pathOf(column)[1]));
    const look = seen.get(column)!;
    const isText = look.areTexts && areOwnTexts(look);
    return isText && ![textInside, rightAnswer, reference, response].some((one) => one.test(name));
  });
  if (inside.length < 2 || holders.size > 1 || !areReplies) return undefined;
  return inside.map((column) => ({ column, system: String(pathOf(column)[1]) }));
}

const holderPath = (path: readonly (string | number)[], deep: number): string =>
  JSON.stringify(path.slice(0, -deep));

const surelyRight =
  /^(?:gold(?:en)?|ideal|expected|(?:ground_)?truths?|gold_standard|(?:gold(?:en)?|ideal|expected|ground_truth|true|correct|right|reference|standard|official|desired|intended|canonical)_(?:answers?|outputs?|responses?))$/;

/** What a scored answer may stand beside as the right one. */
const besideAnswer = /^(?:references?|targets?|(?:canonical_)?solution)$/;
/** What a system's answer is called alone. */
const saidAnswer = /^answer(?:_text)?$/;

/** Names of right answers that may be a reply's as well; a column that is called a reference is never one. */
const mayBeAnswer = /^(?:answers?|answer_text|target|solution|canonical_solution)(?:_?\d+)?$/;

/** Whether a right answer goes by a name that replies have as well. */
export const mayBeSaidAnswer = (column: string): boolean => mayBeAnswer.test(plainName(lastName(column)));

/** A mapping whose answers are what a system said, where nothing is asked that they could be right answers to. */
export function withAnswerAsReply(mapping: ColumnMapping): ColumnMapping | undefined {
  const { question, conversation, context, text, responses, references } = mapping;
  const isAsked = [question, conversation, context, text].some((column) => column !== undefined);
  const said = references.find(mayBeSaidAnswer);
  if (isAsked || responses.length > 0 || said === undefined) return undefined;
  const others = references.filter((column) => column !== said);
  return { ...mapping, references: others, responses: [{ column: said, system: unnamedSystem }] };
}

/** What is judged in tables of translations and summaries, whose names may mean something else in others. */
const judgedNames =
  /^(?:candidate|hypo?|translation|mt|mt_output|summary|summ|claim|(?:generated|model|system|automatic|predicted|candidate)_(?:summary|translation|note)|paraphrase|simplified|simplification|simp)(?:_(?:text|sent|sentence))?$/;

/** What systems write, which is as often what they are given: theirs where a column names them. */
const writtenNames = /^(?:story|poem|essay|headline|caption)$/;

/** Whether a column is called by what systems make and people judge; with its values, whether they are texts. */
export const isJudgedText = (column: string, look?: Look): boolean =>
  judgedNames.test(plainName(lastName(column))) && (look === undefined || isProse(look));

const passageNames = new Set<string>([...names.context, 'text', 'dialogue', 'dialog', 'source', 'src']);

/** The only text called as what systems make, beside what names the system or a right answer: it is the reply. */
function judgedText(
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
  { system }: Pick<ColumnMapping, 'system'>,
): ColumnMapping['responses'] {
  const calledBy = (name: RegExp) =>
    [...open].filter(
      ([column, plain]) => name.test(plain) && pathOf(column).length === 1 && isProse(seen.get(column)!),
    );
  const judged = calledBy(judgedNames);
  const found = judged.length === 0 && system !== undefined ? calledBy(writtenNames) : judged;
  const hasRight = [...open.values()].some((plain) => reference.test(plain));
  // What was summed up or claimed of stands beside it.
  const hasPassage = [...seen].some(
    ([column, look]) => passageNames.has(plainName(lastName(column))) && look.areTexts,
  );
  if (found.length !== 1 || (system === undefined && !hasRight && !hasPassage)) return [];
  return [{ column: found[0]![0], system: unnamedSystem }];
}

/** What systems make of a text, with what stands before it or behind it: `bart_summary`, `translation_1`. */
const madeText = 'summary|summ|translation|paraphrase|simplification|caption|headline|story';
const madeBefore = new RegExp(
  `^(?:(?:generated|predicted|model|system)_)?(?:${madeText})_(?:by_|from_|of_)?(\\w{1,80})$`,
);
const madeBehind = new RegExp(`^(\\w{1,80})_(?:${madeText})$`);
/** Whose texts are no system's: what was summed up or translated, who talked in it, or a language. */
const madeOf =
  /^(?:english|german|french|spanish|italian|portuguese|dutch|russian|chinese|japanese|korean|arabic|hindi|turkish|[a-z]{2}|input|source|src|document|doc|article|context|passage|text|conversation|chat|dialogue|dialog|meeting|call|question|prompt|user|customer)$/;

/** Several texts of one kind side by side, called by who made them; numbers alone may as well be those of right answers. */
function madeTexts(
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): ColumnMapping['responses'] {
  const found = [...open].flatMap(([column, plain]) => {
    const before = madeBehind.exec(plain)?.[1];
    const called = before ?? madeBefore.exec(plain)?.[1];
    if (called === undefined || pathOf(column).length > 1 || rightAnswer.test(plain) || reference.test(plain))
      return [];
    const isText = seen.get(column)!.areTexts && areOwnTexts(seen.get(column)!);
    if (!isText || madeOf.test(called) || isAboutReply(called)) return [];
    const kind = before === undefined ? plain.slice(0, -called.length) : plain.slice(called.length);
    return [{ column, system: /^(?:[a-z]|\d{1,2})$/.test(called) ? plain : called, called, kind }];
  });
  const kinds = new Set(found.map(({ kind }) => kind));
  const areNumbers = found.every(({ called }) => /^\d+$/.test(called));
  // What they were made of stands beside them.
  const isAsked = [...seen].some(
    ([column, look]) =>
      look.areTexts &&
      [plainName(lastName(column)), plainColumnName(column)].some(
        (name) => passageNames.has(name) || askedNames.includes(name),
      ),
  );
  if (found.length < 2 || kinds.size > 1 || areNumbers || !isAsked) return [];
  return found.map(({ column, system }) => ({ column, system }));
}

/** The only text that differs between the systems that were asked the same: it is what they said, whatever it is called. */
function differingText(
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
  { system }: Pick<ColumnMapping, 'system'>,
  asked: string | undefined,
): ColumnMapping['responses'] {
  if (system === undefined || asked === undefined || !seen.get(asked)!.repeats) return [];
  const questions = seen.get(asked)!.all.split('\u0000');
  const rowsOf = [...Map.groupBy(questions.keys(), (row) => questions[row]!).values()].filter(
    (rows) => rows.length > 1,
  );
  const found = [...open].filter(([column, plain]) => {
    const look = seen.get(column)!;
    if (!look.areTexts || !areOwnTexts(look) || pathOf(column).length > 1 || isAside(column, plain))
      return false;
    const cells = look.all.split('\u0000');
    return rowsOf.every((rows) => new Set(rows.map((row) => cells[row])).size === rows.length);
  });
  return found.length === 1 ? [{ column: found[0]![0], system: unnamedSystem }] : [];
}

/** Numbered or lettered answers, or texts that systems make, each with a score of its own: nobody scores right answers. */
function scoredAnswers(
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): ColumnMapping['responses'] {
  const answers = [...open].filter(
    ([column, plain]) =>
      [mayBeAnswer, madeBefore].some((name) => name.test(plain)) &&
      pathOf(column).length === 1 &&
      isProse(seen.get(column)!),
  );
  const places = numberedPlaces(answers.map(([, plain]) => plain));
  if (places === undefined) return [];
  const isQuality = (said: string) => qualityNamed(said) !== undefined || ownScore.test(`answer_${said}`);
  const placed = [...columnsByPlace(open, places)].map(([column, { said }]) => ({ column, said }));
  const ofAnswers = [...open].flatMap(([column, plain]) => {
    const of = answers.find(([, answer]) => plain.startsWith(`${answer}_`))?.[1];
    return of === undefined ? [] : [{ column, said: plain.slice(of.length + 1) }];
  });
  const areScored = [...placed, ...ofAnswers].some(
    ({ column, said }) => isQuality(said) && seen.get(column)!.areNumbers,
  );
  return areScored ? answers.map(([column, plain]) => ({ column, system: plain })) : [];
}

/** Whether a column holds replies by its name, so that rows are more than single turns. */
export const hasReplies = (open: ReadonlyMap<string, string>, seen: ReadonlyMap<string, Look>): boolean =>
  repliesIn(open, seen).some(({ column }) => pathOf(column).length === 1);

/** Whether a value is the text of an object that is a reply or what the one that answers said, as `outputs.answer`, `assistant.text`. */
const isTextInside = (column: string, plain: string): boolean =>
  pathOf(column).length === 2 &&
  (response.test(holderOf(column)) || /^(?:summary|assistant|(?:chat_?)?bot)$/.test(holderOf(column))) &&
  textInside.test(plain);

/** The columns of replies, with the systems that their names tell; numbers beside them are scores of replies. */
function repliesIn(
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
  known: readonly string[] = [],
): ColumnMapping['responses'] {
  const numbered = numberedReplies(open, seen);
  const columns = [...open.keys()];
  const called = [...open.values()];
  // What came out, beside what was predicted or expected of it.
  const isActual = (plain: string) =>
    plain === 'predicted' ||
    (plain === 'actual' && !called.includes('predicted') && called.some((one) => surelyRight.test(one)));
  const found = [...open].flatMap(([column, plain]) => {
    const look = seen.get(column)!;
    const listed = listedReply(column, columns);
    if (listed !== undefined) return [{ column, system: listed }];
    if (mlflowMetric.test(column) || !mayBeReply(look) || isSetting(column, look)) return [];
    // What was said of a quality that is called like a reply, as `reasoning.task_completion`.
    if (isInRemarks(column) || taskCompletion.test(plain)) return [];
    const isUnnamed = [plain, spacedName(column)].some(
      (one) => genericReply.test(one) || response.test(one) || isActual(one),
    );
    if (isUnnamed || isTextInside(column, plain)) return [{ column, system: unnamedSystem }];
    if (toolMetric.test(plain) || rightAnswer.test(plain)) return [];
    if (numbered.has(column)) return [{ column, system: plain }];
    const said = [responseOf, responseBy, answerBy].map((by) => by.exec(plain)?.[1]).find(Boolean);
    const named = said !== undefined && isVersion(said, column) ? withoutReplyWord(column) : said;
    if (named === undefined || /^(?:text|body|content|message)$/.test(named)) return [];
    // `output_cand` is the output of whoever was judged.
    if (ofWhoAnswered.test(named) && areOwnTexts(look)) return [{ column, system: unnamedSystem }];
    if (isKnown(named, known)) return [{ column, system: named }];
    if (isAboutReply(named)) return [];
    // Numbers that a record has deep inside, or under a name of nothing known, are counts of something.
    const areOwn = areOwnTexts(look) && (look.isUnseen || !look.areNumbers);
    const isTold = pathOf(column).length === 1 || modelName.test(named);
    return areOwn || (isTold && isSystem(named, column, open, seen)) ? [{ column, system: named }] : [];
  });
  const texts = withoutDeeper(found).filter(({ column }) => !seen.get(column)!.areNumbers);
  // Numbers are replies to a question, and nothing by themselves.
  const isAsked = [...seen].some(
    ([column, look]) =>
      look.isUnseen ||
      look.areTurns ||
      [plainColumnName(column), spacedName(column)].some((name) => askedNames.includes(name)),
  );
  const named = systemsNamed(texts.length > 0 || !isAsked ? texts : found, open, seen, known);
  return apart(namedFinal(named.filter(firstOfEquals(seen)), open));
}

/** A final reply under that name beside one of an earlier stage: scores are called by both, as `rating_draft` and `rating_final`. */
function namedFinal(
  found: ColumnMapping['responses'],
  open: ReadonlyMap<string, string>,
): ColumnMapping['responses'] {
  const isStaged = found.some(({ system }) =>
    /^(?:draft|initial|first|preliminary|intermediate)$/.test(system),
  );
  const isFinal = ({ column, system }: ColumnMapping['responses'][number]) =>
    system === unnamedSystem && /^final_/.test(open.get(column)!);
  return isStaged ? found.map((one) => (isFinal(one) ? { ...one, system: 'final' } : one)) : found;
}

/** Words beside a reply that name no system: "Answer given", "Reply from bot". */
const ofWhoAnswered =
  /^(?:cand|candidate|pred|generated|final|given|received|provided|returned|obtained|(?:by|from|of)_(?:the_)?(?:bot|chatbot|model|ai|assistant|agent|llm|system)|(?:des|vom|der|du|de_l|de_la|del|do|da|van_de)_(?:chat)?(?:bots?|modells?|mod[eè]le|modelo|systems?|systeem|système|sistema|assistenten|assistente?|agente?n?|ki|ia|llms?))$/;
const askedNames: readonly string[] = [...names.question, ...names.conversation, ...names.context];

/** Beside replies of the record itself, what lies deep inside of something else is said about them: a judge's completion. */
function withoutDeeper(found: ColumnMapping['responses']): ColumnMapping['responses'] {
  const isDeep = ({ column }: { column: string }) =>
    pathOf(column).length > 2 && pathOf(column).some((step) => typeof step === 'number');
  return found.some((one) => !isDeep(one))
    ? found.filter((one) => !isDeep(one) || one.system !== unnamedSystem)
    : found;
}

/** Whose reply stands at a place of a list of replies: of one text the unnamed system's, of several that of its place. */
function listedReply(column: string, columns: readonly string[]): string | undefined {
  const [name, place, inside, ...deeper] = pathOf(column);
  if (typeof place !== 'number' || deeper.length > 0 || !isReplyList.test(String(name))) return undefined;
  if (inside !== undefined && !textInside.test(plainName(String(inside)))) return undefined;
  const isAlone = !columns.some((other) => {
    const [list, at] = pathOf(other);
    return list === name && typeof at === 'number' && at !== place;
  });
  // Of several objects each is a step, or has more to say of itself.
  if (!isAlone && inside !== undefined) return undefined;
  return isAlone ? unnamedSystem : `${plainName(String(name))} ${place + 1}`;
}

/** Whether what is left of a name is the end of a version, as `1_response` of `model-v0.1_response` would be. */
const isVersion = (named: string, column: string): boolean =>
  /^\d{1,3}$/.test(named) && /\d\.\d/.test(column);
const withoutReplyWord = (column: string): string =>
  wholeName(column).replace(/[ _-](?:response|output|prediction|completion|reply|answer)$/i, '');

/** Replies that are told apart by a number, where there are several: `response_1` and `response_2`. */
function numberedReplies(
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): ReadonlySet<string> {
  const found = [...open].filter(
    ([column, plain]) => numberedReply.test(plain) && areOwnTexts(seen.get(column)!),
  );
  return new Set(found.length > 1 ? found.map(([column]) => column) : []);
}

/** Whether a data set that the file is added to has a system of that name. */
const isKnown = (named: string, known: readonly string[]): boolean =>
  known.some((system) => plainName(system) === named);

/** Whether something else in the file calls a system so: a column of names, a score, or the name is that of a model. */
function isSystem(
  named: string,
  column: string,
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): boolean {
  if (modelName.test(named) || /^(?:[a-z]|\d{1,2}|[a-z]\d{1,2}|human)$/.test(named) || sibling.test(named))
    return true;
  return [...open].some(([other, plain]) => {
    if (other === column) return false;
    if ([...seen.get(other)!.names].some((name) => plainName(name) === named)) return true;
    return !isCalledReply(other, plain) && (plain.startsWith(`${named}_`) || plain.endsWith(`_${named}`));
  });
}

/**
 * The name of a system must be what names systems in the file. Several columns of one pattern name theirs; of a single one the name
 * may say anything, so that beside a column that is simply the reply it is a field, and alone it is the unnamed system's.
 */
function systemsNamed(
  found: ColumnMapping['responses'],
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
  known: readonly string[],
): ColumnMapping['responses'] {
  const named = found.filter(({ system }) => system !== unnamedSystem);
  const doubtful = named.filter(
    ({ column, system }) => !isKnown(system, known) && !isSystem(system, column, open, seen),
  );
  const [only] = doubtful;
  if (only === undefined || named.length > 1 || seen.get(only.column)!.isUnseen) return found;
  if (found.length > 1) return found.filter((one) => one !== only);
  // `response_alpha` is the reply of alpha; `machine_completion` may be anybody's.
  return responseOf.test(open.get(only.column)!) ? found : [{ ...only, system: unnamedSystem }];
}

/** Of columns that say the same in every row, the one that lies least deep; of unnamed ones none that lies deeper than another. */
const firstOfEquals =
  (seen: ReadonlyMap<string, Look>) =>
  (
    { column, system }: ColumnMapping['responses'][number],
    at: number,
    all: ColumnMapping['responses'],
  ): boolean => {
    const depth = pathOf(column).length;
    const { all: cells, isUnseen } = seen.get(column)!;
    return !all.some((other, place) => {
      if (place === at) return false;
      const otherDepth = pathOf(other.column).length;
      if (
        system === unnamedSystem &&
        other.system === unnamedSystem &&
        otherDepth < depth &&
        otherDepth <= 2 &&
        depth > 2
      )
        return true;
      const isFirst = otherDepth < depth || (otherDepth === depth && place < at);
      return !isUnseen && isFirst && system === unnamedSystem && seen.get(other.column)!.all === cells;
    });
  };

/** The path of a column without the places in lists: that of every record which a document has in one. */
const listless = (column: string): string =>
  JSON.stringify(pathOf(column).map((step) => (typeof step === 'number' ? 0 : step)));

/** Whether a column is one of several that are alike in a list, none of which speaks for the record. */
export const isOneOfList = (column: string, columns: readonly string[]): boolean =>
  columns.some((other) => other !== column && listless(other) === listless(column));

/** Replies of a system that nobody named, each a system of its own where they are several: one would take the place of another. */
function apart(found: ColumnMapping['responses']): ColumnMapping['responses'] {
  const isUnnamed = ({ system }: { system: string }) => system === unnamedSystem;
  const columns = found.filter(isUnnamed).map(({ column }) => column);
  const single = found.filter((one) => !isUnnamed(one) || !isOneOfList(one.column, columns));
  const unnamed = single.filter(isUnnamed);
  if (unnamed.length < 2) return single;
  return single.map((one) => (isUnnamed(one) ? { ...one, system: wholeName(one.column) } : one));
}
