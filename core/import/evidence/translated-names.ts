import type { Ends } from '../../data/declared-scales.ts';
import { lastName, plainName, ratedRange } from './column-names.ts';

/** What headers of other languages call the columns of an evaluation, by the English word that the rules of names know. */
const english: Readonly<Record<string, readonly string[]>> = {
  id: ['nr', 'nummer', 'lfd_nr', 'numero', 'numéro', 'número', '编号', '序号', '番号', '번호', 'номер'],
  question: [
    ...[
      'frage',
      'kundenfrage',
      'nutzerfrage',
      'benutzerfrage',
      'anfrage',
      'vraag',
      'pregunta',
      'pergunta',
      'domanda',
    ],
    ...['问题', '提问', '用户问题', '問題', '提問', '質問', '질문', 'вопрос', 'soru', 'pytanie'],
    ...['otázka', 'dotaz', 'kérdés', 'întrebare', 'ερώτηση', 'سؤال', 'pertanyaan', 'kysymys', 'fråga'],
    ...['spørgsmål', 'spørsmål', 'запитання', 'питання', 'въпрос', 'pitanje', 'câu_hỏi', 'שאלה'],
  ],
  response: [
    ...[
      'antwort',
      'modellantwort',
      'botantwort',
      'antwoord',
      'réponse',
      'reponse',
      'respuesta',
      'resposta',
      'risposta',
    ],
    ...['回答', '回复', '答复', '模型回答', '返答', '답변', '응답', 'ответ', 'cevap', 'yanıt', 'odpowiedź'],
    ...[
      '答案',
      '回覆',
      '回應',
      '答覆',
      '応答',
      'odpověď',
      'válasz',
      'răspuns',
      'απάντηση',
      'جواب',
      'إجابة',
      'jawaban',
    ],
    ...['vastaus', 'svar', 'відповідь', 'отговор', 'odgovor', 'câu_trả_lời', 'תשובה'],
  ],
  reference: [
    'musterantwort',
    'referenzantwort',
    'référence',
    'referencia',
    '参考答案',
    '标准答案',
    '參考答案',
    '標準答案',
    '正解',
    '정답',
    'эталон',
  ],
  rating: [
    ...[
      'bewertung',
      '평점',
      'wertung',
      'punkte',
      'sterne',
      'beoordeling',
      'évaluation',
      'calificación',
      'calificacion',
    ],
    ...[
      'valoración',
      'valoracion',
      'puntuación',
      'puntuacion',
      'puntaje',
      'avaliação',
      'avaliacao',
      'pontuação',
    ],
    ...[
      'valutazione',
      'punteggio',
      'voto',
      '评分',
      '打分',
      '分数',
      '評価',
      '評点',
      '평가',
      '점수',
      'оценка',
      'puan',
      'ocena',
    ],
    ...[
      '評分',
      '分數',
      '评级',
      'hodnocení',
      'értékelés',
      'evaluare',
      'βαθμολογία',
      'تقييم',
      'penilaian',
      'arvosana',
    ],
    ...['betyg', 'vurdering', 'bedømmelse', 'оцінка', 'đánh_giá', 'דירוג'],
  ],
  human_rating: [
    ...['menschliche_bewertung', 'humanbewertung', 'note_humaine', 'évaluation_humaine', 'valoración_humana'],
    ...[
      'calificación_humana',
      'puntuación_humana',
      'avaliação_humana',
      'valutazione_umana',
      '人工评分',
      '人工打分',
    ],
    ...['人工評分', '人間評価', '사람_평가', 'оценка_человека', 'оценка_людей', 'insan_puanı'],
  ],
  judge_model: [
    ...['bewertungsmodell', 'richtermodell', 'modèle_évaluateur', 'modelo_evaluador', 'modelo_avaliador'],
    ...['modello_valutatore', '评估模型', '评测模型', '评审模型', '裁判模型', '裁判', '評估模型', '評測模型'],
    ...['評価モデル', '審査モデル', '평가모델', '평가_모델', 'модель_судья'],
  ],
  judge: [
    'richter',
    'richterwert',
    'juge',
    'juez',
    'juiz',
    'giudice',
    'судья',
    '심판',
    '심사위원',
    '评委',
    '評審',
  ],
  explanation: [
    ...['begründung', 'erklärung', 'erläuterung', 'justification', 'explication', 'raison', 'explicación'],
    ...['justificación', 'razón', 'explicação', 'justificativa', 'spiegazione', 'motivazione', 'toelichting'],
    ...[
      'uitleg',
      '理由',
      '原因',
      '解释',
      '解釋',
      '評価理由',
      '説明',
      '이유',
      '설명',
      'обоснование',
      'объяснение',
    ],
    ...['причина', 'uzasadnienie', 'gerekçe', 'açıklama'],
  ],
  context: ['kontext', 'contexte', 'contexto', 'contesto', '上下文', '文脈', 'контекст'],
  conversation: [
    'gespräch',
    'unterhaltung',
    'gesprek',
    'conversación',
    'conversa',
    'conversazione',
    '对话',
    '会話',
    '대화',
    'диалог',
  ],
  model: ['modell', 'modèle', 'modelo', 'modello', '模型', 'モデル', '모델', 'модель'],
  rater: [
    'bewerter',
    'gutachter',
    'évaluateur',
    'evaluador',
    'avaliador',
    'valutatore',
    '标注员',
    '标注者',
    '评估员',
    '評審員',
    '評価者',
    '평가자',
    'оценщик',
  ],
  criterion: ['kriterium', 'critère', 'criterio', 'critério', '标准', '基準', 'критерий'],
};

const wordIn = new Map(Object.entries(english).flatMap(([word, all]) => all.map((one) => [one, word])));

/** A name, as `plainName` has it, with the words of other languages in English: `antwort_gpt` is `response_gpt`. */
export const inEnglish = (plain: string): string =>
  wordIn.get(plain) ??
  plain
    .split('_')
    .map((word) => wordIn.get(word) ?? word)
    .join('_');

/** Longer names tell no range that a person would see. */
const longestName = 200;
const atEnd = /[([]([^()[\]]{3,60})[)\]]\s{0,9}$/;
const ends =
  /^(?:(?:scale|skala|von|from|de|da)\s)?(-?\d{1,3})\s?(?:-|–|—|\.{2,3}|…|~|to|bis|à|a|至)\s?(\d{1,3})(?!\.?\d)/i;
const endInWords = /(?<!\d)(-?\d{1,3})\s?=/g;

/**
 * The range that the name of a column tells in brackets at its end, and the name without it: `Rating (1-5)`,
 * `Bewertung [von 1 bis 7]`, `Quality (1 = bad, 5 = good)`.
 */
export function namedRange(column: string): { readonly name: string; readonly range: Ends } | undefined {
  if (column.length > longestName) return undefined;
  const brackets = atEnd.exec(column);
  const inside = brackets?.[1]?.trim() ?? '';
  const found = ends.exec(inside);
  const words = [...inside.matchAll(endInWords)].map(([, number]) => Number(number));
  if (!brackets || (!found && words.length < 2)) return undefined;
  const [min, max] = found ? [Number(found[1]), Number(found[2])] : [Math.min(...words), Math.max(...words)];
  const name = column.slice(0, brackets.index).trim();
  return min < max && name !== '' ? { name, range: { min, max } } : undefined;
}

/** What the rules of names compare: the last name of a path, without a range, and in English. */
export const plainColumnName = (column: string): string => {
  const name = column.replace(sideOfTask, '').replace(meanOfSeveral, '').replace(highest, ' out of $1$2');
  return inEnglish(plainName(namedRange(name)?.name ?? lastName(name)));
};

/** That a column holds means of several people, at the end of its name: `Human score (avg of 3)`. */
const meanOfSeveral =
  /(?<=\S)\s?[([](?:avg|average|mean)\.?(?:\s(?:of|over|across)\s[\p{L}\d\s]{1,30})?[)\]]$/iu;

/** The highest grade at the end of a name: `Fluency (/10)`, `score_/5`, `Tone [max. 7]`. */
const highest = /(?:(?<=[^\d\s])\s?\/\s?(\d{1,3})|\s?[([](?:\/|max\.?|of|von|sur)\s?(\d{1,3})[)\]])$/iu;

/**
 * What the name of a column tells of its range in words, without brackets for both ends: the highest grade (`Fluency (/10)`,
 * `tone_out_of_5`), or both (`rating_1_to_5`).
 */
export function endsNamed(column: string): Partial<Ends> | undefined {
  const [range] = ratedRange.exec(plainColumnName(column)) ?? [];
  const [max, min] = [...(range ?? '').matchAll(/\d+/g)].map(Number).toReversed();
  return max === undefined ? undefined : { max, ...(min !== undefined && { min }) };
}

/** What crowdsourcing tools write before the columns of a task and of what was made of it: `INPUT:question`, `Answer.quality`. */
const sideOfTask = /^(?:INPUT|OUTPUT|ASSIGNMENT|Input|Answer)[:.](?=\p{L})/u;
