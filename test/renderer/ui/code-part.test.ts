import { describe, expect, test } from 'vitest';
import { colorCode } from '../../../renderer/ui/code-part.ts';

const kindOf = (language: string, text: string, part: string) =>
  colorCode(language, text)?.find((piece) => piece.text === part)?.kind;

describe('colors of code', () => {
  test.each([
    ['python', 'def f(x):\n  return "a" # why\n', 'def', 'keyword'],
    ['Py', 'x = "a"', '"a"', 'string'],
    ['js', 'const x = 1', 'const', 'keyword'],
    ['ts', 'let x: string', 'string', 'type'],
    ['sql', 'SELECT 1 -- all', '-- all', 'comment'],
    ['diff', '-old\n+new', '+new', 'inserted'],
    ['diff', '-old\n+new', '-old', 'deleted'],
    ['bash', 'if true; then', 'if', 'keyword'],
    ['json', '{"a": 1}', '1', 'number'],
  ])('%s: %j', (language, text, part, kind) => expect(kindOf(language, text, part)).toBe(kind));

  test('no letter is lost or added, whatever the language', () => {
    const text = '\n\t<a b="c">{"x": [1, \'two\']} // /* # -- $x `y` \\ \r\n\n\u{1f600}é\nend';
    for (const name of 'sh c java python js json html css sql ruby rust go yaml toml r diff latex swift'.split(
      ' ',
    )) {
      expect(
        colorCode(name, text)!
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }
  });

  test('a language that nobody knows, or a name of an object, has none', () => {
    for (const name of ['', 'mermaid', '__proto__', 'constructor']) expect(colorCode(name, 'x')).toBeNull();
  });

  test('very long lines, and what follows them, stand without colors', () => {
    const pieces = colorCode('js', `let a\n${'('.repeat(5_000)}\nlet b`)!;
    expect(pieces.filter(({ kind }) => kind === 'keyword')).toHaveLength(1);
    expect(pieces.map(({ text }) => text).join('')).toHaveLength(5_012);
  });
});
