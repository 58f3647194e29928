import { Alert, Button, Checkbox, Group, Modal, Radio, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Annotator, FinalRule, RankingStudy, Team, TeamEffect } from '../../../shared/contract/index.ts';
import { FinalRuleSchema, Overlap } from '../../../shared/contract/team.ts';
import { ruleWords } from '../../../shared/rule-words.ts';
import { effectWords } from '../../../shared/team-effect-words.ts';
import { api } from '../../api/client.ts';
import { formatCount } from '../../api/format.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { withParts } from '../../api/version-parts.ts';
import { AnnotatorMark } from '../../ui/annotator-mark.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Fold } from '../../ui/for-researchers.tsx';
import { limitsOf, NumberInput } from '../../ui/number-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SaveProblem, type Theirs } from '../../ui/stale-note.tsx';
import { teamKey } from './team-queries.ts';
import { noTicks, overlapOf, teamNote, tickedMembers, ticksFor } from './team-words.ts';

interface TeamSettingsProps {
  team: Team;
  people: readonly Annotator[];
  /** Where the study is a pair of it: what is set holds for all its pairs. */
  ofRanking?: RankingStudy | undefined;
}

/** Who is to label, how many each item, and how their labels become one value; saved together. */
export function TeamSettings({ team, people, ofRanking }: TeamSettingsProps) {
  const { stored, members, setTicks, rules, change, effect, setEffect, save, version, load } = useTeamDraft(
    team,
    ofRanking,
  );
  const note = teamNote({
    isPending: save.isPending,
    isFailed: save.error !== null,
    isSaved: save.data?.saved !== undefined,
    isAsked: effect !== null,
  });
  return (
    <Panel title="Who labels what">
      <Stack
        component="form"
        gap="md"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(false);
        }}
      >
        <MembersField people={people} members={members} onChange={(ids) => setTicks(ticksFor(stored, ids))} />
        <RuleFields rules={rules} change={change} />
        <Group gap="md">
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
          <Text size="sm" c="dimmed">
            Labels stay as they are, and items begun stay with who began them.
          </Text>
        </Group>
        {note === 'problem' && (
          <SaveProblem
            error={save.error}
            version={version}
            onLoad={load}
            onSave={() => save.mutate(false)}
            words={(field, value) => (field === 'members' ? memberNames(people, value) : undefined)}
          />
        )}
        {note === 'saved' && (
          <Alert color="blue" role="status">
            Saved. The audit trail of the report says what changed.
          </Alert>
        )}
      </Stack>
      <ConfirmTeam
        effect={effect}
        isSaving={save.isPending}
        onConfirm={() => save.mutate(true)}
        onCancel={() => setEffect(null)}
      />
    </Panel>
  );
}

interface TeamRules {
  readonly overlap: number | string;
  readonly finalRule: FinalRule;
  readonly shuffle: boolean;
  readonly deals: boolean;
}

const ruleNames = ['overlap', 'finalRule', 'shuffle', 'deals'] as const;

/** A team as it is changed, and how that is saved: at once, or after it was told what would move. */
function useTeamDraft(team: Team, ofRanking: RankingStudy | undefined) {
  const queries = useQueryClient();
  // Members come by links and drop out meanwhile: what is stored is shown, with what was ticked here.
  const [ticks, setTicks] = useState(noTicks);
  const stored = team.members.flatMap((m) => (m.isMember ? [m.id] : []));
  const members = tickedMembers(stored, ticks);
  // What was not touched here is shown as it is stored, too: the first link has items dealt one by one.
  const [touched, setTouched] = useState<Partial<TeamRules>>({});
  const { overlap, finalRule, shuffle, deals } = team;
  const rules: TeamRules = { overlap, finalRule, shuffle, deals, ...touched };
  const version = useRef<string | undefined>(team.version);
  // What is shown as it is stored has the newest part of the version.
  const shown = useRef(team.version);
  if (shown.current !== team.version) {
    version.current = withParts(version.current ?? '', team.version, [
      'members',
      ...ruleNames.filter((name) => !(name in touched)),
    ]);
    shown.current = team.version;
  }
  const [effect, setEffect] = useState<TeamEffect | null>(null);
  const save = useMutation({
    mutationFn: async (confirm: boolean) => {
      const { studyId } = team;
      const wanted = { ...rules, overlap: overlapOf(rules.overlap) };
      const change = { studyId, members, ...wanted, ...(ofRanking && { wholeRanking: true }) };
      const moved = confirm ? null : await api.team.preview(change);
      return moved
        ? { moved }
        : { saved: await api.team.set({ ...change, confirm, version: version.current }) };
    },
    onSuccess: ({ saved, moved }) => {
      setEffect(moved ?? null);
      if (saved) {
        version.current = saved.version;
        queries.setQueryData(teamKey(team.studyId), saved);
        setTicks(noTicks);
        setTouched({});
      }
      if (saved && ofRanking) void queries.invalidateQueries({ queryKey: queryKeys.studies });
    },
  });
  const load = ({ members: _, ...theirs }: Theirs) => {
    setTicks(noTicks);
    setTouched((now) => ({ ...now, ...(theirs as Partial<TeamRules>) }));
    save.reset();
    void queries.invalidateQueries({ queryKey: teamKey(team.studyId) });
  };
  const change = (part: Partial<TeamRules>) => setTouched((now) => ({ ...now, ...part }));
  return { stored, members, setTicks, rules, change, effect, setEffect, save, version, load };
}

/** Members by their names; where pairs of a ranking have several teams, the numbers are not one list. */
const memberNames = (people: readonly Annotator[], ids: unknown): string | undefined =>
  Array.isArray(ids) && ids.every((id) => typeof id === 'number')
    ? ids.map((id) => people.find((one) => one.id === id)?.name ?? `${id}`).join(', ') || 'nobody'
    : undefined;

interface MembersFieldProps {
  people: readonly Annotator[];
  members: readonly number[];
  onChange: (members: number[]) => void;
}

function MembersField({ people, members, onChange }: MembersFieldProps) {
  return (
    <Checkbox.Group
      label="Members"
      description="Without members, anyone can label. With members, each labels an assigned share of the items."
      value={members.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
    >
      <Group gap="lg" mt="xs">
        {people.map((one) => (
          <Checkbox
            key={one.id}
            value={String(one.id)}
            label={<AnnotatorMark annotator={one} isNamed />}
            styles={{ body: { alignItems: 'center' } }}
          />
        ))}
        {people.length === 0 && <Text c="dimmed">Nobody yet. Add annotators below.</Text>}
      </Group>
    </Checkbox.Group>
  );
}

interface RuleFieldsProps {
  rules: TeamRules;
  change: (part: Partial<TeamRules>) => void;
}

/** What becomes of several labels of an item, in short. */
const ruleShort: Readonly<Record<TeamRules['finalRule'], string>> = {
  mean: 'Mean of the labels',
  majority: 'Majority of the labels',
  adjudicated: 'Labels that differ are adjudicated',
};

const orderWords = ({ shuffle, deals }: TeamRules): string =>
  deals ? 'items dealt one by one' : shuffle ? 'an order for each member' : 'one order for all';

/** How many label an item, what becomes of their labels, and which item comes next. */
function RuleFields({ rules, change }: RuleFieldsProps) {
  return (
    <>
      <NumberInput
        label="Annotators per item"
        description="An item counts once this many have labeled or skipped it."
        {...limitsOf(Overlap)}
        maw={320}
        value={rules.overlap}
        onChange={(overlap) => change({ overlap })}
      />
      <Fold summary={`${ruleShort[rules.finalRule]}, ${orderWords(rules)}: change`}>
        <Radio.Group
          label="Final value of an item"
          value={rules.finalRule}
          onChange={(rule) => change({ finalRule: FinalRuleSchema.parse(rule) })}
        >
          <Stack gap="xs" mt="xs">
            {FinalRuleSchema.options.map((rule) => (
              <Radio
                key={rule}
                value={rule}
                label={ruleWords[rule].name}
                description={ruleWords[rule].explanation}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Switch
          label="Each member gets every ten items in a different order"
          checked={rules.shuffle}
          onChange={({ currentTarget }) => change({ shuffle: currentTarget.checked })}
        />
        <Switch
          label="Deal items one by one to the member who is free next"
          description="An item left open for 20 minutes goes to someone else. Otherwise each member has a fixed share."
          checked={rules.deals}
          onChange={({ currentTarget }) => change({ deals: currentTarget.checked })}
        />
      </Fold>
    </>
  );
}

interface ConfirmTeamProps {
  /** What the change would do; null while nothing is asked. */
  effect: TeamEffect | null;
  isSaving: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before labels that are there leave the estimate, or come into it. */
function ConfirmTeam({ effect, isSaving, onConfirm, onCancel }: ConfirmTeamProps) {
  return (
    <Modal
      opened={effect !== null}
      onClose={onCancel}
      title="This changes which labels count"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="lg"
    >
      {effect && (
        <Stack gap="md">
          <Text>{effectWords(effect)}</Text>
          <EffectTable effect={effect} />
          <Text size="sm" c="dimmed">
            No label is lost, and you can undo the change. The report’s audit trail records it. Changing this
            after seeing results biases them.
          </Text>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onCancel} data-autofocus>
              Leave it as it is
            </Button>
            <Button onClick={onConfirm} loading={isSaving}>
              Change it
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function EffectTable({ effect }: { effect: TeamEffect }) {
  const { labeled, counted, waiting, undecided } = effect;
  const rows = [
    { name: 'Labeled', from: labeled, to: labeled },
    { name: 'Counted in the estimate', ...counted },
    { name: 'Waiting for an annotator', ...waiting },
    { name: 'Waiting for a decision', ...undecided },
  ];
  return (
    <DataTable
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { head: 'Items', cell: ({ name }) => name },
        { head: 'Now', isNumber: true, cell: ({ from }) => formatCount(from) },
        {
          head: 'Then',
          isNumber: true,
          look: ({ from, to }) => ({ fw: from === to ? undefined : 600 }),
          cell: ({ to }) => formatCount(to),
        },
      ]}
    />
  );
}
