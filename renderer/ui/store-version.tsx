import { ReasonButton } from './reason-button.tsx';

interface StoreVersionProps {
  isChanged: boolean;
  isStoring: boolean;
  /** What the text lacks, in a sentence; null where it can be stored. */
  lack?: string | null;
  onStore(): void;
}

/** Below a text that is kept in versions: stores what was changed as a new one. */
export const StoreVersion = ({ isChanged, isStoring, lack = null, onStore }: StoreVersionProps) => (
  <ReasonButton lack={isChanged ? lack : 'Nothing changed.'} loading={isStoring} onClick={onStore}>
    Store as a new version
  </ReasonButton>
);
