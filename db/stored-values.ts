import { auditColumns } from './audit.ts';
import { totalColumns } from './binding.ts';
import { type Column, json, matching } from './columns.ts';
import { datasetColumns } from './datasets.ts';
import { endpointColumns } from './endpoints.ts';
import { modeEventColumns } from './failure-modes.ts';
import { firstPhaseColumns } from './first-phases.ts';
import { itemColumns } from './items.ts';
import { jobColumns } from './jobs.ts';
import { checkColumns, improvementColumns } from './judge-improvements.ts';
import { judgeColumns } from './judges.ts';
import { labRunColumns } from './lab-runs.ts';
import { contentColumns } from './label-content.ts';
import { runFileColumns } from './llm-run-files.ts';
import { itemRunColumns } from './llm-runs.ts';
import { personaColumns } from './personas.ts';
import { poolSourceColumns } from './pool-sources.ts';
import { promptColumns } from './prompts.ts';
import { conversationOwnColumns, turnColumns } from './protocol-conversations.ts';
import { protocolPromptColumns } from './protocol-prompts.ts';
import { protocolRunColumns } from './protocol-runs.ts';
import { qualificationColumns } from './qualifications.ts';
import { qualityPlanColumns } from './quality.ts';
import { anything, numbersShape, tokensShape } from './shapes.ts';
import { studyOwnColumns } from './studies.ts';
import { studyColumnColumns } from './study-columns.ts';
import { fieldsJson } from './study-fields.ts';
import { studySourceColumns } from './study-sources.ts';

const anyJson = json(anything);

/**
 * What the columns hold that are more than a number or a text to Assay, by table and column: as their readers read
 * them, and where none does or only in part, what every version wrote there.
 */
export const storedValues: Readonly<Record<string, Readonly<Record<string, Column<unknown>>>>> = {
  item: {
    conversation: itemColumns.conversation,
    reference_answers: itemColumns.references,
    meta: anyJson,
  },
  binding: { sums: totalColumns.sums },
  response: { token_log_probabilities: json(tokensShape) },
  human_score: { votes: json(numbersShape) },
  score_repeat: { value_list: json(numbersShape) },
  dataset: { format: datasetColumns.format },
  study: {
    measure: studyOwnColumns.measure,
    surrogate: studyOwnColumns.surrogate,
    preset: studyOwnColumns.preset,
    direction: studyOwnColumns.direction,
    pool_summary: studyOwnColumns.poolSummary,
    reference_evaluation: studyOwnColumns.referenceEvaluation,
    form: studyOwnColumns.form,
    fields: fieldsJson,
    batch_ref: matching(/^[\w-]+$/),
  },
  judge_improvement: { practice: improvementColumns.practice },
  judge_check: { figures: checkColumns.figures },
  quality_plan: { plan: qualityPlanColumns.plan },
  pool_source: { paths: poolSourceColumns.paths },
  study_source: { asked: studySourceColumns.asked, files: studySourceColumns.files },
  qualification: { asked: qualificationColumns.asked },
  study_column: { kind: studyColumnColumns.kind },
  job: {
    kind: jobColumns.kind,
    state: jobColumns.state,
    result: jobColumns.result,
    error: jobColumns.error,
  },
  audit: { details: auditColumns.details },
  lab_run: {
    request: labRunColumns.request,
    populations: labRunColumns.populations,
    methods: labRunColumns.methods,
    rows: labRunColumns.rows,
  },
  label: { answers: contentColumns.answers },
  label_field: { value: anyJson },
  adjudication: { answers: contentColumns.answers },
  failure_mode_event: { seen: modeEventColumns.seen },
  endpoint: { settings: endpointColumns.settings },
  prompt: { text: promptColumns.text },
  judge: { settings: judgeColumns.settings },
  llm_call: { request: anyJson },
  first_phase: { origin: firstPhaseColumns.origin },
  llm_run_file: { counts: runFileColumns.counts },
  llm_run: { settings: itemRunColumns.settings, progress: itemRunColumns.progress },
  protocol_run: {
    model: protocolRunColumns.model,
    settings: protocolRunColumns.settings,
    scores: protocolRunColumns.scores,
    progress: protocolRunColumns.progress,
  },
  protocol_conversation: {
    item_ids: conversationOwnColumns.itemIds,
    variant: conversationOwnColumns.variant,
    outcome: conversationOwnColumns.outcome,
    replies: conversationOwnColumns.replies,
  },
  protocol_turn: { content: turnColumns.content },
  persona: { text: personaColumns.text },
  protocol_prompt: { text: protocolPromptColumns.text },
};
