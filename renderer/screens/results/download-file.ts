interface FileForBrowser {
  fileName: string;
  mediaType: string;
  content: string;
  encoding?: 'utf8' | 'base64';
}

/** Hands a file to the browser to keep; binary content comes in base64. */
export function downloadFile({ fileName, mediaType, content, encoding = 'utf8' }: FileForBrowser): void {
  const part = encoding === 'base64' ? bytesOfBase64(content) : content;
  const url = URL.createObjectURL(new Blob([part], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has begun by now; a browser may still be reading.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

const bytesOfBase64 = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
