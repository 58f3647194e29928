import { emptyRecord, JsonAt } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { readAssayRecord } from '../assay/assay-record.ts';
import { unnamedSystem } from '../chats/chat-record.ts';
import { type DocumentShape, documentFormat, eachPart } from '../document-format.ts';

/** Numbers of HELM that say how a request was made, and nothing of the reply. */
const aboutRequest =
  /^(?:num_|inference_|training_|batch_size|finish_reason_|max_prob|logprob|estimated_|prompt_truncated|train_|predicted_index)/;

/**
 * `per_instance_stats.json` of a run: metrics by instance, which come in together with its `scenario_state.json`. Instances that were
 * asked several times come in the order of the requests.
 */
const stats: DocumentShape = {
  parts: ['[]'],
  recognize: (paths) =>
    paths.has('[].instance_id') && paths.has('[].stats[].name')
      ? 'The list has metrics by instance, as per_instance_stats.json of HELM does.'
      : null,
  read(at, sink, _mapping, systems = []) {
    const asked = new Map<string, number>();
    const [system] = systems;
    return eachPart(at, (part) => {
      const instance = new JsonAt(part.value, part.at, at);
      const id = instance.get('instance_id').id() ?? part.at;
      if (system === undefined) {
        at.problems.add(
          part.line,
          'instance_id',
          'These are metrics of a run of HELM, without its requests.',
          withRequests,
        );
        return;
      }
      if (instance.get('perturbation').isObject) {
        sink.leftBehind('metrics of perturbed instances');
        return;
      }
      const times = (asked.get(id) ?? 0) + 1;
      asked.set(id, times);
      const auto = emptyRecord<JsonObject>();
      for (const one of instance.get('stats').list()) {
        const name = one.get('name').get('name').name();
        const value = one.get('mean').number();
        if (name !== null && value !== null && !aboutRequest.test(name)) auto[name] = { [system]: value };
      }
      readAssayRecord(
        { id: times === 1 ? id : `${id}~${times}`, conversation: [], responses: {}, auto },
        at,
        sink,
      );
    });
  },
};
const withRequests =
  'Import both files of the run together: assay import PROJECT scenario_state.json per_instance_stats.json.';

/**
 * HELM (Liang et al., 2022): the requests of one run with what the model completed, as `scenario_state.json` has them. The first
 * completion is what is judged; an instance that was asked several times gives an item each. Scores of annotators come in as judges'.
 */
export const helm = documentFormat(
  'helm-json',
  {
    from: 'a run of HELM (`scenario_state.json`)',
    becomes:
      'one item per request; those tagged as correct are references, numbers of annotators are scores of judges',
    parts: ['request_states[]'],
    recognize: (paths) =>
      paths.has('request_states[].instance.input')
        ? 'The document has requests with their instances, as runs of HELM do.'
        : null,
    read: (at, sink) => {
      const asked = new Map<string, number>();
      return eachPart(at, (part) => {
        const state = new JsonAt(part.value, part.at, at);
        const instance = state.get('instance');
        const id = instance.get('id').id() ?? part.at;
        const times = (asked.get(id) ?? 0) + 1;
        asked.set(id, times);
        const [completion, ...further] = state.get('result').get('completions').list();
        if (completion === undefined) sink.leftBehind('requests without a completion');
        if (further.length > 0)
          sink.leftBehind('further completions of a request, of which the first is judged', further.length);
        readAssayRecord(
          toRecord(state, times === 1 ? id : `${id}~${times}`, id, completion?.get('text').text() ?? null),
          at,
          sink,
        );
      });
    },
  },
  stats,
);

function toRecord(state: JsonAt, id: string, group: string, completion: string | null): JsonObject {
  const instance = state.get('instance');
  const system = state.get('request').get('model').name() ?? unnamedSystem;
  const question = textIn(instance.get('input')) ?? '';
  const references = instance.get('references').list();
  const isCorrect = (one: JsonAt) =>
    one
      .get('tags')
      .list()
      .some(({ value }) => value === 'correct');
  return {
    id,
    ...(id !== group && { group }),
    conversation: [{ role: 'user', content: question }],
    reference: references.filter(isCorrect).map((one) => textIn(one.get('output')) ?? ''),
    ...(completion !== null && { responses: { [system]: completion }, judge: judgesOf(state, system) }),
    meta: { split: instance.get('split').value ?? null },
  };
}

/**
 * What the annotators of a run say in numbers: each is a judge, called by its name and the model that it asked, with its scores by name.
 */
function judgesOf(state: JsonAt, system: string): JsonObject {
  const judges = emptyRecord<JsonObject>();
  const annotations = state.get('annotations');
  for (const [annotator, said] of annotations.isObject ? annotations.entries() : []) {
    const parts = said.isObject ? said.entries() : [];
    const groups = [
      [annotator, parts] as const,
      ...parts
        .filter(([, part]) => part.isObject)
        .map(([model, part]) => [`${annotator}, ${model}`, part.entries()] as const),
    ];
    for (const [judge, values] of groups) {
      const scores = values.flatMap(([name, value]) =>
        typeof value.value === 'number' && Number.isFinite(value.value) ? [[name, value.value] as const] : [],
      );
      if (scores.length > 0) judges[judge] = { [system]: Object.fromEntries(scores) };
    }
  }
  return judges;
}

/** Versions before 2023 have the text itself where later ones have an object of it. */
const textIn = (value: JsonAt): string | null => (value.isObject ? value.get('text').text() : value.text());
