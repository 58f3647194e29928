import { useState } from 'react';
import { navigate } from 'wouter/use-hash-location';
import type { NamedSource, SourceCheck, SourceQuestion } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { askShell, isDesktop } from '../../api/desktop-port.ts';
import { plural } from '../../api/format.ts';
import { useStoppable } from '../../api/use-stoppable.ts';
import { paths } from '../../ui/place/paths.ts';
import type { ColumnRoles } from './column-roles.ts';
import {
  addressOf,
  guessedRoles,
  guessScale,
  isServerEngine,
  type PlaceDraft,
  placeOf,
  questionOf,
  timeoutOf,
} from './source-draft.ts';
import type { NextStep } from './source-step.tsx';
import type { SourceStudyDraft } from './source-study-fields.tsx';

export interface AskedPlace {
  place: PlaceDraft;
  password: string;
  named: readonly NamedSource[];
  study: SourceStudyDraft;
}

export type Place = NonNullable<ReturnType<typeof placeOf>>;
type SourceTimeout = ReturnType<typeof timeoutOf>;

/** A count of all rows, and what was counted. */
interface Counted {
  readonly asked: string;
  readonly check: SourceCheck;
}

/** A source that Assay asks itself: its columns are looked at, then its rows counted, then some of them drawn. */
export function useAskedSource(given: AskedPlace) {
  const { place, named, study } = given;
  const stated = placeOf(place, named);
  const patience = timeoutOf(place);
  const columns = useColumns(given, patience);
  const { look, roles, scale, where } = columns;
  const [counted, setCounted] = useState<Counted | null>(null);
  const isSeen = look.data !== undefined && JSON.stringify(look.variables) === JSON.stringify(stated);
  const asked = stated && questionOf(stated, { roles, scale, where });
  const { seed, preset } = study;
  const request = asked?.question ? { ...asked.question, seed, preset } : null;
  const countKey = JSON.stringify(request);
  const count = useStoppable(
    (input: NonNullable<typeof request>, signal) => api.source.check({ ...input, ...patience }, { signal }),
    (check, input) => setCounted({ asked: JSON.stringify(input), check }),
  );
  const found = counted !== null && counted.asked === countKey && isSeen ? counted.check : null;
  const draw = useDraw(study, found, patience);
  const steps = { look: () => stated && look.mutate(stated), count: () => request && count.mutate(request) };
  const step = nextSourceStep({ stated, isSeen, asked, found, study }, { ...steps, draw: draw.mutate });
  /** A fault of before is forgotten with the next step. */
  const go = () => {
    for (const { reset } of [count, draw]) reset();
    step.go();
  };
  return { stated, patience, columns, isSeen, asked, found, count, draw, next: { ...step, go } };
}

/** The columns of a source, and what each of them is said to hold. */
function useColumns({ place, password, named }: AskedPlace, patience: SourceTimeout) {
  const [roles, setRoles] = useState<ColumnRoles>({});
  const [scale, setScale] = useState(() => guessScale([]));
  const [where, setWhere] = useState('');
  const look = useStoppable(
    async (at: Place, signal) => {
      await keepPassword(place, named, password);
      return api.source.check({ ...at, ...patience }, { signal });
    },
    (check) => {
      const guessed = guessedRoles(check);
      const score = check.columns.findIndex(({ name }) => guessed[name]?.role === 'judge');
      setRoles(guessed);
      setScale(guessScale(check.firstRows.map((row) => row[score] ?? null)));
    },
  );
  return { look, roles, setRoles, scale, setScale, where, setWhere };
}

/** Draws the study from the rows that were counted, and goes to its labels. */
function useDraw(study: SourceStudyDraft, found: SourceCheck | null, patience: SourceTimeout) {
  return useStoppable(
    (source: SourceQuestion, signal) => {
      const { criterion, scale, size, name, seed, preset, ahead } = study;
      const wanted = { criterion: { name: criterion.trim(), scale }, seed, preset, ahead };
      const most = Math.min(size, found?.rows ?? size);
      const named = name.trim() === '' ? {} : { name: name.trim() };
      return api.source.createStudy({ source, ...wanted, ...named, ...patience, size: most }, { signal });
    },
    ({ id }) => navigate(paths.label(id)),
  );
}

interface AskedSoFar {
  stated: Place | null;
  isSeen: boolean;
  asked: ReturnType<typeof questionOf> | null;
  found: SourceCheck | null;
  study: SourceStudyDraft;
}

interface SourceSteps {
  look: () => void;
  count: () => void;
  draw: (question: SourceQuestion) => void;
}

/** What comes next, and what it lacks. */
function nextSourceStep({ stated, isSeen, asked, found, study }: AskedSoFar, steps: SourceSteps): NextStep {
  if (!isSeen || !asked) {
    const lacks = stated ? null : 'Say where the rows are.';
    return { words: 'Look at the columns', lacks, go: steps.look };
  }
  const { question } = asked;
  if (!found) return { words: 'Count the rows', lacks: asked.lacks, go: steps.count };
  const size = Math.min(study.size, found.rows ?? 0);
  const words = `Draw ${plural(size, 'row')} and start labeling`;
  return { words, lacks: lacking(study, found), go: () => question && steps.draw(question) };
}

/** Why nothing can be drawn yet; null when it can. */
function lacking({ criterion, scale }: SourceStudyDraft, { repeatedIds }: SourceCheck): string | null {
  if ((repeatedIds ?? 0) > 0) return 'Ids repeat: choose another id column, or leave rows out.';
  if (criterion.trim() === '') return 'Say what people rate.';
  return scale.max > scale.min ? null : 'The scale needs two ends.';
}

/** Gives the engine a password that was typed, and the system's keychain where it is to be kept there and there is one. */
async function keepPassword(
  place: PlaceDraft,
  named: readonly NamedSource[],
  password: string,
): Promise<void> {
  const isTyped = place.passwordFrom === 'typed' || place.passwordFrom === 'keychain';
  const known = named.find(({ name }) => place.engine === 'named' && name === place.name);
  const address = known?.paths[0] ?? (isServerEngine(place.engine) ? addressOf(place) : null);
  if (!isTyped || password === '' || address === null) return;
  const { secretName } = await api.source.typePassword({ place: address, password });
  if (place.passwordFrom === 'keychain' && isDesktop())
    await askShell({ ask: 'set-secret', name: secretName, value: password });
}
