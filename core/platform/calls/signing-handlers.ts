import { signingContract } from '../../../shared/contract/signing.ts';
import { baseOf } from '../base.ts';
import { publicKeyPem } from '../signing/signature.ts';

const base = baseOf({ signing: signingContract });

export const signingHandlers = {
  key: base.signing.key.handler(async ({ context }) => {
    const { publicKey, fingerprint } = await context.signing.signer();
    return { publicKey, fingerprint, pem: publicKeyPem(publicKey) };
  }),
};
