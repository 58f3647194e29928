import { uniformInt } from '../../../stats/index.ts';
import { type Attack, must, NotATry } from '../frame/attack.ts';
import { copyOf, engineIn, labelsIn, ratedProject } from '../frame/projects.ts';
import { answerOf } from '../frame/refusal.ts';

/** A page that somebody has open, under the name that they chose. */
interface Tab {
  readonly person: string;
  batch: string;
  refs: readonly string[];
  given: string[];
  /** What the page shows of each item: its version, and the value. */
  shown: Map<string, { version: string; value: number | null }>;
}

const people = ['Ana', 'Ben', 'ana b.', 'Cas'];

export const twoTabs: Attack = {
  name: 'two-tabs',
  what: 'several people and tabs, other names chosen in between',
  tries: { all: 150, quick: 20, test: 3 },
  async prepare({ folder }) {
    const base = await ratedProject(folder);
    const { studyId } = base;
    return async ({ number, rng, folder: own, later }) => {
      const engine = engineIn(own);
      later(() => engine.close());
      const { client, context } = engine;
      await client.project.open({ path: copyOf(base, own) });
      const tabs: Tab[] = [];
      const open = async (person: string, tab?: Tab) => {
        await client.annotator.choose({ name: person });
        const { batch, items } = await client.label.open({ studyId });
        const refs = items.map(({ ref }) => ref);
        if (tab) Object.assign(tab, { batch, refs, shown: new Map() });
        else tabs.push({ person, batch, refs, given: [], shown: new Map() });
      };
      const look = async (tab: Tab, ref: string) => {
        const { version, current } = await client.label.item({ batch: tab.batch, ref });
        return { version, value: current?.kind === 'score' ? current.value : null };
      };
      for (let n = uniformInt(rng, 2, 5); n > 0; n--)
        await open(people[uniformInt(rng, 0, people.length - 1)]!);
      let given = 0;
      for (let step = 0; step < 25; step++) {
        const tab = tabs[uniformInt(rng, 0, tabs.length - 1)]!;
        const dice = uniformInt(rng, 0, 9);
        if (dice === 0)
          await client.annotator.choose({ name: people[uniformInt(rng, 0, people.length - 1)]! });
        else if (dice === 1) await open(tab.person, tab);
        else if (dice === 2) await answerOf(() => client.label.undo({ batch: tab.batch }));
        else {
          const ref = tab.refs[uniformInt(rng, 0, tab.refs.length > 4 ? 4 : tab.refs.length - 1)]!;
          const shown = tab.shown.get(ref) ?? (await look(tab, ref));
          tab.shown.set(ref, shown);
          const stored = await look(tab, ref);
          const value = uniformInt(rng, 1, 5);
          const clientKey = `tab-${number}-${tabs.indexOf(tab)}-${step}`;
          const answer = await answerOf(() =>
            client.label.submit({
              batch: tab.batch,
              ref,
              answer: { kind: 'score', value },
              version: shown.version,
              durationMs: 5,
              estimateVisible: false,
              clientKey,
            }),
          );
          const isStale = stored.value !== shown.value && stored.value !== value;
          must(
            !(isStale && answer.refused === undefined),
            `${value} was stored over ${stored.value}, unseen`,
          );
          must(isStale || answer.refused !== 'CONFLICT', `${value} was refused over what its page showed`);
          tab.shown.set(ref, await look(tab, ref));
          if (answer.refused !== undefined) continue;
          given++;
          tab.given.push(clientKey);
        }
      }
      if (given === 0) throw new NotATry('nobody labeled');
      const stored = new Map(labelsIn(context.session.project!.db).map((one) => [one.key, one.person]));
      for (const { person, given: keys } of tabs) {
        for (const key of keys) {
          must(stored.get(key) === person, `${person} gave ${key}, and it stands under ${stored.get(key)}`);
        }
      }
      // Every undo is that of somebody who had a tab open, and takes back a label of their own.
      const strange = context.session
        .project!.db.prepare(
          `SELECT COUNT(*) FROM label JOIN label AS undone ON undone.id = label.refers_to
            WHERE undone.annotator_id <> label.annotator_id`,
        )
        .pluck()
        .get();
      must(strange === 0, `${strange} labels of one person were taken back by another`);
    };
  },
};
