import { finiteSpanRemedy, isFiniteSpan } from '../../shared/contract/base.ts';
import type { Scale, ScaleDeclaration } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';

type Kind = ScaleDeclaration['kind'];

const keyOf = (kind: Kind, name: string, criterion = '') => JSON.stringify([kind, name, criterion]);

/** @throws AppError INVALID_INPUT when a range is empty, reversed, or not of a finite width. */
export function assertScale(name: string, { min, max }: Scale): void {
  if (!isFiniteSpan({ min, max })) {
    const message = `The range of "${name}" from ${min} to ${max} is too wide to be counted with.`;
    throw new AppError('INVALID_INPUT', message, { field: name, remedy: finiteSpanRemedy });
  }
  if (min < max) return;
  throw new AppError('INVALID_INPUT', `The range of "${name}" runs from ${min} to ${max}.`, {
    field: name,
    remedy: 'Give a lower end that is smaller than the upper end.',
  });
}

/** The two ends of a range. */
export type Ends = Pick<Scale, 'min' | 'max'>;

/** What a file itself tells of a scale by its names: its ends, and which values are better. */
export interface ToldScale extends Partial<Ends> {
  readonly direction?: Scale['direction'] | undefined;
}

/** The ranges and directions that the person stated for an import, and what the file itself tells of them. */
export class DeclaredScales {
  readonly #declarations = new Map<string, ScaleDeclaration>();
  readonly #named = new Map<string, ToldScale>();
  readonly #taken = new Set<string>();

  constructor(declarations: readonly ScaleDeclaration[] = []) {
    for (const declaration of declarations) {
      const { kind, name, criterion, scale } = declaration;
      assertScale(name, scale);
      this.#declarations.set(keyOf(kind, name, criterion), declaration);
    }
  }

  take(kind: Kind, name: string, criterion = ''): Scale | null {
    const key = keyOf(kind, name, criterion);
    this.#taken.add(key);
    return this.#declarations.get(key)?.scale ?? null;
  }

  /** Takes down what the file tells of a scale; a value outside of its range speaks against that. */
  name(kind: Kind, name: string, criterion: string, told: ToldScale): void {
    this.#named.set(keyOf(kind, name, criterion), told);
  }

  named(kind: Kind, name: string, criterion = ''): ToldScale | undefined {
    return this.#named.get(keyOf(kind, name, criterion));
  }

  /** Declarations of scores that the file does not hold. */
  unused(): ScaleDeclaration[] {
    return [...this.#declarations].flatMap(([key, declaration]) =>
      this.#taken.has(key) ? [] : [declaration],
    );
  }
}
