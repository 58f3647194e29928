/** A file name that every system takes, from a project's name; null while there is none. */
export function projectFileName(name: string): string | null {
  const safe = name
    .trim()
    .replace(/\.assay$/i, '')
<<<<<<< HEAD
    .replace(/[<>:"/\\|?*\p{Cc}]+/gu, '-')
    .replace(/(?<![. ])[. ]+$/, '')
||||||| baffb8b
    .replace(/[<>:"/\\|?*\p{Cc}]+/gu, '-')
    .replace(/[. ]+$/, '')
=======
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}]+/gu, '-')
    .replace(/[. ]+$/, '')
>>>>>>> import
    .slice(0, 100);
  return safe === '' ? null : `${safe}.assay`;
}

/** Folder and name in the way of the machine the folder lies on. */
export function joinPath(dir: string, name: string): string {
  const separator = dir.includes('\\') && !dir.includes('/') ? '\\' : '/';
  return dir.endsWith(separator) ? dir + name : dir + separator + name;
}
