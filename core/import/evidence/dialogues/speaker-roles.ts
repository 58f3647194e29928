/** What tables of dialogues call those who speak, by the role that they have. */
const roles: Readonly<Record<string, readonly string[]>> = {
  user: [
    ...['user', 'usr', 'human', 'customer', 'client', 'visitor', 'guest', 'patient', 'student', 'seeker'],
    ...['caller', 'requester', 'enduser', 'contact', 'lead', 'consumer', 'shopper', 'learner'],
    ...[
      'usuario',
      'usuaria',
      'cliente',
      'utilisateur',
      'utilisatrice',
      'nutzer',
      'benutzer',
      'kunde',
      'kundin',
    ],
    ...[
      'usuário',
      'usuária',
      'utente',
      'gebruiker',
      'klant',
      '用户',
      '用戶',
      '客户',
      '客戶',
      'ユーザー',
      '사용자',
    ],
    ...['고객', 'пользователь', 'клиент', 'użytkownik', 'klient', 'kullanıcı', 'müşteri'],
  ],
  assistant: [
    ...['assistant', 'bot', 'chatbot', 'ai', 'model', 'gpt', 'chatgpt', 'llm', 'agent', 'machine', 'claude'],
    ...['gemini', 'bard', 'bing', 'copilot', 'operator', 'support', 'admin', 'staff', 'wizard', 'sys'],
    ...[
      'asistente',
      'assistente',
      'assistent',
      'assistentin',
      'asystent',
      'agente',
      'berater',
      '助手',
      '机器人',
    ],
    ...['機器人', '客服', 'アシスタント', '어시스턴트', '챗봇', 'ассистент', 'бот', 'оператор', 'asistan'],
  ],
  tool: ['tool', 'function', 'observation'],
  system: ['system', 'developer'],
};
const roleOfWord = new Map(
  Object.entries(roles).flatMap(([role, words]) => words.map((word) => [word, role] as const)),
);

/** Words for people who answer; beside a bot they have taken over from it. */
const people = ['agent', 'operator', 'support', 'admin', 'staff', 'agente', 'berater', '客服', 'оператор'];

const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .replace('end-user', 'enduser')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');

const answers = (word: string): boolean => roleOfWord.get(word) === 'assistant';
const isPerson = (name: string): boolean => {
  const words = wordsOf(name).filter(answers);
  return words.length > 0 && words.every((word) => people.includes(word));
};

/**
 * The role that the name of a speaker tells: `Customer 12` asks, `Support-Bot` answers, `tool_call` is a call of a tool; undefined
 * where it tells none.
 */
export function speakerRole(name: string): string | undefined {
  if (['tool_call', 'function_call'].includes(name.toLowerCase())) return 'tool_call';
  const found = wordsOf(name)
    .map((word) => roleOfWord.get(word))
    .filter((role) => role !== undefined);
  // "AI assistant for customers" answers.
  return found.includes('assistant') ? 'assistant' : found[0];
}

/** A field of chat pages that says by yes and no which of two speaks: `isUser`, `from_bot`. */
const speakerFlag = /^(?:is_?from|is|from|by)_?(user|human|customer|bot|chatbot|ai|assistant|agent)$/i;

/** Who speaks by such a field and its value; undefined where the field is none, or says neither yes nor no. */
export function flaggedSpeaker(name: string, value: unknown): 'user' | 'assistant' | undefined {
  const who = speakerFlag.exec(name.replaceAll(/[^\p{L}\p{N}]+/gu, '_').replaceAll(/^_|_$/g, ''))?.[1];
  const [isYes, isNo] = [/^(?:true|yes|1)$/i, /^(?:false|no|0)$/i].map((word) =>
    word.test(String(value).trim()),
  );
  if (who === undefined || isYes === isNo) return undefined;
  return /user|human|customer/i.test(who) === isYes ? 'user' : 'assistant';
}

/** Whether values name who speaks, a user and somebody else, and nothing but that. */
export function areSpeakers(values: Iterable<string>): boolean {
  const roles = [...new Set(values)].map(speakerRole);
  return roles.length > 1 && roles.includes('user') && roles.every((role) => role !== undefined);
}

/**
 * The roles of all who speak in a table. Where nobody answers but `system` beside a user, that is who answers, as data sets of
 * dialogues have it; where all names are of one role, as `user1` and `user2`, they stay names, and so does an `agent` beside a `bot`,
 * who is a person.
 */
export function speakerRoles(speakers: Iterable<string>): ReadonlyMap<string, string> {
  const found = [...new Set(speakers)].map((name) => [name, speakerRole(name)] as const);
  const told = new Set(found.map(([, role]) => role));
  if (told.size === 1 && found.length > 1) return new Map(found.map(([name]) => [name, name]));
  const isSystemTold = told.has('user') && !told.has('assistant') && !told.has('tool_call');
  const hasMachine = found.some(([name, role]) => role === 'assistant' && !isPerson(name));
  const roleIn = (name: string, role: string | undefined): string => {
    if (role === 'system' && isSystemTold) return 'assistant';
    return role === undefined || (hasMachine && isPerson(name)) ? name : role;
  };
  return new Map(found.map(([name, role]) => [name, roleIn(name, role)]));
}
