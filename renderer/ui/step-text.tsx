import { use } from 'react';
import { ShownPictures } from './markdown.tsx';
import { MissingPicture } from './picture-view.tsx';

/** A picture of the project as texts name it. */
const storedPicture = /!\[([^\]\n]{0,300})\]\(assay:picture\/([0-9a-f]{64})\)/g;

/** A call or a result as it was written; the pictures in it, such as screenshots, stand in their places. */
export function StepText({ text }: { text: string }) {
  const draw = use(ShownPictures);
  // Between two pictures stands a piece of text, after each piece the name and the hash of a picture.
  const parts = text.split(storedPicture);
  return parts.map((part, at) => {
    if (at % 3 === 0) return part;
    if (at % 3 === 2) return null;
    const sha256 = parts[at + 1]!;
    // biome-ignore lint/suspicious/noArrayIndexKey: parts never change order
    return <span key={at}>{draw ? draw(sha256, part) : <MissingPicture name={part} />}</span>;
  });
}
