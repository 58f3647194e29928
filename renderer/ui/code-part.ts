import { c, cpp, csharp, dart, java, kotlin, objectiveC, scala } from '@codemirror/legacy-modes/mode/clike';
import { clojure } from '@codemirror/legacy-modes/mode/clojure';
import { css, less, sCSS } from '@codemirror/legacy-modes/mode/css';
import { diff } from '@codemirror/legacy-modes/mode/diff';
import { dockerFile } from '@codemirror/legacy-modes/mode/dockerfile';
import { fortran } from '@codemirror/legacy-modes/mode/fortran';
import { go } from '@codemirror/legacy-modes/mode/go';
import { groovy } from '@codemirror/legacy-modes/mode/groovy';
import { haskell } from '@codemirror/legacy-modes/mode/haskell';
import { javascript, json, typescript } from '@codemirror/legacy-modes/mode/javascript';
import { julia } from '@codemirror/legacy-modes/mode/julia';
import { lua } from '@codemirror/legacy-modes/mode/lua';
import { octave } from '@codemirror/legacy-modes/mode/octave';
import { pascal } from '@codemirror/legacy-modes/mode/pascal';
import { perl } from '@codemirror/legacy-modes/mode/perl';
import { powerShell } from '@codemirror/legacy-modes/mode/powershell';
import { properties } from '@codemirror/legacy-modes/mode/properties';
import { python } from '@codemirror/legacy-modes/mode/python';
import { r } from '@codemirror/legacy-modes/mode/r';
import { ruby } from '@codemirror/legacy-modes/mode/ruby';
import { rust } from '@codemirror/legacy-modes/mode/rust';
import { shell } from '@codemirror/legacy-modes/mode/shell';
import { standardSQL } from '@codemirror/legacy-modes/mode/sql';
import { stex } from '@codemirror/legacy-modes/mode/stex';
import { swift } from '@codemirror/legacy-modes/mode/swift';
import { toml } from '@codemirror/legacy-modes/mode/toml';
import { html, xml } from '@codemirror/legacy-modes/mode/xml';
import { yaml } from '@codemirror/legacy-modes/mode/yaml';
import { type StreamParser, StringStream } from '@codemirror/streamparser';

/** Parsers by the names that stand behind fences; several names of one language share a line. */
const languages = new Map<string, StreamParser<unknown>>(
  (
    [
      ['bash sh shell zsh console', shell],
      ['c h', c],
      ['clojure clj', clojure],
      ['cpp c++ cc hpp cuda', cpp],
      ['csharp cs c#', csharp],
      ['css', css],
      ['dart', dart],
      ['diff patch', diff],
      ['dockerfile docker', dockerFile],
      ['fortran', fortran],
      ['go golang', go],
      ['groovy gradle', groovy],
      ['haskell hs', haskell],
      ['html htm vue svelte', html],
      ['ini properties env', properties],
      ['java', java],
      ['javascript js jsx mjs cjs', javascript],
      ['json jsonc json5 jsonl ndjson', json],
      ['julia jl', julia],
      ['kotlin kt', kotlin],
      ['latex tex', stex],
      ['less', less],
      ['lua', lua],
      ['matlab octave', octave],
      ['objectivec objc objective-c', objectiveC],
      ['pascal delphi', pascal],
      ['perl pl', perl],
      ['powershell ps1 pwsh', powerShell],
      ['python py python3 pycon', python],
      ['r', r],
      ['ruby rb', ruby],
      ['rust rs', rust],
      ['scala', scala],
      ['scss sass', sCSS],
      ['sql mysql postgresql sqlite plsql', standardSQL],
      ['swift', swift],
      ['toml', toml],
      ['typescript ts tsx', typescript],
      ['xml svg xsl', xml],
      ['yaml yml', yaml],
    ] as const
  ).flatMap(([names, parser]) =>
    names.split(' ').map((name): [string, StreamParser<unknown>] => [name, parser as StreamParser<unknown>]),
  ),
);

const kinds = {
  keyword: 'keyword',
  operatorKeyword: 'keyword',
  modifier: 'keyword',
  builtin: 'name',
  def: 'name',
  tagName: 'name',
  tag: 'name',
  function: 'name',
  string: 'string',
  regexp: 'string',
  character: 'string',
  quote: 'string',
  number: 'number',
  atom: 'number',
  bool: 'number',
  null: 'number',
  unit: 'number',
  comment: 'comment',
  lineComment: 'comment',
  blockComment: 'comment',
  docComment: 'comment',
  type: 'type',
  typeName: 'type',
  className: 'type',
  namespace: 'type',
  propertyName: 'property',
  property: 'property',
  attributeName: 'property',
  attribute: 'property',
  meta: 'comment',
  header: 'name',
  heading: 'name',
  inserted: 'inserted',
  deleted: 'deleted',
} as const;

export type CodeKind = (typeof kinds)[keyof typeof kinds];

/** A stretch of code of one kind; null for what has no color of its own. */
export interface CodePiece {
  readonly text: string;
  readonly kind: CodeKind | null;
}

/** Longer lines, in characters, have no colors. */
const longestLine = 1_000;
/** Stretches of a block before the rest has no colors. */
const mostPieces = 10_000;
/** Time for a block, in milliseconds, before the rest has no colors. */
const longestTime = 60;

/** Code cut by kind, joined it is the text; null where nobody knows the language. Bounded in time whatever is written. */
export function colorCode(language: string, text: string): CodePiece[] | null {
  const parser = languages.get(language.toLowerCase());
  if (!parser) return null;
  const pieces: CodePiece[] = [];
  const add = (part: string, kind: CodeKind | null) => {
    const last = pieces.at(-1);
    if (last && last.kind === kind) pieces[pieces.length - 1] = { text: last.text + part, kind };
    else if (part !== '') pieces.push({ text: part, kind });
  };
  const state = parser.startState?.(2) ?? {};
  const end = performance.now() + longestTime;
  let at = 0;
  try {
    for (const line of text.split(/(?<=\n)/)) {
      if (line.length > longestLine || pieces.length > mostPieces || performance.now() > end) break;
      const words = line.replace(/\r?\n$/, '');
      for (const piece of piecesOf(words, parser, state, end)) add(piece.text, piece.kind);
      add(line.slice(words.length), null);
      at += line.length;
    }
  } catch {
    // A parser that fails, or takes too long, colors the lines before.
  }
  add(text.slice(at), null);
  return pieces;
}

function piecesOf(line: string, parser: StreamParser<unknown>, state: unknown, end: number): CodePiece[] {
  if (line === '') {
    parser.blankLine?.(state, 2);
    return [];
  }
  const stream = new StringStream(line, 4, 2);
  const pieces: CodePiece[] = [];
  let standing = 0;
  while (!stream.eol()) {
    stream.start = stream.pos;
    const style = parser.token(stream, state);
    standing = stream.pos > stream.start ? 0 : standing + 1;
    if (standing > 10 || performance.now() > end) throw new Error('The parser does not come to an end.');
    if (standing === 0) pieces.push({ text: stream.current(), kind: kindOf(style) });
  }
  return pieces;
}

function kindOf(style: string | null): CodeKind | null {
  for (const name of style?.split(/[\s.]/) ?? []) {
    if (Object.hasOwn(kinds, name)) return kinds[name as keyof typeof kinds];
  }
  return null;
}
