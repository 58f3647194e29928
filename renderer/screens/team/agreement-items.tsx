import { Anchor, Text } from '@mantine/core';
import { useLocation } from 'wouter';
import type { CriterionAgreement, ItemAgreement, Speaker } from '../../../shared/contract/index.ts';
import { formatPercent, plural } from '../../api/format.ts';
import { openPlace } from '../../parts/team/adjudication-place.ts';
import { pairName, type TeamSubject, teamPath } from '../../parts/team/team-subject.ts';
import { AnnotatorMark } from '../../ui/annotator-mark.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import classes from './agreement.module.css';

interface AgreementItemsProps {
  subject: TeamSubject;
  annotators: readonly Speaker[];
  criterion: CriterionAgreement;
}

/** The items by how far their annotators lie apart; each leads to its decision. */
export function AgreementItems({ subject, annotators, criterion }: AgreementItemsProps) {
  const differing = criterion.byItem.filter(({ spread }) => spread > 0);
  const same = criterion.byItem.length - differing.length;
  return (
    <section aria-labelledby="items-title">
      <h2 id="items-title" className={classes.heading}>
        On which items do they disagree?
      </h2>
      <Text size="sm" c="dimmed" mb="xs">
        {plural(differing.length, 'item')} with different answers, {same} with the same. Spread is the mean
        distance of two annotators, as a share of the scale. A skip beside a label counts as the whole scale.
      </Text>
      {differing.length > 0 && (
        <DataTable
          label="Items by disagreement"
          maxHeight={460}
          rows={differing}
          keyOf={({ studyId, itemId }) => `${studyId}-${itemId}`}
          columns={[
            'ranking' in subject && { head: 'Pair', cell: ({ studyId }) => pairName(subject, studyId) },
            { head: 'Draw', isNumber: true, width: 72, cell: ({ draw }) => draw },
            {
              head: 'Question',
              look: () => ({ className: classes.question }),
              cell: ({ question }) => (
                <Text size="sm" lineClamp={2} dir="auto">
                  {question}
                </Text>
              ),
            },
            { head: 'Answers', cell: ({ said }) => <Answers said={said} annotators={annotators} /> },
            { head: 'Spread', isNumber: true, cell: ({ spread }) => formatPercent(spread) },
            {
              head: 'Decision',
              cell: (item) => <ToDecide {...{ subject, item }} criterionId={criterion.criterionId} />,
            },
          ]}
        />
      )}
    </section>
  );
}

function Answers({
  said,
  annotators,
}: Pick<ItemAgreement, 'said'> & Pick<AgreementItemsProps, 'annotators'>) {
  return (
    <span className={classes.said}>
      {said.map(({ annotatorId, words }, at) => {
        const speaker = annotators.find(({ id }) => id === annotatorId);
        return (
          <span key={annotatorId ?? `place ${at}`} className={classes.saidOne}>
            {speaker && <AnnotatorMark annotator={speaker} />}
            <Text span size="sm" lineClamp={1}>
              <bdi>{words}</bdi>
            </Text>
          </span>
        );
      })}
    </span>
  );
}

/** Leads to the decision of an item. */
function ToDecide({
  subject,
  criterionId,
  item: { studyId, itemId, draw, isDecided, isOutdated },
}: {
  subject: TeamSubject;
  criterionId: number;
  item: ItemAgreement;
}) {
  const [, go] = useLocation();
  const open = () => {
    openPlace(subject, { studyId, itemId, criterionId });
    go(teamPath(subject, 'adjudication'));
  };
  const pair = pairName(subject, studyId);
  const action = isOutdated ? 'Decide again' : isDecided ? 'Decided' : 'Decide';
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      onClick={open}
      aria-label={`${pair === null ? '' : `${pair}, `}Item ${draw}: ${action.toLowerCase()}`}
    >
      {action}
    </Anchor>
  );
}
