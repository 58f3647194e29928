import type { JsonObject } from '../../readers/json/json-lines.ts';
import { type FilePlace, meanOf, readVotes, wrongKind } from '../../readers/record-fields.ts';
import type { ItemSink, SignalKind } from '../../sink/item-sink.ts';

const humanRemedy = 'Write {"system name": {"criterion": [one value per annotator]}}.';
const judgeRemedy = 'Write {"judge name": {"system name": {"criterion": score}}}.';
const autoRemedy = 'Write {"metric name": {"system name": value}}.';

/** What a judge's score is called when the file gives it no criterion. */
const unnamedCriterion = 'score';

function isObject(value: unknown, at: FilePlace, field: string, remedy: string): value is JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return true;
  if (value !== undefined && value !== null) wrongKind(at, field, 'an object', value, remedy);
  return false;
}

function isNamed(name: string, at: FilePlace, field: string, remedy: string): boolean {
  if (name !== '') return true;
  at.problems.add(at.line, field, `${field} has an empty name.`, remedy);
  return false;
}

export function readHumanScores(human: unknown, at: FilePlace, sink: ItemSink): void {
  if (!isObject(human, at, 'human', humanRemedy)) return;
  for (const system in human) {
    const criteria = human[system];
    if (!isNamed(system, at, 'human', humanRemedy)) continue;
    if (!isObject(criteria, at, `human.${system}`, humanRemedy)) continue;
    for (const criterion in criteria) {
      if (!isNamed(criterion, at, `human.${system}`, humanRemedy)) continue;
      const votes = readVotes(criteria[criterion], at, () => `human.${system}.${criterion}`);
      if (votes.length > 0) sink.human(system, criterion, votes);
    }
  }
}

export function readMachineScores({ judge, auto }: JsonObject, at: FilePlace, sink: ItemSink): void {
  readSignals('judge', judge, judgeRemedy, at, sink);
  readSignals('auto', auto, autoRemedy, at, sink);
}

function readSignals(kind: SignalKind, value: unknown, remedy: string, at: FilePlace, sink: ItemSink): void {
  if (!isObject(value, at, kind, remedy)) return;
  for (const name in value) {
    const systems = value[name];
    if (!isNamed(name, at, kind, remedy)) continue;
    if (!isObject(systems, at, `${kind}.${name}`, remedy)) continue;
    for (const system in systems) {
      if (!isNamed(system, at, `${kind}.${name}`, remedy)) continue;
      const scores = systems[system];
      if (kind === 'judge' && typeof scores === 'object' && scores !== null && !Array.isArray(scores)) {
        for (const criterion in scores) {
          const field = () => `judge.${name}.${system}.${criterion}`;
          readSignal(kind, name, criterion, system, (scores as JsonObject)[criterion], field, at, sink);
        }
      } else {
        const criterion = kind === 'judge' ? unnamedCriterion : '';
        readSignal(kind, name, criterion, system, scores, () => `${kind}.${name}.${system}`, at, sink);
      }
    }
  }
}

function readSignal(
  kind: SignalKind,
  name: string,
  criterion: string,
  system: string,
  value: unknown,
  field: () => string,
  at: FilePlace,
  sink: ItemSink,
): void {
  const values = readVotes(value, at, field);
  if (values.length > 0) sink.machine(kind, name, criterion, system, meanOf(values), values);
}
