import { plural } from './number-text.ts';

/** Kinds of pictures and recordings that are shown and played. */
export const mediaKinds = [
  ...(['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const),
  ...(['audio/wav', 'audio/mpeg', 'audio/ogg', 'audio/flac', 'audio/mp4', 'audio/webm'] as const),
] as const;

/** What names of files with a recording end with, and of files with either. */
export const recordingFile = /\.(?:wav|mp3|og[ga]|opus|flac|m4a|webm)$/i;
export const isMediaFile = (name: string): boolean =>
  /\.(?:png|jpe?g|gif|webp)$/i.test(name) || recordingFile.test(name);

/** Whether it is a recording, which is played, and no picture. */
export const isRecording = ({ media }: { media: string }): boolean => media.startsWith('audio/');

/** Hashes of the pictures that a text names, each once, in order. */
export const picturesIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(/\]\(assay:picture\/([0-9a-f]{64})\)/g), ([, hash]) => hash!)),
];

/** That pictures do not go with a batch; empty where all do. */
export const picturesLeftWords = (left = 0): string =>
  left === 0
    ? ''
    : `${plural(left, 'picture')} ${left === 1 ? 'is' : 'are'} too large or damaged; a warning stands in the place.`;
