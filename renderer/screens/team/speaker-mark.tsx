import type { Speaker } from '../../../shared/contract/index.ts';
import { AnnotatorMark } from '../../ui/annotator-mark.tsx';

/** Who spoke, as every screen marks an annotator. */
export const SpeakerMark = ({ speaker, isNamed = false }: { speaker: Speaker; isNamed?: boolean }) => (
  <AnnotatorMark annotator={speaker} isNamed={isNamed} />
);
