import type { NamedSource } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { askShell, isDesktop } from '../../api/desktop-door.ts';
import { addressOf, isServerEngine, type PlaceDraft } from './source-draft.ts';

/** Gives the engine a password that was typed, and the system's keychain where it is to be kept there and there is one. */
export async function keepPassword(
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
