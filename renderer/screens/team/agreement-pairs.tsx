import { Table, Text, Tooltip } from '@mantine/core';
import type {
  AgreementFigure,
  CriterionAgreement,
  PairAgreement,
  Speaker,
} from '../../../shared/contract/index.ts';
import { AnnotatorMark } from '../../ui/annotator-mark.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import classes from './agreement.module.css';
import { figureWords, intervalWords } from './agreement-words.ts';

const shortNames: Partial<Record<AgreementFigure['id'], string>> = {
  'cohen-kappa': 'Cohen’s kappa',
  'cohen-kappa-quadratic': 'Kappa (quadratic)',
  'cohen-kappa-linear': 'Kappa (linear)',
  pearson: 'Pearson’s r',
  percent: 'Equal',
  'mean-absolute-difference': 'Mean difference',
};

/** Every pair of annotators in a row, on the items that both labeled. */
export function AgreementPairs({
  annotators,
  criterion: { pairs, scale },
}: {
  annotators: readonly Speaker[];
  criterion: CriterionAgreement;
}) {
  const byId = new Map(annotators.map((one) => [one.id, one]));
  const columns = pairs[0]?.figures ?? [];
  if (columns.length === 0) return null;
  return (
    <section aria-labelledby="pairs-title">
      <h2 id="pairs-title" className={classes.heading}>
        Who agrees with whom?
      </h2>
      <ScrollBox label="Pairs of annotators">
        <Table className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Pair</Table.Th>
              <Table.Th ta="end">Items</Table.Th>
              {columns.map(({ id, name }) => (
                <Table.Th key={id} ta="end">
                  <Tooltip label={name}>
                    <span>{shortNames[id] ?? name}</span>
                  </Tooltip>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {pairs.map((pair) => (
              <PairRow key={`${pair.first}-${pair.second}`} pair={pair} byId={byId} scale={scale} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
      <Text size="xs" c="dimmed" mt={4}>
        Below each figure its approximate interval, for one look at one pair. Kappa is chance-corrected from
        what each of the two uses how often.
      </Text>
    </section>
  );
}

function PairRow({
  pair: { first, second, items, figures },
  byId,
  scale,
}: {
  pair: PairAgreement;
  byId: ReadonlyMap<number, Speaker>;
  scale: CriterionAgreement['scale'];
}) {
  return (
    <Table.Tr>
      <Table.Td>
        <span className={classes.said}>
          {[first, second]
            .map((id) => byId.get(id))
            .map((one) => one && <AnnotatorMark key={one.id} annotator={one} isNamed />)}
        </span>
      </Table.Td>
      <Table.Td ta="end">{items}</Table.Td>
      {figures.map((figure) => (
        <Table.Td key={figure.id} ta="end">
          {figure.value === null ? (
            <Tooltip label={figure.reason}>
              <Text span size="sm" c="dimmed">
                not estimable
              </Text>
            </Tooltip>
          ) : (
            <>
              {figureWords(figure.id, figure.value, scale)}
              <Text size="xs" c="dimmed">
                {intervalWords(figure, scale)}
              </Text>
            </>
          )}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
