import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { picturesIn } from '../../shared/picture-words.ts';
import { api } from '../api/client.ts';
import { ShownPictures } from '../ui/markdown.tsx';
import { MissingPicture, PictureView } from '../ui/picture-view.tsx';

const pictureQuery = (sha256: string) =>
  queryOptions({
    queryKey: ['picture', sha256],
    queryFn: () => api.dataset.picture({ sha256 }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Fetches the pictures of an item before it is shown; those that fail say so there. */
export const fetchPictures = (queries: QueryClient, item: object): Promise<unknown> =>
  Promise.all(picturesIn(JSON.stringify(item)).map((sha256) => queries.prefetchQuery(pictureQuery(sha256))));

/** A picture that came with the data. */
function StoredPicture({ sha256, name }: { sha256: string; name: string }) {
  const { data, error } = useQuery(pictureQuery(sha256));
  if (data) return <PictureView picture={data} name={name} />;
  return error ? <MissingPicture name={name} /> : <span>[picture: {name}]</span>;
}

const draw = (sha256: string, name: string) => <StoredPicture sha256={sha256} name={name} />;

/** Shows pictures of the project in all texts inside. */
export const WithPictures = ({ children }: { children: ReactNode }) => (
  <ShownPictures value={draw}>{children}</ShownPictures>
);
