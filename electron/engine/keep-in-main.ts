import type { KeepSigningKey } from '../../core/platform/signing/signing-key.ts';
import { AppError } from '../../shared/errors.ts';
import type { KeptKey, KeyOrder } from '../engine-messages.ts';

/** Has the shell keep the key that signs, for only it reaches the system's key store. */
export function keepInMain(tell: (order: KeyOrder) => void) {
  const waiting = new Map<number, PromiseWithResolvers<string | null>>();
  let next = 1;
  const keepSigningKey: KeepSigningKey = (made) => {
    const keep = next++;
    const answer = Promise.withResolvers<string | null>();
    waiting.set(keep, answer);
    tell({ keep, made });
    return answer.promise;
  };
  return {
    keepSigningKey,
    take(answer: KeptKey): void {
      const asked = waiting.get(answer.kept);
      waiting.delete(answer.kept);
      if ('key' in answer) asked?.resolve(answer.key);
      else
        asked?.reject(
          new AppError('CONFLICT', `The key that signs cannot be read: ${answer.failed}`, {
            mend: 'Unlock the keychain of this computer and try again.',
          }),
        );
    },
  };
}
