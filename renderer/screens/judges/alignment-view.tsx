import { Table, Text, Title } from '@mantine/core';
import type { Alignment, BiasRow, Coefficient } from '../../../shared/contract/index.ts';
import { correctedNote, judgeFigureWords, yesNoRows } from '../../../shared/judge-figure-words.ts';
import { formatCount, formatFixed, formatPercent, formatScore } from '../../api/format.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import classes from './judges.module.css';

const countShown = (count: number) => (count === 0 ? '·' : Number(count.toPrecision(3)).toLocaleString('en'));

/** Which score people gave and which the judge gave, with the darker cells the more frequent. */
function ConfusionMatrix({ levels, counts }: NonNullable<Alignment['confusion']>) {
  const most = Math.max(...counts.flat(), 1);
  return (
    <section aria-labelledby="confusion-title">
      <Title order={2} id="confusion-title" mb="xs">
        Which scores go together?
      </Title>
      <ScrollBox label="People's scores by the judge's">
        <Table withRowBorders={false} className="tabular" w="auto">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>People \ judge</Table.Th>
              {levels.map((level) => (
                <Table.Th key={level} className={classes.cell}>
                  {level}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {levels.map((human, row) => (
              <Table.Tr key={human}>
                <Table.Th scope="row">{human}</Table.Th>
                {levels.map((judge, column) => {
                  const count = counts[row]?.[column] ?? 0;
                  return (
                    <Table.Td
                      key={judge}
                      className={classes.cell}
                      data-agree={row === column || undefined}
                      bg={`rgb(0 114 178 / ${Math.round((45 * count) / most)}%)`}
                    >
                      {countShown(count)}
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
      <Text size="sm" c="dimmed" mt="xs">
        Counts are weighted by each item's chance to be in the sample. Framed cells are where both agree.
      </Text>
    </section>
  );
}

const two = (value: number) => formatFixed(value);

/** The summary first, then the figures it rests on. */
export function AlignmentView({ alignment }: { alignment: Alignment }) {
  const { scale, items, missing, labelFactor, labelFactorReason } = alignment;
  return (
    <>
      <Text maw="75ch">{alignment.summary}</Text>
      <Facts
        facts={[
          { name: 'Items with both', value: formatCount(items) },
          { name: 'Labeled, not judged', value: formatCount(missing) },
          { name: 'People', value: formatScore(alignment.humanMean, scale) },
          { name: 'Judge', value: formatScore(alignment.judgeMean, scale) },
          {
            name: 'Labels needed with this judge',
            value:
              labelFactor === null
                ? (labelFactorReason ?? 'not estimable')
                : `${formatPercent(1 / labelFactor)} of those without it`,
          },
        ]}
      />
      <Text size="sm" c="dimmed">
        {alignment.basis} {alignment.interval}
      </Text>
      <div className={classes.two}>
        <section aria-labelledby="agreement-title">
          <Title order={2} id="agreement-title" mb="xs">
            How far do they agree?
          </Title>
          <CoefficientTable coefficients={alignment.coefficients} />
        </section>
        <YesNoTable alignment={alignment} />
        {alignment.confusion && <ConfusionMatrix {...alignment.confusion} />}
      </div>
      <div className={classes.two}>
        <BiasTable
          title="Where does the judge differ?"
          what="People's score"
          rows={alignment.biasByLevel}
          scale={scale}
        />
        {alignment.biasBySubgroup.length > 0 && (
          <BiasTable
            title="Which system does it favor?"
            what="Subgroup"
            rows={alignment.biasBySubgroup}
            scale={scale}
          />
        )}
      </div>
    </>
  );
}

function CoefficientTable({ coefficients }: { coefficients: readonly Coefficient[] }) {
  return (
    <DataTable
      rows={coefficients}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Figure', cell: ({ name }) => name },
        {
          head: 'Value',
          isNumber: true,
          cell: ({ value }) => (value === null ? 'not estimable' : two(value)),
        },
        {
          head: 'Interval (approximate)',
          look: ({ value, lower }) => ({ c: value === null || lower === null ? 'dimmed' : 'inherit' }),
          cell: ({ lower, upper, reason }) =>
            lower !== null && upper !== null ? `${two(lower)} to ${two(upper)}` : (reason ?? 'none'),
        },
      ]}
    />
  );
}

/** What a judge of yes and no misses, and its share of yes without that; nothing of ratings. */
function YesNoTable({ alignment }: { alignment: Alignment }) {
  const rows = yesNoRows(alignment);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="yes-no-title">
      <Title order={2} id="yes-no-title" mb="xs">
        What does it miss?
      </Title>
      <DataTable
        label="Yes and no by the judge"
        rows={rows}
        keyOf={([name]) => name}
        columns={[
          { head: 'Figure', cell: ([name]) => name },
          { head: 'Share (interval)', cell: ([, figure]) => judgeFigureWords(figure, two) },
        ]}
      />
      <Text size="sm" c="dimmed" mt="xs" maw="60ch">
        {correctedNote}
      </Text>
    </section>
  );
}

interface BiasTableProps {
  title: string;
  what: string;
  rows: readonly BiasRow[];
  scale: Alignment['scale'];
}

/** Judge minus people, level by level. */
function BiasTable({ title, what, rows, scale }: BiasTableProps) {
  const signed = (value: number) => `${value > 0 ? '+' : ''}${formatScore(value, scale)}`;
  return (
    <section aria-label={title}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      <DataTable
        label={title}
        rows={rows}
        keyOf={({ level }) => level}
        columns={[
          { head: what, cell: ({ level }) => level },
          { head: 'Items', isNumber: true, cell: ({ items }) => formatCount(items) },
          { head: 'People', isNumber: true, cell: ({ humanMean }) => formatScore(humanMean, scale) },
          { head: 'Judge', isNumber: true, cell: ({ judgeMean }) => formatScore(judgeMean, scale) },
          { head: 'Judge minus people', isNumber: true, cell: ({ bias }) => signed(bias) },
          {
            head: 'Interval (approximate)',
            look: ({ lower }) => ({ c: lower === null ? 'dimmed' : 'inherit' }),
            cell: ({ lower, upper }) =>
              lower !== null && upper !== null ? `${signed(lower)} to ${signed(upper)}` : 'too few items',
          },
        ]}
      />
    </section>
  );
}
