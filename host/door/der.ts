import { isIPv4 } from 'node:net';

// Distinguished Encoding Rules (ITU-T X.690), as far as a certificate needs them.

/** A value with its tag and length. */
export function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

/** An empty sequence. */
export const contents = (): Buffer => der(0x30);

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  if (length < 0x100) return Buffer.from([0x81, length]);
  return Buffer.from([0x82, length >> 8, length & 0xff]);
}

/** A number that is not negative, its first byte below 128. */
export const integer = (value: Buffer): Buffer => der(0x02, value);

export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const digits = [40 * first + second, ...rest].flatMap((value) => {
    const out = [value & 0x7f];
    for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128))
      out.unshift((left & 0x7f) | 0x80);
    return out;
  });
  return der(0x06, Buffer.from(digits));
}

/** An instant of the years until 2049 (UTCTime). */
export const time = (ms: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));

/** The bytes of an IP address. */
export function bytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail] = address.split('%', 1)[0]!.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const [first, last] = [groups(head), groups(tail ?? '')];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const all = [...first, ...Array<string>(zeros).fill('0'), ...last];
  return Buffer.from(
    all.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]),
  );
}
