import { Button } from '@mantine/core';
import { isDesktop } from '../../api/desktop-port.ts';
import { downloadFile } from '../../ui/keep-file.ts';

/** Saves a table that the page has, where the browser keeps files; on the desktop it is copied. */
export function DownloadButton({ fileName, content }: { fileName: string; content: string }) {
  if (isDesktop()) return null;
  return (
    <Button variant="default" onClick={() => downloadFile({ fileName, mediaType: 'text/csv', content })}>
      Save as CSV
    </Button>
  );
}
