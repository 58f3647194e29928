import type { ItemSink } from './item-sink.ts';

/** What readers of messages write for a part that is no text, on a line of its own: `[image_url]`. */
const standIn =
  /^\[(?:(?:input_)?(image|audio|video|file)(?:_url|_file)?|(inline_data|media|document)|(part that is not text))\]$/;

const names: Readonly<Record<string, string>> = {
  image: 'pictures',
  audio: 'recordings',
  video: 'videos',
  file: 'attached files',
};

/** What such lines of a text are called, one name for each. */
function mediaIn(text: string): string[] {
  if (!text.includes('[')) return [];
  return text.split('\n').flatMap((line) => {
    const found = standIn.exec(line);
    return found === null ? [] : [names[found[1] ?? ''] ?? 'parts that are no text'];
  });
}

/** Hands everything on, and counts pictures and other parts of messages that people will not see. */
export function withMediaCounted(sink: ItemSink): { readonly sink: ItemSink; tell(): void } {
  const counts = new Map<string, number>();
  const count = (text: string) => {
    for (const name of mediaIn(text)) counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  return {
    sink: {
      range: (...range) => sink.range(...range),
      item(head) {
        // In JSON a line ends with a backslash and an n.
        if (head.conversation.includes('['))
          for (const part of head.conversation.split('"')) count(part.replaceAll('\\n', '\n'));
        sink.item(head);
      },
      response(system, turn, text) {
        if (text !== null) count(text);
        sink.response(system, turn, text);
      },
      human: (...score) => sink.human(...score),
      machine: (...score) => sink.machine(...score),
      leftBehind: (...what) => sink.leftBehind(...what),
      remark: (...what) => sink.remark(...what),
    },
    tell() {
      for (const [name, found] of counts)
        sink.leftBehind(
          `${name} that are not shown to people, who read the kind in brackets in their place`,
          found,
        );
    },
  };
}
