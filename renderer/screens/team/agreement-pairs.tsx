import { Text, Tooltip } from '@mantine/core';
import { figureWords } from '../../../shared/agreement-words.ts';
import type {
  AgreementFigure,
  CriterionAgreement,
  PairAgreement,
  Speaker,
} from '../../../shared/contract/index.ts';
import { AnnotatorMark } from '../../ui/annotator-mark.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import classes from './agreement.module.css';
import { intervalWords } from './agreement-words.ts';

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
      <DataTable
        label="Pairs of annotators"
        rows={pairs}
        keyOf={({ first, second }) => `${first}-${second}`}
        columns={[
          {
            head: 'Pair',
            cell: ({ first, second }) => (
              <span className={classes.said}>
                {[first, second]
                  .map((id) => byId.get(id))
                  .map((one) => one && <AnnotatorMark key={one.id} annotator={one} isNamed />)}
              </span>
            ),
          },
          { head: 'Items', isNumber: true, cell: ({ items }) => items },
          ...columns.map(
            ({ id, name }, at): Column<PairAgreement> => ({
              id,
              head: (
                <Tooltip label={name}>
                  <span>{shortNames[id] ?? name}</span>
                </Tooltip>
              ),
              isNumber: true,
              cell: ({ figures }) => <PairFigure figure={figures[at]!} scale={scale} />,
            }),
          ),
        ]}
      />
      <Text size="xs" c="dimmed" mt={4}>
        Below each figure its approximate interval, for one look at one pair. Kappa is chance-corrected from
        what each of the two uses how often.
      </Text>
    </section>
  );
}

type PairFigureProps = { figure: AgreementFigure } & Pick<CriterionAgreement, 'scale'>;

function PairFigure({ figure, scale }: PairFigureProps) {
  if (figure.value === null) {
    return (
      <Tooltip label={figure.reason}>
        <Text span size="sm" c="dimmed">
          not estimable
        </Text>
      </Tooltip>
    );
  }
  return (
    <>
      {figureWords(figure.id, figure.value, scale)}
      {figure.lower === null ? (
        <Tooltip label={figure.intervalReason}>
          <Text size="xs" c="dimmed">
            too few items
          </Text>
        </Tooltip>
      ) : (
        <Text size="xs" c="dimmed">
          {intervalWords(figure, scale)}
        </Text>
      )}
    </>
  );
}
