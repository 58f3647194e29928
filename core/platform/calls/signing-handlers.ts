import { signingContract } from '../../../shared/contract/signing.ts';
import { baseOf } from '../base.ts';
import { publicKeyOf } from '../signing/signing-key.ts';

const base = baseOf({ signing: signingContract });

export const signingHandlers = {
  key: base.signing.key.handler(({ context }) => publicKeyOf(context.signing)),
};
