import type { Client } from '../../core/engine.ts';
import type { FailureMode } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { sameName } from '../../shared/person-name.ts';
import { nearest, quoted } from './pick.ts';

/**
 * The failure mode of a name in any spelling, or of a number; of those of one name the one that is open.
 *
 * @param option the option that names it
 * @throws AppError NOT_FOUND, with the names that come near
 */
export async function findFailureMode(
  client: Client,
  asked: string,
  option: string,
): Promise<{ mode: FailureMode; modes: readonly FailureMode[] }> {
  const { modes } = await client.failures.list({ withRetired: true });
  const open = modes.filter(({ retired }) => !retired);
  const named = (some: readonly FailureMode[]) => some.find(({ name }) => sameName(name, asked));
  const mode = named(open) ?? named(modes) ?? modes.find(({ id }) => String(id) === asked);
  if (mode) return { mode, modes };
  const names = (open.length > 0 ? open : modes).map(({ name }) => name);
  throw new AppError('NOT_FOUND', `There is no failure mode "${asked}" in this project.`, {
    field: option,
    remedy:
      names.length > 0
        ? `There is: ${quoted(nearest(asked, names))}`
        : 'Make it: assay failures make --name NAME.',
  });
}
