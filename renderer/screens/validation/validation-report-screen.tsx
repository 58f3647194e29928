import { Alert, Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ValidatedQuestion, ValidationReport } from '../../../shared/contract/index.ts';
import { Validators } from '../../../shared/contract/validation.ts';
import { api } from '../../api/client.ts';
import { formatCount, formatFixed, formatPercent, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { whyUnread } from '../../api/queries.ts';
import { shareWords } from '../../parts/protocol-words.ts';
import {
  useValidationOutcomes,
  useValidationReport,
  validationKeys,
} from '../../parts/validation-queries.ts';
import { AlterationsNote } from '../../ui/alterations-note.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { limitsOf, RequiredNumber } from '../../ui/number-field.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pages } from '../../ui/pages.tsx';
import { paths } from '../../ui/place/paths.ts';
import { TextLink } from '../../ui/text-link.tsx';

const perPage = 50;

const outcomeWords: Readonly<Record<ValidatedQuestion['outcome'], string>> = {
  correct: 'Correct',
  incorrect: 'Incorrect',
  discarded: 'Discarded',
  undecided: 'Undecided',
};

/** The validated questions one by one. */
function OutcomeTable({ runId }: { runId: number }) {
  const [page, setPage] = useState(1);
  const [undecided, setUndecided] = useState(false);
  const outcomes = useValidationOutcomes(runId, { undecided, offset: (page - 1) * perPage, limit: perPage });
  if (whyUnread(outcomes)) return <ProblemNote problem={toProblem(outcomes.error)} />;
  if (!outcomes.data) return <LoadingNote label="Reading the questions" />;
  const { total, rows } = outcomes.data;
  return (
    <section aria-labelledby="outcomes-title">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="outcomes-title">
          Questions
        </Title>
        <Checkbox
          label="Only undecided ones"
          checked={undecided}
          onChange={({ currentTarget }) => {
            setUndecided(currentTarget.checked);
            setPage(1);
          }}
        />
      </Group>
      {total === 0 ? (
        <Text c="dimmed">
          {undecided ? 'No question is undecided.' : 'No question has its validators yet.'}
        </Text>
      ) : (
        <DataTable
          label="Questions"
          rows={rows}
          keyOf={(_, i) => i}
          columns={[
            {
              head: 'Conversation',
              cell: (row) => (
                <TextLink href={paths.transcript(runId, row.conversation - 1)}>
                  {formatCount(row.conversation)}
                </TextLink>
              ),
            },
            {
              head: 'Question and answer',
              look: () => ({ dir: 'auto' }),
              cell: (row) => (
                <>
                  <Text size="sm" fw={600}>
                    {row.question}
                  </Text>
                  <Text size="sm">{row.answer}</Text>
                  {row.spans.length > 0 && (
                    <Text size="xs" c="dimmed">
                      Right: {row.spans.join(' · ')}
                    </Text>
                  )}
                </>
              ),
            },
            { head: 'Outcome', cell: (row) => outcomeWords[row.outcome] },
            {
              head: 'Answerable',
              cell: (row) => (row.isAnswerable === null ? '–' : row.isAnswerable ? 'yes' : 'no'),
            },
            {
              head: 'Votes: correct, incorrect',
              isNumber: true,
              cell: (row) => (
                <>
                  {formatCount(row.votesCorrect)}, {formatCount(row.votesIncorrect)}
                </>
              ),
            },
          ]}
        />
      )}
      <Pages mt="sm" rows={total} {...{ perPage, page }} onPage={setPage} />
    </section>
  );
}

/** What the validators of a run found. */
export function ValidationReportScreen({ runId }: { runId: number }) {
  const report = useValidationReport(runId);
  return (
    <Page>
      <AlterationsNote />
      {report.error && <ProblemNote problem={toProblem(report.error)} />}
      {report.isPending && <LoadingNote label="Counting the verdicts" />}
      {report.data && <ReportView report={report.data} />}
    </Page>
  );
}

function ReportView({ report }: { report: ValidationReport }) {
  const { validators, hasMarks, validated, questions, discarded, undecided } = report;
  const left = questions - validated;
  return (
    <>
      <PageHeader
        above={<TextLink href={paths.validation}>Validation</TextLink>}
        title={`Validated answers: ${report.system}`}
        description={`${report.title}, on ${report.dataset}. Majority of ${hasMarks ? 'who asked and ' : ''}${plural(validators, 'validator')}.`}
      />
      {left > 0 && (
        <Alert title={`${plural(left, 'question')} of ${formatCount(questions)} still to validate`}>
          All figures are of the {formatCount(validated)} that have their validators.
        </Alert>
      )}
      <ValidatorCount key={validators} report={report} />
      <Facts
        facts={[
          {
            name: 'Correct, all questions',
            value: withInterval(
              { share: report.accuracy, of: report.correct + report.incorrect },
              report.accuracyLower,
              report.accuracyUpper,
            ),
          },
          {
            name: 'Correct, answerable questions',
            value: withInterval(
              { share: report.answerable, of: report.answerableQuestions },
              report.answerableLower,
              report.answerableUpper,
            ),
          },
          {
            name: 'Unanswerable',
            value: `${shareWords(report.unanswerableShare)} of ${formatCount(validated - discarded - report.answerabilityTies)}`,
          },
          {
            name: 'Discarded as ungrammatical',
            value: `${formatCount(discarded)} of ${formatCount(validated)}`,
          },
          { name: 'Undecided (ties)', value: formatCount(undecided) },
          { name: 'Refused by the system', value: shareWords(report.refusals.share) },
          { name: 'Precision of refusals', value: shareWords(report.refusals.precision) },
          { name: 'Recall of refusals', value: shareWords(report.refusals.recall) },
        ]}
      />
      <Text size="sm" c="dimmed" maw="75ch">
        Intervals are approximate at 95 %, at one look: a jackknife over passages. Answers about one passage
        are alike. From fewer than five passages of one size there is none. Ties and discarded questions are
        in no share of correct answers.
      </Text>
      <Agreement agreement={report.agreement} />
      <Annotators annotators={report.annotators} />
      <OutcomeTable runId={report.runId} />
    </>
  );
}

/** How many validate each conversation, to be changed: where they tie, one more decides. */
function ValidatorCount({ report: { runId, validators, undecided } }: { report: ValidationReport }) {
  const queries = useQueryClient();
  const [count, setCount] = useState(validators);
  const open = useMutation({
    mutationFn: () => api.validation.open({ runId, validators: count }),
    onSuccess: () => queries.invalidateQueries({ queryKey: validationKeys.all }),
  });
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs">
        <RequiredNumber
          label="Validators each"
          w={140}
          {...limitsOf(Validators)}
          value={count}
          onChange={setCount}
        />
        <Button
          variant="default"
          disabled={count === validators}
          loading={open.isPending}
          onClick={() => open.mutate()}
        >
          Change the number
        </Button>
      </Group>
      <Text size="sm" c="dimmed" maw="75ch">
        {undecided > 0 && `${plural(undecided, 'question')} tied: one more validator of each decides. `}
        With more validators the figures wait for theirs; with fewer the first ones count. No verdict is lost.
      </Text>
      {open.error && <ProblemNote problem={toProblem(open.error)} />}
    </Stack>
  );
}

/** A share with the decided questions that it is of: of few, without an interval, it says little. */
const withInterval = (
  { share, of }: { share: number | null; of: number },
  lower: number | null,
  upper: number | null,
): string => {
  if (share === null) return shareWords(share);
  const ends =
    lower === null || upper === null
      ? '; no interval'
      : ` (${formatPercent(lower)} to ${formatPercent(upper)})`;
  return `${formatPercent(share)} of ${formatCount(of)} decided${ends}`;
};

function Agreement({ agreement }: Pick<ValidationReport, 'agreement'>) {
  const rows = [
    { name: 'Unanswerable, correct, incorrect', ...agreement.overall, paper: 0.598 },
    { name: 'Unanswerable, answerable', ...agreement.answerability, paper: 0.679 },
  ];
  return (
    <section aria-labelledby="agreement-title">
      <Title order={2} id="agreement-title" mb="xs">
        Agreement of the validators
      </Title>
      <DataTable
        label="Agreement of the validators"
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { head: 'Categories', namesRow: true, cell: ({ name }) => name },
          {
            head: "Fleiss' kappa",
            isNumber: true,
            cell: ({ kappa, reason }) => (
              <>
                {kappa === null ? 'not estimable' : formatFixed(kappa, 3)}
                {reason !== null && (
                  <Text size="xs" c="dimmed">
                    {reason}
                  </Text>
                )}
              </>
            ),
          },
          { head: 'Questions', isNumber: true, cell: ({ questions }) => formatCount(questions) },
          {
            head: 'Left out as ungrammatical to one',
            isNumber: true,
            cell: ({ leftOut }) => formatCount(leftOut),
          },
          { head: 'Li et al. (2022), other data', isNumber: true, cell: ({ paper }) => paper.toFixed(3) },
        ]}
      />
    </section>
  );
}

function Annotators({ annotators }: Pick<ValidationReport, 'annotators'>) {
  if (annotators.length === 0) return null;
  return (
    <section aria-labelledby="validators-title">
      <Title order={2} id="validators-title" mb="xs">
        Validators
      </Title>
      <DataTable
        label="Validators"
        rows={annotators}
        keyOf={(one) => one.name}
        columns={[
          { head: 'Annotator', namesRow: true, cell: (one) => one.name },
          { head: 'Conversations', isNumber: true, cell: (one) => formatCount(one.conversations) },
          { head: 'Ungrammatical', isNumber: true, cell: (one) => formatCount(one.ungrammatical) },
          { head: 'Unanswerable', isNumber: true, cell: (one) => formatCount(one.unanswerable) },
          { head: 'Correct', isNumber: true, cell: (one) => formatCount(one.correct) },
          { head: 'Incorrect', isNumber: true, cell: (one) => formatCount(one.incorrect) },
          { head: 'Spans selected', isNumber: true, cell: (one) => formatCount(one.spans) },
          { head: 'Changed knowing the answer', isNumber: true, cell: (one) => formatCount(one.afterAnswer) },
        ]}
      />
    </section>
  );
}
