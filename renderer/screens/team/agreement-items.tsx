import { Anchor, Table, Text } from '@mantine/core';
import { useLocation } from 'wouter';
import type { CriterionAgreement, ItemAgreement, Speaker } from '../../../shared/contract/index.ts';
import { formatPercent, plural } from '../../api/format.ts';
import { openPlace } from '../../parts/team/adjudication-place.ts';
import { pairName, type TeamSubject, teamPath } from '../../parts/team/team-subject.ts';
import { AnnotatorMark } from '../../ui/annotator-mark.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
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
        <ScrollBox label="Items by disagreement" maxHeight={460}>
          <Table className={classes.table} stickyHeader>
            <Table.Thead>
              <Table.Tr>
                {'ranking' in subject && <Table.Th>Pair</Table.Th>}
                <Table.Th ta="end" w={72}>
                  Draw
                </Table.Th>
                <Table.Th>Question</Table.Th>
                <Table.Th>Answers</Table.Th>
                <Table.Th ta="end">Spread</Table.Th>
                <Table.Th>Decision</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {differing.map((item) => (
                <ItemRow
                  key={`${item.studyId}-${item.itemId}`}
                  {...{ subject, annotators, item }}
                  criterionId={criterion.criterionId}
                />
              ))}
            </Table.Tbody>
          </Table>
        </ScrollBox>
      )}
    </section>
  );
}

interface ItemRowProps {
  subject: TeamSubject;
  criterionId: number;
  annotators: readonly Speaker[];
  item: ItemAgreement;
}

function ItemRow({ subject, criterionId, annotators, item }: ItemRowProps) {
  const [, go] = useLocation();
  const { studyId, itemId, draw, question, spread, said, isDecided, isOutdated } = item;
  const byId = new Map(annotators.map((one) => [one.id, one]));
  const open = () => {
    openPlace(subject, { studyId, itemId, criterionId });
    go(teamPath(subject, 'adjudication'));
  };
  const pair = pairName(subject, studyId);
  const action = isOutdated ? 'Decide again' : isDecided ? 'Decided' : 'Decide';
  return (
    <Table.Tr>
      {pair !== null && <Table.Td>{pair}</Table.Td>}
      <Table.Td ta="end">{draw}</Table.Td>
      <Table.Td className={classes.question}>
        <Text size="sm" lineClamp={2} dir="auto">
          {question}
        </Text>
      </Table.Td>
      <Table.Td>
        <span className={classes.said}>
          {said.map(({ annotatorId, words }, at) => {
            const speaker = annotatorId === null ? undefined : byId.get(annotatorId);
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
      </Table.Td>
      <Table.Td ta="end">{formatPercent(spread)}</Table.Td>
      <Table.Td>
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={open}
          aria-label={`${pair === null ? '' : `${pair}, `}Item ${draw}: ${action.toLowerCase()}`}
        >
          {action}
        </Anchor>
      </Table.Td>
    </Table.Tr>
  );
}
