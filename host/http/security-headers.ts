import type { OutgoingHttpHeaders } from 'node:http';

/** What a page of the app may load: its own files, nothing else. Styles made at run time carry the nonce. */
export function contentSecurityPolicy(nonce: string, formAction = "'none'"): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    // Recordings come with an item, as pictures do.
    'media-src data:',
    // Reports that are shown carry their typeface.
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

/** For every response: nobody frames, sniffs, embeds or learns the address of anything served here. */
export const securityHeaders: OutgoingHttpHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};
