import { Alert, Button, Checkbox, Group, NumberInput, Radio, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Annotator, FinalRule, RankingStudy, Team, TeamEffect } from '../../../shared/contract/index.ts';
import { FinalRuleSchema } from '../../../shared/contract/team.ts';
import { ruleWords } from '../../../shared/rule-words.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { AnnotatorMark } from '../../ui/annotator-mark.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ConfirmTeam } from './confirm-team.tsx';
import { teamKey } from './team-queries.ts';
import { overlapOf, teamNote } from './team-words.ts';

/** Who is to label, how many each item, and how their labels become one value; saved together. */
export function TeamSettings({
  team,
  people,
  ofRanking,
}: {
  team: Team;
  people: readonly Annotator[];
  /** Where the study is a pair of it: what is set holds for all its pairs. */
  ofRanking?: RankingStudy | undefined;
}) {
  const queries = useQueryClient();
  // Members come by links and drop out meanwhile: what is stored is shown until somebody changes it here.
  const [chosen, setChosen] = useState<number[] | null>(null);
  const members = chosen ?? team.members.flatMap((m) => (m.isMember ? [m.id] : []));
  const [overlap, setOverlap] = useState<number | string>(team.overlap);
  const [finalRule, setFinalRule] = useState<FinalRule>(team.finalRule);
  const [shuffle, setShuffle] = useState(team.shuffle);
  const [deals, setDeals] = useState(team.deals);
  const [effect, setEffect] = useState<TeamEffect | null>(null);
  const save = useMutation({
    mutationFn: async (confirm: boolean) => {
      const rules = { overlap: overlapOf(overlap), finalRule, shuffle, deals };
      const change = { studyId: team.studyId, members, ...rules, ...(ofRanking && { wholeRanking: true }) };
      const moved = confirm ? null : await api.team.preview(change);
      return moved ? { moved } : { saved: await api.team.set({ ...change, confirm }) };
    },
    onSuccess: ({ saved, moved }) => {
      setEffect(moved ?? null);
      if (saved) {
        queries.setQueryData(teamKey(team.studyId), saved);
        setChosen(null);
      }
      if (saved && ofRanking) void queries.invalidateQueries({ queryKey: queryKeys.studies });
    },
  });
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
        <Checkbox.Group
          label="Members"
          description="Without members the study is open to whoever sits down. With members each is assigned a share of the items and sees that share alone."
          value={members.map(String)}
          onChange={(ids) => setChosen(ids.map(Number))}
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
        <NumberInput
          label="Annotators per item"
          description="An item counts once so many have labeled or skipped it."
          min={1}
          max={20}
          allowDecimal={false}
          maw={320}
          value={overlap}
          onChange={setOverlap}
        />
        <Radio.Group
          label="Final value of an item"
          value={finalRule}
          onChange={(rule) => setFinalRule(FinalRuleSchema.parse(rule))}
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
          label="Each member meets the items of a block of ten in an order of their own"
          checked={shuffle}
          onChange={({ currentTarget }) => setShuffle(currentTarget.checked)}
        />
        <Switch
          label="Items are dealt one by one, in the order of the sample, to whichever member asks next"
          description="What is opened and left for twenty minutes goes to somebody else. Without this, each has a share from the start."
          checked={deals}
          onChange={({ currentTarget }) => setDeals(currentTarget.checked)}
        />
        <Group gap="md">
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
          <Text size="sm" c="dimmed">
            Labels stay as they are, and items begun stay with who began them.
          </Text>
        </Group>
        {note === 'problem' && <ProblemNote problem={toProblem(save.error)} />}
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
