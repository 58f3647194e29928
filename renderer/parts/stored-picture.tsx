import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../api/client.ts';
import { ShownPictures } from '../ui/markdown.tsx';
import classes from './stored-picture.module.css';

interface StoredPictureProps {
  sha256: string;
  name: string;
}

/** A picture that came with the data, small at first; a click or Enter shows it in its own size. */
function StoredPicture({ sha256, name }: StoredPictureProps) {
  const [isLarge, setLarge] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['picture', sha256],
    queryFn: () => api.dataset.picture({ sha256 }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const called = name === '' ? 'picture' : name;
  if (!data)
    return <span>{error ? `[picture that cannot be shown: ${called}]` : `[picture: ${called}]`}</span>;
  return (
    <button
      type="button"
      className={classes.picture}
      data-large={isLarge || undefined}
      aria-pressed={isLarge}
      title={isLarge ? 'Show smaller' : 'Show larger'}
      onClick={() => setLarge(!isLarge)}
    >
      <img
        src={`data:${data.media};base64,${data.base64}`}
        alt={called}
        width={data.width}
        height={data.height}
        decoding="async"
      />
    </button>
  );
}

const draw = (sha256: string, name: string) => <StoredPicture sha256={sha256} name={name} />;

/** Shows pictures of the project in all texts inside. */
export const WithPictures = ({ children }: { children: ReactNode }) => (
  <ShownPictures value={draw}>{children}</ShownPictures>
);
