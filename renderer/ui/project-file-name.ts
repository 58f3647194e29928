/** A file name that every system takes, from a project's name; null while there is none. */
export function projectFileName(name: string): string | null {
  const safe = name
    .trim()
    .replace(/\.assay$/i, '')
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}]+/gu, '-')
    .replace(/(?<![. ])[. ]+$/, '')
    .slice(0, 100);
  return safe === '' ? null : `${safe}.assay`;
}

/** Folder and name in the way of the machine the folder lies on. */
export function joinPath(dir: string, name: string): string {
  const separator = dir.includes('\\') && !dir.includes('/') ? '\\' : '/';
  return dir.endsWith(separator) ? dir + name : dir + separator + name;
}
