import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../api/client.ts';
import { ShownPictures } from '../ui/markdown.tsx';
import { MissingPicture, PictureView } from '../ui/picture-view.tsx';

/** A picture that came with the data. */
function StoredPicture({ sha256, name }: { sha256: string; name: string }) {
  const { data, error } = useQuery({
    queryKey: ['picture', sha256],
    queryFn: () => api.dataset.picture({ sha256 }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data) return <PictureView picture={data} name={name} />;
  return error ? <MissingPicture name={name} /> : <span>[picture: {name}]</span>;
}

const draw = (sha256: string, name: string) => <StoredPicture sha256={sha256} name={name} />;

/** Shows pictures of the project in all texts inside. */
export const WithPictures = ({ children }: { children: ReactNode }) => (
  <ShownPictures value={draw}>{children}</ShownPictures>
);
