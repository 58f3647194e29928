import { readFileSync } from 'node:fs';
import path from 'node:path';
import { documents, root } from '../docs/doc-commands.ts';

/** A fenced block of a page that somebody can run. */
export interface Block {
  readonly page: string;
  readonly line: number;
  readonly kind: 'shell' | 'python';
  readonly body: string;
  /** Shell alone: what is one command to a reader; one that goes on behind a backslash or in a loop is whole. */
  readonly statements: readonly string[];
  /** What the page shows below it as printed. */
  readonly shown: string;
}

/** Blocks of data, settings and drawings are for reading: what their commands would begin with. */
const command = /^(assay|npm|npx|node|docker|python3|vllm|export|cd|for|ssh|[a-z]+\$) /;

/** Every block of every document that can be run. Contributors' own commands are no reader's. */
export function runnableBlocks(): Block[] {
  return documents.filter((page) => page !== 'CONTRIBUTING.md').flatMap(blocksOf);
}

function blocksOf(page: string): Block[] {
  const text = readFileSync(path.join(root, page), 'utf8');
  const fenced = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)];
  return fenced.flatMap(({ index, 1: tag = '', 2: body = '' }, i): Block[] => {
    const line = text.slice(0, index).split('\n').length + 1;
    if (tag === 'python') return [{ page, line, kind: 'python', body, statements: [], shown: '' }];
    if (!['', 'sh'].includes(tag) || !command.test(body)) return [];
    const next = fenced[i + 1];
    const shown = next?.[1] === 'text' ? next[2]! : '';
    return [{ page, line, kind: 'shell', body, statements: statementsOf(body), shown }];
  });
}

function statementsOf(body: string): string[] {
  const whole: string[] = [];
  for (const line of body.split('\n').filter((one) => one.trim() !== '')) {
    const last = whole.at(-1);
    const goesOn =
      last !== undefined && (last.endsWith('\\') || (/^for /.test(last) && !/\ndone$/.test(last)));
    if (goesOn) whole[whole.length - 1] = `${last}\n${line}`;
    else whole.push(line);
  }
  return whole;
}
