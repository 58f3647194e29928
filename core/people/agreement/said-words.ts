import type { LabelForm } from '../../../shared/contract/index.ts';
import type { LabeledStudy } from '../../model/study/label-key.ts';
import type { Spoken } from './ratings.ts';

/** What an annotator said of an item, in a few words. */
export function saidWords({ labels, rating }: Spoken, { form, against }: LabeledStudy): string {
  const skip = labels.find(({ content }) => content.kind === 'skip')?.content;
  if (rating.kind === 'skip') return skip?.kind === 'skip' ? `skipped: ${skip.reason}` : 'skipped';
  const [first] = labels;
  if (first?.content.kind === 'answer') {
    return first.content.answers.map(([text]) => text ?? '').join(' / ');
  }
  if (against) return signed(rating.value);
  return valueWords(rating.value, form);
}

const signed = (value: number) => (value > 0 ? `+${shown(value)}` : shown(value));
const shown = (value: number) => String(Number(value.toPrecision(6)));

function valueWords(value: number, form: LabelForm): string {
  if (form.kind === 'category') return form.options.find((one) => one.value === value)?.label ?? shown(value);
  if (form.kind !== 'binary' || form.perTurn) return shown(value);
  return value === 1 ? form.yesLabel : form.noLabel;
}
