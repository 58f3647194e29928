/** Writings of a key that a server may send back, by name. */
export const writings: Readonly<Record<string, (key: string) => string>> = {
  'as it is': (key) => key,
  'in JSON': (key) => JSON.stringify(key),
  'in JSON in JSON': (key) => JSON.stringify(JSON.stringify(key)),
  'in JSON, all escaped': (key) =>
    [...key].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'in JSON, slashes escaped': (key) => JSON.stringify(key).replaceAll('/', '\\/'),
  'in a URL': encodeURIComponent,
  'in a URL, in small letters': (key) => encodeURIComponent(key).replaceAll(/%../g, (c) => c.toLowerCase()),
  'in a URL, all of it': (key) => [...Buffer.from(key)].map((b) => `%${b.toString(16)}`).join(''),
  'in HTML': (key) => key.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  'in base64': (key) => Buffer.from(key).toString('base64'),
  'in base64 with Bearer': (key) => Buffer.from(`Bearer ${key}`).toString('base64'),
  'in base64 with a user': (key) => Buffer.from(`user:${key}`).toString('base64'),
  'in base64 after one more': (key) => Buffer.from(`u:${key} and more`).toString('base64'),
  'in base64 after two more': (key) => Buffer.from(`us:${key} and more`).toString('base64'),
  'in base64url': (key) => Buffer.from(`??>${key}`).toString('base64url'),
  'in base64, wrapped': (key) =>
    inLines(Buffer.from(`Authorization: Bearer ${key}`).toString('base64'), '\r\n'),
  'in base64 of UTF-16': (key) => Buffer.from(`x${key}`, 'utf16le').toString('base64'),
  'in hex': (key) => Buffer.from(key).toString('hex'),
  'in capital hex': (key) => Buffer.from(key).toString('hex').toUpperCase(),
  'in hex with colons': (key) => inPairs(Buffer.from(key).toString('hex')).join(':'),
  'in hex of UTF-16': (key) => Buffer.from(key, 'utf16le').toString('hex'),
  'as bytes of C': (key) =>
    inPairs(Buffer.from(key).toString('hex'))
      .map((pair) => `\\x${pair}`)
      .join(''),
  'in pieces': (key) => inLines(key, '\n', 5),
  'letter by letter': (key) => [...key].join(' '),
  backwards: (key) => [...key].reverse().join(''),
  'cut off': (key) => key.slice(0, Math.ceil(key.length / 2)),
  'its end': (key) => key.slice(-Math.ceil(key.length / 2)),
};

const inPairs = (text: string) => text.match(/../g)!;
const inLines = (text: string, by: string, size = 12) =>
  text.match(new RegExp(`.{1,${size}}`, 'g'))!.join(by);
