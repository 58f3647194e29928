import type { ConflictReason, MergeConflict, WhoseLabels } from './contract/exchange.ts';

/** Why an answer of a returned file waits for a choice. */
const conflictWords: Record<ConflictReason, string> = {
  future: 'dated in the future',
  'before-hand-out': 'dated before the items were sent',
  'given-here': 'differs from what was labeled in the app',
  'other-copy': 'differs from another copy that came back',
  'other-study': 'a further answer differs from that in another study',
  'other-signer': 'signed by another key than before',
  'same-instant': 'dated at the same instant',
};

export const reasonWords = ({ reasons }: Pick<MergeConflict, 'reasons'>): string =>
  reasons.map((reason) => conflictWords[reason]).join(', ');

/** The question that has to be answered before a file can be merged. */
export function whoseQuestion({ said, handedTo, people }: WhoseLabels): string {
  const knows = people.length === 0 ? 'nobody yet' : people.join(', ');
  const went = handedTo === null ? '' : ` The items were sent to ${handedTo}.`;
  return `The file says ${said}; the project has ${knows}.${went} Whose labels are these?`;
}

/** Who has signed a batch and its answers, as far as the file shows it. */
export function signatureWords({
  batchSignedBy,
  signedBy,
}: {
  batchSignedBy: string | null;
  signedBy: string | null;
}): string {
  const batch = batchSignedBy === null ? 'not signed' : `signed by ${batchSignedBy}`;
  const answers = signedBy === null ? 'not signed (page)' : `signed by ${signedBy}`;
  return `Items ${batch}; answers ${answers}.`;
}
