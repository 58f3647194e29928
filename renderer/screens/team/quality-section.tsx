import { Button, CopyButton, Group, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Quality } from '../../../shared/contract/index.ts';
import { payOf } from '../../../shared/gold-lines.ts';
import { api } from '../../api/client.ts';
import { formatCount, formatDuration, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useStudy, whyUnread } from '../../api/queries.ts';
import { askedOf, pairName, type TeamSubject } from '../../parts/team/team-subject.ts';
import { AnnotatorMark } from '../../ui/annotator-mark.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Fold } from '../../ui/for-researchers.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { NumberInput } from '../../ui/number-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DownloadButton } from './download-button.tsx';
import { QualityForm } from './quality-form.tsx';
import { effectSentence, standingWords } from './quality-words.ts';
import { teamKey, useTeam } from './team-queries.ts';

/** How each annotator does, and what leaving some out changes. */
function QualityTable({
  quality: { annotators, effect, pairEffects },
  subject,
}: {
  quality: Quality;
  subject: TeamSubject;
}) {
  if (annotators.length === 0) return null;
  return (
    <Panel title="How they do">
      {effect && <Text className="tabular">{effectSentence(effect)}</Text>}
      {pairEffects.map((one) => (
        <Text key={one.studyId} className="tabular">
          {pairName(subject, one.studyId) ?? 'Another pair'}: {effectSentence(one)}
        </Text>
      ))}
      <DataTable
        label="How they do"
        rows={annotators}
        keyOf={({ annotator }) => annotator.id}
        columns={[
          { head: 'Annotator', cell: ({ annotator }) => <AnnotatorMark annotator={annotator} isNamed /> },
          {
            head: 'Items',
            isNumber: true,
            sortBy: ({ items }) => items,
            cell: ({ items }) => formatCount(items),
          },
          {
            head: 'Checks right',
            isNumber: true,
            sortBy: ({ checks, right }) => (checks === 0 ? null : right / checks),
            cell: ({ checks, right }) => (checks === 0 ? '-' : `${right} of ${checks}`),
          },
          {
            head: 'Agrees with others',
            isNumber: true,
            sortBy: ({ agreement }) => agreement,
            cell: ({ agreement }) => (agreement === null ? '-' : `${Math.round(100 * agreement)} %`),
          },
          {
            head: 'Median time per item',
            isNumber: true,
            sortBy: ({ secondsPerItem }) => secondsPerItem,
            cell: ({ secondsPerItem: seconds }) => (seconds === null ? '-' : formatDuration(1000 * seconds)),
          },
          {
            head: 'Same answer in a row',
            isNumber: true,
            sortBy: ({ longestRun }) => longestRun,
            cell: ({ longestRun }) => formatCount(longestRun),
          },
          { head: 'Counts', cell: standingWords },
        ]}
      />
    </Panel>
  );
}

/** What is asked of annotators who come by a link, and how well each does. */
export function QualitySection({ subject }: { subject: TeamSubject }) {
  const { studyId } = askedOf(subject);
  const study = useStudy(studyId);
  const team = useTeam(studyId);
  const quality = useQuery({
    queryKey: [...teamKey(studyId), 'quality'],
    queryFn: () => api.quality.get({ studyId }),
  });
  if (whyUnread(quality)) return <ProblemNote problem={toProblem(quality.error)} />;
  if (!quality.data || !study.data || !team.data) return <LoadingNote label="Reading the checks" />;
  return (
    <Stack gap="lg">
      <Text c="dimmed" maw="75ch">
        For annotators who come by a link. Checks are items outside the sample with a known answer. They never
        change an estimate.
      </Text>
      <QualityTable quality={quality.data} subject={subject} />
      <QualityForm subject={subject} quality={quality.data} />
      <PaymentPanel studyId={studyId} />
      <PayPanel
        quality={quality.data}
        answers={'ranking' in subject ? subject.ranking.items : study.data.itemsDrawn}
        overlap={team.data.overlap}
      />
    </Stack>
  );
}

const paymentFormats = [
  { value: 'all', label: 'Everybody, one table' },
  { value: 'prolific', label: 'Prolific' },
  { value: 'mturk', label: 'MTurk' },
];

/** What everybody who came by a link is to be paid, as a file for the platform that sent them. */
function PaymentPanel({ studyId }: { studyId: number }) {
  const [format, setFormat] = useState('all');
  const [bonusRight, setBonusRight] = useState<number | string>('');
  const [bonus, setBonus] = useState<number | string>('');
  const save = useMutation({
    async mutationFn() {
      return api.quality.payments({
        studyId,
        format: format === 'all' ? null : (format as 'prolific' | 'mturk'),
        bonusRight: bonusRight === '' ? null : Number(bonusRight) / 100,
        bonus: bonus === '' ? null : Number(bonus),
      });
    },
  });
  const rejected = save.data?.people.filter(({ decision }) => decision === 'reject').length ?? 0;
  return (
    <Panel title="Payment table">
      <Group align="flex-end" gap="md">
        <Select
          label="For"
          w={200}
          allowDeselect={false}
          data={paymentFormats}
          value={format}
          onChange={(value) => setFormat(value ?? 'all')}
        />
        <NumberInput
          label="Bonus from, % checks right"
          w={200}
          min={0}
          max={100}
          value={bonusRight}
          onChange={setBonusRight}
        />
        <NumberInput label="Bonus" w={120} min={0} value={bonus} onChange={setBonus} />
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          Make the table
        </Button>
        {save.data && (
          <>
            <CopyButton value={save.data.csv}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
            <DownloadButton fileName={`payments-${format}.csv`} content={save.data.csv} />
          </>
        )}
      </Group>
      {save.data && (
        <Text role="status">{`${plural(save.data.people.length, 'person', 'people')}, ${rejected} of them rejected by the exclusion rule.`}</Text>
      )}
      {save.error && <ProblemNote problem={toProblem(save.error)} />}
    </Panel>
  );
}

const usualSeconds = 30;

/** What to pay for an item so that an hour is worth what it should, and what the sample costs then. */
function PayPanel({ quality, answers, overlap }: { quality: Quality; answers: number; overlap: number }) {
  const { annotators, plan } = quality;
  const { qualification, checksEach, checkRate } = plan;
  const times = annotators.flatMap(({ secondsPerItem }) => secondsPerItem ?? []).sort((a, b) => a - b);
  const measured = times[Math.floor((times.length - 1) / 2)];
  const [perHour, setPerHour] = useState<number | string>(15);
  const [seconds, setSeconds] = useState<number | string>(
    measured === undefined ? usualSeconds : Math.round(measured),
  );
  const [each, setEach] = useState<number | string>(overlap);
  const [people, setPeople] = useState<number | string>(Math.max(1, annotators.length));
  const [practice, setPractice] = useState<number | string>(qualification?.items ?? 0);
  const byChance = (checkRate * answers * Number(each)) / Math.max(1, Number(people));
  const checks = checksEach ?? Math.round(byChance);
  const pay = payOf({
    perHour: Number(perHour),
    secondsPerItem: Number(seconds),
    answers: answers * Number(each),
    people: Number(people),
    besideEach: Number(practice) + checks,
  });
  return (
    <Panel title="Pay">
      <Fold summary="Work it out from the pay per hour">
        <Group align="flex-end" gap="md">
          <NumberInput label="Pay per hour" w={140} min={0} value={perHour} onChange={setPerHour} />
          <NumberInput label="Seconds per item" w={170} min={1} value={seconds} onChange={setSeconds} />
          <NumberInput label="Annotators per item" w={170} min={1} value={each} onChange={setEach} />
          <NumberInput label="People" w={110} min={1} value={people} onChange={setPeople} />
          <NumberInput label="Practice items each" w={170} min={0} value={practice} onChange={setPractice} />
        </Group>
      </Fold>
      <Text className="tabular" role="status">
        {`At ${perHour} per hour: ${pay.perItem.toFixed(3)} per item, ${pay.total.toFixed(2)} in all, without fees.`}
      </Text>
      <Text c="dimmed">
        {`${plural(answers, 'item')} with ${plural(Number(each), 'annotator')} each. Each of ${plural(Number(people), 'person', 'people')} also answers ${plural(Number(practice), 'practice item')} and about ${plural(checks, 'check')}.`}
      </Text>
    </Panel>
  );
}
