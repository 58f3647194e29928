import type { ImportPreview, Scale, ScaleDeclaration } from '../../../shared/contract/index.ts';

type ScaleOwner = Pick<ScaleDeclaration, 'kind' | 'name' | 'criterion'>;

export const scaleKey = ({ kind, name, criterion }: ScaleOwner): string =>
  JSON.stringify([kind, name, criterion ?? null]);

export const scaleKindNames: Record<ScaleDeclaration['kind'], string> = {
  criterion: 'Human criterion',
  judge: 'Judge',
  auto: 'Automatic metric',
};

/** The scales that were changed by hand, as the import takes them. */
export function declaredScales(
  scales: ImportPreview['scales'],
  changed: Readonly<Record<string, Scale>>,
): ScaleDeclaration[] {
  return scales.flatMap(({ observed: _, scale: __, constant: ___, ...owner }) => {
    const scale = changed[scaleKey(owner)];
    return scale ? [{ ...owner, scale }] : [];
  });
}
