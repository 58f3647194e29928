import { pathOf } from '../readers/json/record-columns.ts';

/** What columns are called, in the files that people and tools write; a name is compared as `plainName` and `spacedName` have it. */

export const names = {
  id: [
    ...['id', 'item_id', 'item', 'qid', 'question_id', 'prompt_id', 'example_id', 'sample_id', 'instance_id'],
    ...['record_id', 'task_id', 'request_id', 'trace_id', 'seg_id', 'segment_id', 'doc_id', 'uid', 'uuid'],
    ...['conversation_hash', 'key', 'index', 'idx'],
  ],
  question: [
    ...[
      'question',
      'prompt',
      'input',
      'query',
      'instruction',
      'user',
      'user_message',
      'user_input',
      'utterance',
    ],
    ...['question_text', 'prompt_text', 'query_text', 'user_prompt', 'user_question'],
    ...[
      'user_query',
      'input_text',
      'problem',
      'source',
      'src',
      'source_sentence',
      'mr',
      'meaning_representation',
      'original',
      'original_sentence',
      'orig_sent',
    ],
  ],
  conversation: [
    'conversation',
    'conversations',
    'messages',
    'dialogue',
    'dialog',
    'history',
    'turns',
    'chat',
    ...['histories', 'chat_history', 'dialogue_history', 'dialog_history', 'conversation_history'],
  ],
  context: [
    'context',
    'contexts',
    'passage',
    'document',
    'knowledge',
    'evidence',
    'source_text',
    ...['retrieved_context', 'retrieved_contexts', 'retrieval_context', 'passages', 'documents'],
    ...['doc', 'article', 'source_document', 'source_article'],
    ...['retrieved_chunks', 'retrieved_documents', 'retrieved_docs', 'retrieved_passages', 'chunks'],
  ],
  group: [
    'group',
    'group_id',
    'topic',
    'dialogue_id',
    'dialog_id',
    'conversation_id',
    'session_id',
    'session',
    'transcript_id',
  ],
} as const;
export const reference =
  /^(reference|references|refs?|tgt|highlights|gold|gold_answer|answer|answers|answer_text|ideal|expected|expected_output|targets?|ground_truth|truth|gt|gold_standard|answer_key|correct_answer|solution|canonical_solution)(_?\d+)?$|^\w{1,60}_references?$|_(?:ground_truth|gold_standard|(?:reference|expected|correct|gold(?:en)?|ideal)_(?:answer|response|output))$|^(?:answers?|output|response)_(?:gold|golden|expected|correct|reference)$/;
export const response =
  /^(response|outputs?|predictions?|completion|generation|reply|model_output|actual_output|model_answer|decoded|hypothesis|generated_text|sys_out|(?:response|output|reply|completion)_(?:text|body|content|message))$/;
export const isQuestion = (name: string): boolean => (names.question as readonly string[]).includes(name);
/** What tools call the text in an object that is a reply. */
export const textInside = /^(answer|text|content|result|message)$/;
export const responseOf =
  /^(?:(?:generated|predicted|model|system)_)?(?:response|output|answer|prediction|completion|reply)_(\d*\D.*)$/;
export const responseBy = /^(.+)_(?:response|output|prediction|pred|completion|reply)$/;
/** Replies of which the name tells no more than a number. */
export const numberedReply =
  /^(?:response|output|completion|reply|generation|prediction|candidate|hypothesis)_?\d{1,2}$/;
/** `model_a` and `model_b`, `system 1` and `system 2`. */
export const sibling = /^(?:model|system|assistant|bot|candidate|variant|version)_?(?:[a-z]|v?\d{1,2})$/;
export const human = /^(?:human|rating|label|score|flag|gold)(?:_(.+))?$|^ratings$/;
/** The range that people write behind what they rate: `Rating (1-5)`, `Score (0 to 10)`, `rating out of 5`. */
export const ratedRange = /(?:^|_)(?:[01]_(?:to_)?(?:[3-9]|10|100)|out_of_\d{1,3})$/;
/** Replies in a column that is called by the model that gave them. */
export const modelName =
  /^(?:openai_|anthropic_|google_|meta_)?(?:chatgpt|gpt|claude|gemini|gemma|llama|mistral|mixtral|qwen|deepseek|command_r|grok|phi|palm|bard|copilot|o[1-5])(?:_?\d|_|$)/;
export const judge = /^judge(?:_(.+))?$/;
/** A judge that is a machine by its name, whose column has its score. */
export const machineJudge = /^(?:llm|ai|auto|automatic)_(?:as_a_)?judge$/;
/** Metrics in evaluation tables of MLflow, which do not say whether a model judged. */
export const mlflowMetric = /^([^/]{1,80})\/v\d+\/score$/;
export const auto =
  /^(?:auto|metric)_(.+)$|^((?:sacre_?|sentence_|corpus_)?bleu\w*|rouge\w*|(?:bert|bart|mover)_?score\w*|bleurt\w*|comet\w*|f1(?:_score)?|em|exact_match|chrf\w*|meteor\w*|cider|spice)$/;
/** Whether a task was done: a quality, whose name ends as that of a reply does. */
export const taskCompletion = /(?:^|_)(?:task|goal|objective|intent|slot|form)s?_completion$/;
/** Metrics of Ragas, DeepEval, TruLens and their like, all of which are measured by a model. */
export const toolMetric =
  /^(faithfulness|groundedness|factuality|factual_correctness|noise_sensitivity|semantic_similarity|(answer|response)_(relevanc[ey]|correctness|similarity)|context(ual)?_(precision|recall|relevanc[ey]|utilization|entity_recall))$/;
/** What lists are called that hold what several people said. */
export const saidWords =
  'annotations?|ratings?|votes|reviews|judge?ments|evaluations?|evals?|scores|labels|feedbacks?|assessments?|grades|opinions';
/** Objects that hold what tools measured, by the names of their metrics. */
export const metricHolder = /^(scores|metrics|evals|evaluations|eval_scores)$/;
/** What people call the reply of the one system that they look at. */
export const genericReply =
  /^(?:(?:the|our)_)?(?:bot|chatbot|model|ai|assistant|agent|llm|system|generated|predicted|candidate)_(?:s_)?(?:answer|response|reply|output|completion|prediction|text|message)$/;
/** Replies by the name of who gave them, where the name says no right answer. */
export const answerBy = /^(.+)_answer$/;
export const rightAnswer =
  /^(gold|golden|reference|ref|expected|correct|right|true|ideal|intended|desired|best|target|ground_truth|std|standard|official|canonical|oracle)(_|$)/;
/** Right answers by a name that says so: `best_answer_1`. */
export const rightText =
  /_(?:answers?|response|output|reply|completion|solution|code|summ|summary|summaries|translation|paraphrase|simplification|headline|story|text|note|caption)_?\d{0,2}$/;
/** People who are told apart by a number: each column is a vote of its own. */
export const numberedPerson =
  /^(?:rating|score|label|human|rater|annotator|worker|evaluator|labell?er|reviewer|expert|assessor|coder|turker)_?\d{1,2}$/;

export const plainName = (column: string): string =>
  column
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');

const systemNames = [
  ...['system', 'model', 'model_name', 'model_id', 'system_name', 'generator', 'bot', 'model_test', 'llm'],
  ...['chatbot', 'chatbot_name', 'bot_name', 'assistant_name', 'agent_name', 'ai_tool', 'ai_name'],
  ...[
    'model_under_test',
    'dialog_model',
    'dialogue_model',
    'model_name_or_path',
    'llm_name',
    'model_type',
    'algorithm',
    'system_id',
    'sys',
    'sys_id',
    'sys_name',
    ...['response_model_name', 'answer_model_name', 'generator_model', 'candidate_model', 'tested_model'],
  ],
];
/** A column of the model that answered, by the word before: `source_model`, `answering_llm_name`. */
const modelThatAnswered =
  /^(?:(?:source|answering|replying|generat(?:ion|ing|or|ed)|gen|candidate|target|tested|evaluated|chat|dialog(?:ue)?|ai|completion|inference|assistant|agent|writer)_)+(?:model|llm|bot|chatbot|system|llm_model)(?:_(?:name|id|used|label))?$|^(?:model|llm|(?:chat)?bot|system|assistant|ai)_(?:used|label|tested|evaluated|under_test|queried|asked|compared)$|^(?:generated|answered|produced|written)_by$/;
/** Whether a column's name, in small letters with `_` between its words, is that of the system that answered. */
export const isSystemName = (plain: string): boolean =>
  systemNames.includes(plain) || modelThatAnswered.test(plain);
/** What was written about a score, reckoned of several or names it, and no score: `rating_explanation`, `rating_std`, `rating_id`. */
export const isRemark = (plain: string): boolean =>
  /_(?:prompt|explanations?|reasons?|reasoning|rationale|feedback|comments?|notes?|status|justification|critique|text|std|stdev|variance|diff|agreement|ids?|uid|uuid|guid|index|idx|date|time|timestamp|at|source|origin|method|mode|tool|engine|version|template|temperature|seed)$/.test(
    plain,
  );
/** Objects that hold what a judge said: a model that they name judged, and did not reply. */
export const judgeHolder =
  /^(?:eval|evaluation|judge|judgment|judgement|grading|grade|grader|critique|scoring|review|verdict)s?$/;
const persons =
  'annotator|rater|worker|evaluator|labell?er|reviewer|grader|coder|assessor|turker|crowdworker|scorer|marker|examiner|tester|sme|expert|participant|respondent';
const personNamed = new RegExp(
  `^(?:(?:human|expert|domain|crowd|manual|qa)_)?(?:${persons})(?:_?(?:id|name|e?mail|code|initials|no|nr|num|number))?$`,
);
const doneBy =
  /^(?:rated|scored|labell?ed|annotated|reviewed|evaluated|graded|assessed|coded|marked|tested|completed)_by$|^(?:rating|score|label|grade|annotation|judge?ment|evaluation)_(?:source|by|from|given_by)$|^(?:annotator|rater|evaluator|reviewer|grader)_(?:type|kind)$/;
/** Whether a column's name, in small letters with `_` between its words, is that of who scored: `annotator_id`, `rated_by`. */
export const isRaterName = (plain: string): boolean => personNamed.test(plain) || doneBy.test(plain);
/** Columns that name what a row's score measures: a metric is a machine's unless the file shows people. */
export const metricNames = ['metric', 'metric_name'];
export const criterionNames = [
  ...['criterion', 'dimension', 'aspect', 'criteria', 'criterion_name', 'dimension_name', 'aspect_name'],
  ...['criterion_id', 'criteria_id', 'dimension_id', 'aspect_id', 'criteria_name'],
  ...metricNames,
];
/** What the score is called in a table whose rows name the criterion. */
export const longScore =
  /^(?:(?:metric|score|criterion)_)?(?:value|val|score|result|annotation|grade|mark|points)$/;

/** Scores by the name of the system that was scored. */
export const ownScore = /^(.+?)_(?:human_rating|human_score|rating|score|label|human)$/;
/** What people rated: `coherence_rating`. Machines give scores, unless the name tells one. */
export const ownRating = /^(.+)_(?:rating|ratings)$/;
const machines = [
  'judge',
  'judged',
  'llm',
  'claude',
  'gemini',
  'llama',
  'model',
  'ai',
  'auto',
  'automatic',
  'predicted',
  'machine',
  'metric',
  'confidence',
  'probability',
  'similarity',
  'perplexity',
  'bleu',
  'bertscore',
];
/** Whether a name, in small letters with `_` between its words, tells that a machine scored. */
export const isOfMachine = (name: string): boolean =>
  name.split('_').some((word) => machines.includes(word) || /^(gpt|rouge)/.test(word));
/** Names that mean a question, or whoever asked and where a record came from. */
export const sourceNames = /^(source|src|mr|user)$/;

/** The name as words: `conversationId` and `Conversation ID` are both `conversation_id`. */
export const spacedName = (column: string): string =>
  plainName(lastName(column).replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, '_'));

/** The last name of a path: `answer.text` is a text, `scores[0].value` a value; `Turn No.` is no path. */
export const lastName = (column: string): string =>
  pathOf(column)
    .filter((step): step is string => typeof step === 'string' && step.trim() !== '')
    .at(-1) ?? column;

/** What a column is called: a path of one step is that step, whatever signs are in it. */
export const wholeName = (column: string): string => {
  const [only, ...deeper] = pathOf(column);
  return (typeof only === 'string' && deeper.length === 0 ? only : column).trim();
};

/** What a column is called with the part that it stands in: `meta.rater.id` is `rater_id`. */
export const inHolder = (column: string): string =>
  pathOf(column)
    .slice(-2)
    .map((step) => plainName(String(step)))
    .join('_');

/** All steps of a column's path as one name: `russian.query` is `russian_query`. */
export const pathName = (column: string): string =>
  pathOf(column)
    .map((step) => plainName(String(step)))
    .join('_');

const itemId = /(?:^|_)(?:id|uid|uuid|guid|qid)$/;
const idOfOthers =
  /^(?:worker|annotator|rater|reviewer|user|author|speaker|customer|account|model|system|bot|agent|session|project|batch|hit)_/;
const idOfGroups =
  /^(?:conversation|dialog|dialogue|group|thread|topic|chat|doc|document|passage|article|story|parent)_/;

/** Whether a column's name says that its values name what the rows are of, and no person, system or group. */
export const isIdOfItem = (column: string): boolean =>
  isIdOfTexts(column) && !idOfGroups.test(plainName(column));

/** Whether a column's name says that its values count the rows, or what they are of: `#`, `No.`, `S.No`, `Q#`, `Test case`. */
export const isNumberOfRow = (column: string): boolean => {
  const said = column.trim();
  return /^(?:#|№|n[°º])$/i.test(said) || numberOfRow.test(plainName(said.replaceAll(/[#№]/g, ' no ')));
};
const numberOfRow =
  /^(?:(?:s|sr|sl|serial|row|item|question|q|query|prompt|case|test|test_case|example|sample|record|line|chat|conversation)_)?(?:no|nr|num|number)$|^(?:row|case|test_case|test)$/;

/** The same, or of what several rows may share: a conversation, a passage. */
export const isIdOfTexts = (column: string): boolean => {
  const plain = plainName(column);
  return itemId.test(plain) && ![plain, inHolder(column)].some((name) => idOfOthers.test(name));
};

/** Numbers that are no scores. */
export const asideNames =
  /(?:^|_)(?:id|ids|time|at|date|day|timestamp|seconds|minutes|ms|duration|index|order|position|version|age|count|threshold|weight|min|max|cost|tokens|latency|confidence|gold|flag|flagged|skip|skipped|done|submitted|test|turns?|session|round|trial|step|page|fold|split|seed|year|month|hour|number|length|words|chars|system|model)(?:_|$)|_on$/;
