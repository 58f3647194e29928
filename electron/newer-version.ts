/** Where a repository on GitHub tells its newest release: to a program, and to a person. */
export function releasesOf(repository: string): { api: string; page: string } {
  const [, name = ''] = /github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(repository) ?? [];
  return {
    api: `https://api.github.com/repos/${name}/releases/latest`,
    page: `https://github.com/${name}/releases`,
  };
}

/** The version of a tag such as `v1.2.3` where it is newer than one's own, else null. A trial version counts as none. */
export function newerVersion(tag: string, own: string): string | null {
  const [, version = ''] = /^v?(\d{1,6}\.\d{1,6}\.\d{1,6})$/.exec(tag) ?? [];
  const parts = (text: string) => text.split('.').map((part) => Number.parseInt(part, 10));
  const [there, here] = [parts(version), parts(own)];
  const differs = there.findIndex((part, i) => part !== here[i]);
  return version !== '' && differs >= 0 && there[differs]! > here[differs]! ? version : null;
}
