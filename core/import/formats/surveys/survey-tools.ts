/** A tool that makes surveys, by what its tables have of their own. A row is what one person answered. */
export interface SurveyTool {
  /** Why a table is taken for one of this tool. */
  readonly recognized: string;
  /** @param rows the first three rows of the table */
  isOf(rows: readonly (readonly string[])[]): boolean;
  /** Further columns that the tool adds by itself; of people's addresses and places nothing is kept. */
  readonly own: readonly RegExp[];
  /** Columns that say who answered, the best first. */
  readonly people: readonly RegExp[];
  /** Rows below the header that nobody answered. */
  readonly rowsBelow: number;
  /** Whether a header may hold the code of a question and its text. */
  readonly hasCodes?: boolean;
  /** What a question says, where the rows below the header say more than the name of its column. */
  readonly text?: (name: string, below: readonly string[]) => string;
  /** Why a row does not count; undefined where it does. */
  whyNot?(said: (name: string) => string): string | undefined;
}

const unfinished = 'unfinished responses';

const isImportIds = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length > 0 && filled.every((cell) => /^\{"ImportId":/.test(cell));
};

const qualtrics: SurveyTool = {
  recognized: 'The third row has the ids of Qualtrics below names and questions.',
  isOf: ([names = [], , ids]) => ids !== undefined && names.length === ids.length && isImportIds(ids),
  own: [
    /^(?:StartDate|EndDate|Status|IPAddress|Progress|Duration \(in seconds\)|Finished|RecordedDate|Recipient\w+|ExternalReference|ExternalDataReference|Location\w+|DistributionChannel|UserLanguage|Q_\w+|\w+_TEXT)$/,
  ],
  people: [/^ResponseId$/],
  rowsBelow: 2,
  hasCodes: true,
  text: (name, below) => below[0] ?? name,
  whyNot(said) {
    if (/^(?:1|survey preview)$/i.test(said('Status'))) return 'previews of the survey';
    return /^(?:0|false)$/i.test(said('Finished')) ? unfinished : undefined;
  },
};

/** Whether a header is a question that people read, and no name of a field. */
export const isWholeQuestion = (header: string): boolean =>
  header.trim().split(/\s+/).length >= 3 || /[?\]]$/.test(header.trim());

const stampNames = /^(?:timestamp|zeitstempel|horodateur|marca temporal|carimbo de data\/hora)$/i;

/** The time first, then questions in whole sentences. */
const googleForms: SurveyTool = {
  recognized: 'The header begins with a time and goes on with questions, as answers of Google Forms do.',
  isOf: ([[first, ...others] = ['']]) => stampNames.test(first ?? '') && others.some(isWholeQuestion),
  own: [stampNames],
  people: [/^(?:e-?mail(?: address)?|e-mail-adresse)$/i, /^(?:username|nutzername|your name|name)$/i],
  rowsBelow: 0,
};

const startTime = /^(?:start time|startzeit|heure de d[ée]but|hora de inicio|hora de início)$/i;
const completionTime =
  /^(?:completion time|fertigstellungszeit|heure de fin|hora de finalizaci[óo]n|hora de conclusão)$/i;

const microsoftForms: SurveyTool = {
  recognized: 'The header begins with the id and the two times of Microsoft Forms.',
  isOf: ([[id = '', start = '', end = ''] = []]) =>
    /^id$/i.test(id) && startTime.test(start) && completionTime.test(end),
  own: [
    startTime,
    completionTime,
    /^(?:last modified time|uhrzeit der letzten änderung|language|sprache|total points|quiz feedback)$/i,
  ],
  people: [/^(?:e-?mail|adresse de messagerie|correo electrónico)$/i, /^(?:name|nom|nombre|nome)$/i, /^id$/i],
  rowsBelow: 0,
};

const surveyMonkey: SurveyTool = {
  recognized: 'The header begins with the ids of SurveyMonkey.',
  isOf: ([[respondent = '', collector = ''] = []]) =>
    /^respondent[ _]id$/i.test(respondent) && /^collector[ _]id$/i.test(collector),
  own: [
    /^(?:collector[ _]id|start date|end date|date[ _]created|date[ _]modified|ip[ _]address|email[ _]address|first[ _]name|last[ _]name|custom[ _]\d|custom data \d)$/i,
  ],
  people: [/^respondent[ _]id$/i],
  rowsBelow: 1,
  text: (name, [part = '']) =>
    part === '' || /^(?:open-ended )?response$/i.test(part) ? name : `${name} [${part}]`,
};

const limeSurvey: SurveyTool = {
  recognized: 'The header begins with the columns that LimeSurvey adds.',
  isOf([names = []]) {
    const [id = '', date = '', page = ''] = names.map((name) => codeAndText(name).code);
    const isDate = /^(?:submitdate|date submitted)$/i.test(date);
    return isDate && /^(?:response )?id$/i.test(id) && /^last ?page$/i.test(page);
  },
  own: [
    /^(?:submitdate|date submitted|last ?page|start ?language|seed|startdate|date started|datestamp|date last action|ipaddr|ip address|refurl|referrer url|(?:interview|total|group|question) ?time.*|\w+time|.+\[(?:comment|other)\])$/i,
  ],
  people: [/^(?:token|access code)$/i, /^(?:response )?id$/i],
  rowsBelow: 0,
  hasCodes: true,
  whyNot: (said) => ((said('submitdate') || said('Date submitted')) === '' ? unfinished : undefined),
};

const typeform: SurveyTool = {
  recognized: 'The header begins with # and has the times of Typeform.',
  isOf: ([names = []]) =>
    names[0] === '#' && names.includes('Start Date (UTC)') && names.includes('Submit Date (UTC)'),
  own: [/^(?:response type|(?:start|stage|submit) date \(utc\)|network id|tags|ending)$/i],
  people: [/^#$/],
  rowsBelow: 0,
  whyNot: (said) => (said('Submit Date (UTC)') === '' ? unfinished : undefined),
};

const tools = [qualtrics, googleForms, microsoftForms, surveyMonkey, limeSurvey, typeform];

/** The tool of a table by its first three rows; undefined where none of them makes such tables. */
export function toolOf(rows: readonly (readonly string[])[]): SurveyTool | undefined {
  const trimmed = rows.map((cells) => cells.map((cell) => cell.trim()));
  return tools.find((tool) => tool.isOf(trimmed));
}

const personNames =
  /^(?:(?:participant|respondent|person|rater|annotator|evaluator|judge|worker|user)(?:[ _]?(?:id|name))?|e-?mail(?: address)?|name)$/i;

/** A column in which people write their names, which are no ids. */
export const givenName = /^(?:your name|name|nom|nombre|nome)$/i;

/** Whether a column is the tool's, and no question. */
export const isOfTool = ({ own, people }: SurveyTool, name: string): boolean =>
  [...people, ...own].some((column) => column.test(name));

/** A table of no known tool, which its user calls a survey. */
export const anySurvey: SurveyTool = {
  recognized: '',
  isOf: () => false,
  own: [stampNames],
  people: [personNames],
  rowsBelow: 0,
};

/** Code and text of a question out of a header as "R1Q1. Is the reply fluent?" or "R1Q1". */
export function codeAndText(header: string): { code: string; text: string } {
  const at = header.indexOf('. ');
  const code = header.slice(0, at);
  return at > 0 && /^[\w[\]]+$/.test(code)
    ? { code, text: header.slice(at + 2).trim() }
    : { code: header, text: header };
}
