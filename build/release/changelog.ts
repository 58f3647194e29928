/** What a release says of itself, taken from the change log. */
interface ReleaseNotes {
  readonly text: string;
  /** What the log still lacks before the version can be released, a sentence each. */
  readonly missing: readonly string[];
}

interface Section {
  readonly heading: string;
  readonly body: string;
}

/**
 * The notes of a version: the text below its heading, `## 1.2.3, 2027-01-31`. What stands under "Unreleased" belongs to no version yet.
 *
 * @param log the change log, as Markdown
 * @throws Error where no heading names the version
 */
export function notesOf(log: string, version: string): ReleaseNotes {
  const sections = sectionsOf(log);
  const own = sections.find(({ heading }) => heading.split(/[ ,]/)[0] === version);
  if (own === undefined)
    throw new Error(`CHANGELOG.md has no heading for ${version}. Rename "Unreleased" to "${version}, DAY".`);
  const unreleased = sections.find(({ heading }) => heading === 'Unreleased');
  const missing = [
    /, \d{4}-\d{2}-\d{2}$/.test(own.heading)
      ? ''
      : `CHANGELOG.md says "${own.heading}". Write the day of the release: "${version}, YYYY-MM-DD".`,
    unreleased === undefined || unreleased.body === ''
      ? ''
      : `CHANGELOG.md has ${unreleased.body.match(/^- /gm)?.length ?? 0} entries under "Unreleased". Move them under ${version}.`,
  ];
  return { text: `${own.body}\n`, missing: missing.filter(Boolean) };
}

const sectionsOf = (log: string): Section[] =>
  log
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return end === -1
        ? { heading: part.trim(), body: '' }
        : { heading: part.slice(0, end).trim(), body: part.slice(end).trim() };
    });
