import { Alert, Checkbox, Group, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { ValidatedQuestion, ValidationReport } from '../../../shared/contract/index.ts';
import { formatCount, formatFixed, formatPercent, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { whyUnread } from '../../api/queries.ts';
import { ScrollBox } from '../../charts/scroll-box.tsx';
import { shareWords } from '../../parts/protocol-words.ts';
import { useValidationOutcomes, useValidationReport } from '../../parts/validation-queries.ts';
import { AlterationsNote } from '../../ui/alterations-note.tsx';
import { Facts } from '../../ui/facts.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
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
        <ScrollBox label="Questions">
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Conversation</Table.Th>
                <Table.Th>Question and answer</Table.Th>
                <Table.Th>Outcome</Table.Th>
                <Table.Th>Answerable</Table.Th>
                <Table.Th ta="end">Votes: correct, incorrect</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a page are never moved
                <Table.Tr key={i}>
                  <Table.Td>
                    <TextLink href={paths.transcript(runId, row.conversation - 1)}>
                      {formatCount(row.conversation)}
                    </TextLink>
                  </Table.Td>
                  <Table.Td dir="auto">
                    <Text size="sm" fw={600}>
                      {row.question}
                    </Text>
                    <Text size="sm">{row.answer}</Text>
                    {row.spans.length > 0 && (
                      <Text size="xs" c="dimmed">
                        Right: {row.spans.join(' · ')}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>{outcomeWords[row.outcome]}</Table.Td>
                  <Table.Td>{row.isAnswerable === null ? '–' : row.isAnswerable ? 'yes' : 'no'}</Table.Td>
                  <Table.Td ta="end">
                    {formatCount(row.votesCorrect)}, {formatCount(row.votesIncorrect)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollBox>
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
      <Facts
        facts={[
          {
            name: 'Correct, all questions',
            value: withInterval(report.accuracy, report.accuracyLower, report.accuracyUpper),
          },
          {
            name: 'Correct, answerable questions',
            value: withInterval(report.answerable, report.answerableLower, report.answerableUpper),
          },
          {
            name: 'Unanswerable',
            value: shareWords(report.unanswerableShare),
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
        Intervals are exact (Clopper and Pearson) at 95 % and take answers as independent. Answers of one
        conversation are alike, so real uncertainty is larger. Ties and discarded questions are in no share of
        correct answers.
      </Text>
      <Agreement agreement={report.agreement} />
      <Annotators annotators={report.annotators} />
      <OutcomeTable runId={report.runId} />
    </>
  );
}

const withInterval = (share: number | null, lower: number | null, upper: number | null): string =>
  share === null || lower === null || upper === null
    ? shareWords(share)
    : `${formatPercent(share)} (${formatPercent(lower)} to ${formatPercent(upper)})`;

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
      <ScrollBox label="Agreement of the validators">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Categories</Table.Th>
              <Table.Th ta="end">Fleiss' kappa</Table.Th>
              <Table.Th ta="end">Questions</Table.Th>
              <Table.Th ta="end">Left out as ungrammatical to one</Table.Th>
              <Table.Th ta="end">Li et al. (2022), other data</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ name, kappa, questions, leftOut, reason, paper }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td ta="end">
                  {kappa === null ? 'not estimable' : formatFixed(kappa, 3)}
                  {reason !== null && (
                    <Text size="xs" c="dimmed">
                      {reason}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td ta="end">{formatCount(questions)}</Table.Td>
                <Table.Td ta="end">{formatCount(leftOut)}</Table.Td>
                <Table.Td ta="end">{paper.toFixed(3)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
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
      <ScrollBox label="Validators">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Annotator</Table.Th>
              <Table.Th ta="end">Conversations</Table.Th>
              <Table.Th ta="end">Ungrammatical</Table.Th>
              <Table.Th ta="end">Unanswerable</Table.Th>
              <Table.Th ta="end">Correct</Table.Th>
              <Table.Th ta="end">Incorrect</Table.Th>
              <Table.Th ta="end">Spans selected</Table.Th>
              <Table.Th ta="end">Changed knowing the answer</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {annotators.map((one) => (
              <Table.Tr key={one.name}>
                <Table.Th scope="row">{one.name}</Table.Th>
                <Table.Td ta="end">{formatCount(one.conversations)}</Table.Td>
                <Table.Td ta="end">{formatCount(one.ungrammatical)}</Table.Td>
                <Table.Td ta="end">{formatCount(one.unanswerable)}</Table.Td>
                <Table.Td ta="end">{formatCount(one.correct)}</Table.Td>
                <Table.Td ta="end">{formatCount(one.incorrect)}</Table.Td>
                <Table.Td ta="end">{formatCount(one.spans)}</Table.Td>
                <Table.Td ta="end">{formatCount(one.afterAnswer)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </section>
  );
}
