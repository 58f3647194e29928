/** 128 bits as a key. A browser has `randomUUID` behind encryption alone, and the portal may be opened without. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
