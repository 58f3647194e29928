import { Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { Quality, QualityPlan } from '../../../shared/contract/index.ts';
import { QualityPlanSchema, ToleranceSchema } from '../../../shared/contract/quality.ts';
import { goldOfText } from '../../../shared/gold-lines.ts';
import { api } from '../../api/client.ts';
import { plural } from '../../api/format.ts';
import { askedOf, type TeamSubject } from '../../parts/team/team-subject.ts';
import { FromBefore, useDraft } from '../../ui/draft.tsx';
import { Fold } from '../../ui/for-researchers.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SaveProblem } from '../../ui/stale-note.tsx';
import { GoldPicker } from './gold-picker.tsx';
import { answerWords } from './quality-words.ts';
import { teamKey } from './team-queries.ts';

const field = QualityPlanSchema.shape;
const qualificationField = field.qualification.unwrap().unwrap().shape;
const exclusionField = field.exclusion.unwrap().unwrap().shape;
const completionField = field.completion.unwrap().unwrap().shape;

const usualQualification = { items: 5, passMark: 0.8 };
const usualExclusion = { fewestChecks: 5, leastRight: 0.6, leastSeconds: null };

/** What a form of quality holds: the plan, and items with known answers that are put in. */
type QualityFields = QualityPlan & { gold: string; tolerance: number };

/** Consent, qualification, checks, the rule of exclusion and what comes at the end. */
export function QualityForm({ subject, quality }: { subject: TeamSubject; quality: Quality }) {
  const { studyId } = askedOf(subject);
  const queries = useQueryClient();
  const form = useDraft(
    `quality of ${studyId}`,
    { ...quality.plan, gold: '', tolerance: 0 },
    quality.version,
  );
  const { change, version } = form;
  const { gold, tolerance, ...plan } = form.draft;
  const save = useMutation({
    mutationFn: async () =>
      api.quality.set({
        studyId,
        plan,
        tolerance,
        version: version.current,
        ...(gold.trim() !== '' && { gold: goldOfText(gold) }),
      }),
    onSuccess(after) {
      form.discard();
      queries.setQueryData([...teamKey(studyId), 'quality'], after);
    },
  });
  const { consent, completion } = plan;
  const send = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Panel title="What is asked of them">
      <form onSubmit={send}>
        <Stack gap="sm">
          <FromBefore of={form} />
          <Textarea
            label="Consent, before anything else"
            description="Empty: nothing is asked"
            autosize
            minRows={2}
            value={consent}
            onChange={(event) => change({ consent: event.currentTarget.value })}
          />
          <Checkbox
            label="Ask a third annotator only where two differ"
            description="For the final value Majority, with items dealt one by one. The majority decides as before."
            checked={plan.thirdVote}
            onChange={(event) => change({ thirdVote: event.currentTarget.checked })}
          />
          <Checkbox
            label="Hide names while disagreements are decided"
            description="Adjudication shows the answers in an order that tells nothing. Exports and the audit trail keep names."
            checked={plan.decideWithoutNames}
            onChange={(event) => change({ decideWithoutNames: event.currentTarget.checked })}
          />
          {quality.isFixed ? (
            <Text c="dimmed">There are labels, so checks and the exclusion rule can no longer change.</Text>
          ) : (
            <CheckFields
              {...{ plan, change, gold, tolerance }}
              count={quality.gold}
              answerWords={answerWords(subject)}
              studyId={studyId}
            />
          )}
          <CompletionFields completion={completion} onChange={(next) => change({ completion: next })} />
          <Group>
            <Button type="submit" loading={save.isPending}>
              Save
            </Button>
            {save.isSuccess && <Text role="status">Saved.</Text>}
          </Group>
        </Stack>
      </form>
      <SaveProblem
        error={save.error}
        version={version}
        onLoad={({ gold: items, ...theirs }) => {
          change({ ...(theirs as Partial<QualityPlan>), ...(items !== undefined && { gold: '' }) });
          save.reset();
          void queries.invalidateQueries({ queryKey: [...teamKey(studyId), 'quality'] });
        }}
        onSave={() => save.mutate()}
        words={(field, value) => (field === 'gold' ? goldWords(value) : undefined)}
      />
    </Panel>
  );
}

const goldWords = (value: unknown): string => plural((value as { items: number } | null)?.items ?? 0, 'item');

interface CheckFieldsProps {
  plan: QualityPlan;
  change: (part: Partial<QualityFields>) => void;
  gold: string;
  tolerance: number;
  count: number;
  /** How an answer is written. */
  answerWords: string;
  studyId: number;
}

function CheckFields(props: CheckFieldsProps) {
  const { plan, change, gold, tolerance, count, answerWords, studyId } = props;
  const { checkRate } = plan;
  return (
    <>
      <Textarea
        label="Items with a known answer"
        description={`${plural(count, 'item')} so far; new ones take their place. ${answerWords}`}
        autosize
        minRows={3}
        value={gold}
        onChange={(event) => change({ gold: event.currentTarget.value })}
      />
      <GoldPicker studyId={studyId} onAdd={(lines) => change({ gold: withLines(gold, lines) })} />
      <Group align="flex-end">
        <NumberField
          field={ToleranceSchema}
          label="An answer may be off by"
          w={180}
          value={tolerance}
          onChange={(next) => change({ tolerance: next })}
        />
        <NumberField
          field={field.checkRate}
          times={100}
          label="Chance of a check after each item, %"
          w={190}
          value={checkRate}
          onChange={(next) => change({ checkRate: next })}
        />
        <NumberField
          field={field.checksEach}
          label="Or this many checks each"
          placeholder="By chance"
          w={190}
          value={plan.checksEach}
          onChange={(checksEach) => change({ checksEach })}
        />
      </Group>
      <QualificationFields {...{ plan, change }} />
      <ExclusionFields {...{ plan, change }} />
    </>
  );
}

/** Lines that a text has already are not added again. */
function withLines(text: string, lines: readonly string[]): string {
  const known = text.split('\n').filter((line) => line.trim() !== '');
  return [...known, ...lines.filter((line) => !known.includes(line))].join('\n');
}

type PlanProps = Pick<CheckFieldsProps, 'plan' | 'change'>;

function QualificationFields({ plan: { qualification }, change }: PlanProps) {
  return (
    <>
      <Checkbox
        label="Start with a qualification, two tries"
        checked={qualification !== null}
        onChange={(event) =>
          change({ qualification: event.currentTarget.checked ? usualQualification : null })
        }
      />
      {qualification && (
        <Group>
          <NumberField
            field={qualificationField.items}
            label="Items per try"
            value={qualification.items}
            onChange={(items) => change({ qualification: { ...qualification, items } })}
          />
          <NumberField
            field={qualificationField.passMark}
            times={100}
            label="Needed to pass, % right"
            value={qualification.passMark}
            onChange={(passMark) => change({ qualification: { ...qualification, passMark } })}
          />
        </Group>
      )}
    </>
  );
}

function ExclusionFields({ plan: { exclusion }, change }: PlanProps) {
  return (
    <>
      <Checkbox
        label="Exclude annotators who fail the checks"
        checked={exclusion !== null}
        onChange={(event) => change({ exclusion: event.currentTarget.checked ? usualExclusion : null })}
      />
      {exclusion && (
        <Group>
          <NumberField
            field={exclusionField.fewestChecks}
            label="After this many checks"
            value={exclusion.fewestChecks}
            onChange={(fewestChecks) => change({ exclusion: { ...exclusion, fewestChecks } })}
          />
          <NumberField
            field={exclusionField.leastRight}
            times={100}
            label="Exclude below, % right"
            value={exclusion.leastRight}
            onChange={(leastRight) => change({ exclusion: { ...exclusion, leastRight } })}
          />
          <NumberField
            field={exclusionField.leastSeconds}
            label="Or median time below, seconds"
            placeholder="Not checked"
            value={exclusion.leastSeconds}
            onChange={(leastSeconds) => change({ exclusion: { ...exclusion, leastSeconds } })}
          />
        </Group>
      )}
    </>
  );
}

const noCompletion = { items: null, code: '', url: '', screenedOut: null, attentionFailed: null };

const otherEnds = [
  { field: 'screenedOut', label: 'did not qualify' },
  { field: 'attentionFailed', label: 'failed the checks' },
] as const;

interface CompletionFieldsProps {
  completion: QualityPlan['completion'];
  onChange: (completion: QualityPlan['completion']) => void;
}

function CompletionFields({ completion, onChange }: CompletionFieldsProps) {
  return (
    <>
      <Checkbox
        label="Show a completion code and a return link at the end"
        checked={completion !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? noCompletion : null)}
      />
      {completion && (
        <Group>
          <TextInput
            label="Completion code"
            value={completion.code}
            onChange={(event) => onChange({ ...completion, code: event.currentTarget.value })}
          />
          <TextInput
            label="Return link"
            w={320}
            placeholder="https://"
            value={completion.url}
            onChange={(event) => onChange({ ...completion, url: event.currentTarget.value })}
          />
          <NumberField
            field={completionField.items}
            label="After this many items"
            placeholder="When nothing is left"
            value={completion.items}
            onChange={(items) => onChange({ ...completion, items })}
          />
          <Fold summary="Other endings">
            {otherEnds.map(({ field, label }) => {
              const end = completion[field] ?? { code: '', url: '' };
              const change = (part: { code?: string; url?: string }) => {
                const next = { ...end, ...part };
                onChange({ ...completion, [field]: next.code === '' && next.url === '' ? null : next });
              };
              return (
                <Group key={field}>
                  <TextInput
                    label={`Code for people who ${label}`}
                    value={end.code}
                    onChange={(event) => change({ code: event.currentTarget.value })}
                  />
                  <TextInput
                    label={`Link for people who ${label}`}
                    w={320}
                    placeholder="https://"
                    value={end.url}
                    onChange={(event) => change({ url: event.currentTarget.value })}
                  />
                </Group>
              );
            })}
          </Fold>
        </Group>
      )}
    </>
  );
}
