import { Table, Text, Title } from '@mantine/core';
import type { Alignment, BiasRow, Coefficient } from '../../../shared/contract/index.ts';
import { correctedNote, judgeFigureWords, yesNoRows } from '../../../shared/judge-figure-words.ts';
import { formatCount, formatFixed, formatPercent, formatScore } from '../../api/format.ts';
import { ScrollBox } from '../../charts/scroll-box.tsx';
import { Facts } from '../../ui/facts.tsx';
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
    <Table className="tabular">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Figure</Table.Th>
          <Table.Th ta="end">Value</Table.Th>
          <Table.Th>Interval (approximate)</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {coefficients.map(({ id, name, value, lower, upper, reason }) => (
          <Table.Tr key={id}>
            <Table.Td>{name}</Table.Td>
            <Table.Td ta="end">{value === null ? 'not estimable' : two(value)}</Table.Td>
            <Table.Td c={value === null || lower === null ? 'dimmed' : 'inherit'}>
              {lower !== null && upper !== null ? `${two(lower)} to ${two(upper)}` : (reason ?? 'none')}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
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
      <ScrollBox label="Yes and no by the judge">
        <Table className="tabular">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Figure</Table.Th>
              <Table.Th>Share (interval)</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(([name, figure]) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{judgeFigureWords(figure, two)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
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
      <ScrollBox label={title}>
        <Table className="tabular">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{what}</Table.Th>
              <Table.Th ta="end">Items</Table.Th>
              <Table.Th ta="end">People</Table.Th>
              <Table.Th ta="end">Judge</Table.Th>
              <Table.Th ta="end">Judge minus people</Table.Th>
              <Table.Th>Interval (approximate)</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ level, items, humanMean, judgeMean, bias, lower, upper }) => (
              <Table.Tr key={level}>
                <Table.Td>{level}</Table.Td>
                <Table.Td ta="end">{formatCount(items)}</Table.Td>
                <Table.Td ta="end">{formatScore(humanMean, scale)}</Table.Td>
                <Table.Td ta="end">{formatScore(judgeMean, scale)}</Table.Td>
                <Table.Td ta="end">{signed(bias)}</Table.Td>
                <Table.Td c={lower === null ? 'dimmed' : 'inherit'}>
                  {lower !== null && upper !== null
                    ? `${signed(lower)} to ${signed(upper)}`
                    : 'too few items'}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </section>
  );
}
