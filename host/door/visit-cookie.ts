const maxAge = 30 * 24 * 3600;

/** Named by port, since browsers share cookies between the ports of a host. */
const nameOf = (port: number) => `assay_visit_${port}`;

/** The header that gives a browser its cookie, or takes it away: no script reads it, and no other site's page sends it along. */
export function visitCookie(port: number, value: string | null, isEncrypted: boolean): string {
  const life = value === null ? 'Max-Age=0' : `Max-Age=${maxAge}`;
  const secure = isEncrypted ? '; Secure' : '';
  return `${nameOf(port)}=${value ?? ''}; Path=/; HttpOnly; SameSite=Strict; ${life}${secure}`;
}

/** The cookie that a browser sent; undefined where it has none. */
export function cookieIn(header: string | undefined, port: number): string | undefined {
  const start = `${nameOf(port)}=`;
  const found = (header ?? '').split(';').map((part) => part.trim());
  return found.find((part) => part.startsWith(start))?.slice(start.length) || undefined;
}
