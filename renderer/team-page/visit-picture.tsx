import { useEffect, useState } from 'react';
import type { StoredPicture } from '../../shared/contract/index.ts';
import { MissingPicture, PictureView } from '../ui/picture-view.tsx';

interface VisitPictureProps {
  sha256: string;
  name: string;
  load: (sha256: string) => Promise<StoredPicture>;
}

/** A picture of an item that came by a link; of one that cannot be loaded it says so. */
export function VisitPicture({ sha256, name, load }: VisitPictureProps) {
  const [picture, setPicture] = useState<StoredPicture | 'waits' | 'missing'>('waits');
  useEffect(() => {
    let isLatest = true;
    load(sha256).then(
      (found) => isLatest && setPicture(found),
      () => isLatest && setPicture('missing'),
    );
    return () => {
      isLatest = false;
    };
  }, [sha256, load]);
  if (picture === 'missing') return <MissingPicture name={name} />;
  return picture === 'waits' ? <span>[picture: {name}]</span> : <PictureView {...{ picture, name }} />;
}
