import { StringDecoder } from 'node:string_decoder';
import { visible } from './visible.ts';

type Write = NodeJS.WriteStream['write'];
const plainWrites = new WeakMap<NodeJS.WritableStream, Write>();

/**
 * Makes everything that is written to a stream from here on visible: results, messages, progress, help, and what other
 * code logs. Names and texts come from files of others, and a terminal obeys what is in them.
 */
export function guardOutput(stream: NodeJS.WriteStream): void {
  if (plainWrites.has(stream)) return;
  const write = stream.write.bind(stream) as Write;
  const decoder = new StringDecoder('utf8');
  plainWrites.set(stream, write);
  stream.write = ((chunk: string | Uint8Array, ...more: []) =>
    write(visible(typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk))), ...more)) as Write;
  // Nothing here is colored, and what is logged would be for a terminal alone.
  stream.getColorDepth = () => 1;
}

/** Writes what the terminal shall obey: a sequence of our own, and never a text. */
export function control(stream: NodeJS.WriteStream, sequence: string): void {
  (plainWrites.get(stream) ?? stream.write.bind(stream))(sequence);
}

/** Writes what a command was to write into a file: to a terminal visibly, elsewhere byte by byte. */
export function writePlain(stream: NodeJS.WriteStream, content: Uint8Array): void {
  if (stream.isTTY) stream.write(content);
  else (plainWrites.get(stream) ?? stream.write.bind(stream))(content);
}
