import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mayLabel } from '../../../shared/count-words.ts';
import { api } from '../../api/client.ts';
import { useProject } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { CountLine } from '../../parts/label-counts.tsx';
import { subjectKey, useLabel, useLabelSession } from './label-context.ts';
import { countLabels } from './label-queue.ts';

/**
 * What the estimate waits for, where labels do not count yet, or that nothing is left to label: no number that could sway an answer. Its key begins like
 * that of the estimate, so that every label refreshes it.
 */
export function CountNote() {
  const { subject } = useLabelSession();
  const { data: project } = useProject();
  const batch = useLabel((state) => state.batch);
  const shown = useLabel((state) => state.item?.ref);
  const show = useLabel((state) => state.show);
  const items = useLabel((state) => state.items);
  const own = useMemo(() => countLabels(items), [items]);
  const { data: counts } = useQuery({
    queryKey: [...subjectKey(subject), 'label-counts', batch?.batch],
    queryFn: () => api.label.counts({ batch: batch!.batch }),
    enabled: batch !== null && project?.handedStudyId === null,
  });
  const waitingFor = counts?.waitingFor;
  const isAllLabeled = counts?.waitingFor === null && own.left > 0 && counts.labeled >= own.total;
  const studyId = 'studyId' in subject ? subject.studyId : 0;
  // Where items are shared out, the labels of all say nothing of one person's share.
  const { data: team } = useQuery({
    queryKey: queryKeys.team(studyId),
    queryFn: () => api.team.get({ studyId }),
    enabled: isAllLabeled && studyId > 0,
  });
  if (isAllLabeled && team && !team.members.some(({ isMember }) => isMember)) {
    return 'All are labeled already. A label of yours is one more beside that.';
  }
  if (!counts || !waitingFor) return null;
  const link = (words: string) => {
    if (waitingFor.ref === shown || !mayLabel(waitingFor, batch?.annotator.id)) return words;
    return (
      <Anchor
        component="button"
        type="button"
        inherit
        underline="always"
        onClick={() => void show(waitingFor.ref)}
      >
        {words}
      </Anchor>
    );
  };
  return <CountLine counts={counts} link={link} />;
}
