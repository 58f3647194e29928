import { findCriterionScale } from '../../../db/human-scores.ts';
import { finishCriterion, finishSignal, insertCriterion, insertSignal } from '../../../db/import-rows.ts';
import { studyOfCriterion } from '../../../db/scale-declarations.ts';
import { listSignalScales } from '../../../db/scores.ts';
import type { WritableDb } from '../../../db/types.ts';
import type { Scale } from '../../../shared/contract/index.ts';
import type { DeclaredScales } from '../../data/declared-scales.ts';
import type { SignalKind } from './item-sink.ts';
import { isOnScale, type ObservedScale } from './observed-scale.ts';
import { observedCriterion, observedSignal } from './observed-signal.ts';

/** A criterion or machine score of a data set that grows: its range takes in what a file adds. */
interface GrownScore {
  readonly id: number;
  readonly isNew: boolean;
  /** Why a value cannot be one of this score, and the remedy; null where it can. */
  refusal(value: number): { message: string; remedy: string } | null;
  /** Writes down the range as it is now. */
  finish(): void;
  /** What to say of a range that became wider; null where it did not. */
  readonly widened: string | null;
}

/** The scores of a data set by name, made when new. */
export class GrownScores {
  readonly #db: WritableDb;
  readonly #datasetId: number;
  readonly #declared: DeclaredScales;
  readonly #known = new Map<string, GrownScore>();

  constructor(db: WritableDb, datasetId: number, declared: DeclaredScales) {
    this.#db = db;
    this.#datasetId = datasetId;
    this.#declared = declared;
  }

  get all(): GrownScore[] {
    return [...this.#known.values()];
  }

  /** Names of those that the data set did not have before. */
  get newNames(): string[] {
    return [...this.#known].flatMap(([key, { isNew }]) => (isNew ? [JSON.parse(key).join(' ').trim()] : []));
  }

  criterion(name: string): GrownScore {
    return this.#kept(['criterion', name], () => {
      const db = this.#db;
      const known = findCriterionScale(db, this.#datasetId, name);
      const id = known?.id ?? insertCriterion(db, this.#datasetId, name);
      const fixed = this.#declared.take('criterion', name) ?? (known?.declared ? known.scale : null);
      const frozen = known && studyOfCriterion(db, known.id) !== undefined ? known.scale : null;
      const observed = observedCriterion(
        name,
        fixed,
        known ? undefined : this.#declared.named('criterion', name),
      );
      return grown({ id, name, observed, known: known?.scale ?? null, frozen }, (scale) =>
        finishCriterion(db, id, {
          kind: observed.isBinary && known?.kind !== 'rating' ? 'binary' : 'rating',
          scale,
          declared: observed.isStated,
          integer: observed.integer && known?.integer !== false,
        }),
      );
    });
  }

  signal(kind: SignalKind, name: string, criterion: string): GrownScore {
    return this.#kept([kind, name, criterion], () => {
      const db = this.#db;
      const known = listSignalScales(db, this.#datasetId).find(
        (one) => one.kind === kind && one.name === name && (one.criterion ?? '') === criterion,
      );
      const id = known?.id ?? insertSignal(db, this.#datasetId, { kind, name, criterion });
      const stated = this.#declared.take(kind, name, criterion);
      const fixed = stated ?? (known?.declared ? known.scale : null);
      const named = known ? undefined : this.#declared.named(kind, name, criterion);
      const observed = observedSignal(kind, name, fixed, named);
      return grown({ id, name, observed, known: known?.scale ?? null, frozen: null }, (scale) =>
        finishSignal(db, id, scale, observed.isStated),
      );
    });
  }

  #kept(key: readonly string[], make: () => GrownScore): GrownScore {
    const text = JSON.stringify(key);
    const found = this.#known.get(text) ?? make();
    this.#known.set(text, found);
    return found;
  }
}

interface Range {
  readonly id: number;
  readonly name: string;
  readonly observed: ObservedScale;
  readonly known: Scale | null;
  /** The range that a study holds to. */
  readonly frozen: Scale | null;
}

function grown({ id, name, observed, known, frozen }: Range, write: (scale: Scale) => void): GrownScore {
  if (known && !observed.declared) for (const end of [known.min, known.max]) observed.add(end);
  // What is known of a direction stays, and so does the range that a study was drawn on.
  const scaleNow = (): Scale =>
    frozen ??
    (observed.declared || !known ? observed.scale : { ...observed.scale, direction: known.direction });
  return {
    id,
    isNew: known === null,
    refusal(value) {
      const holds = observed.add(value);
      if (frozen && !isOnScale(value, frozen)) {
        return {
          message: `${value} lies outside the range of "${name}", ${frozen.min} to ${frozen.max}, which a study was drawn on.`,
          remedy: 'Correct the value, or give the score another name.',
        };
      }
      return holds ? null : observed.refusal(value);
    },
    finish: () => write(scaleNow()),
    get widened() {
      const now = scaleNow();
      if (!known || (now.min === known.min && now.max === known.max)) return null;
      return `The range of "${name}" was ${known.min} to ${known.max} and is now ${now.min} to ${now.max}; studies keep theirs.`;
    },
  };
}
