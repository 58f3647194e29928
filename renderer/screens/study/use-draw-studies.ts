import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { StudyOptions, StudyQuestion } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { paths } from '../../app/paths.ts';
import { drawOf, type StudyDraft, systemsOf } from './study-draft.ts';

/** Draws the study that was set up, or one for each pair of systems, and goes where it can be labeled. */
export function useDrawStudies(draft: StudyDraft, options: StudyOptions) {
  const [, go] = useLocation();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (asked: StudyQuestion) => {
      const drawn = drawOf(draft);
      const name = draft.name.trim();
      if (draft.compare === 'all') {
        const { system: _, against: __, ...shared } = asked;
        const systems = systemsOf(draft, options);
        return api.study.createPairs({ ...shared, ...drawn, systems });
      }
      return [await api.study.create({ ...asked, ...drawn, ...(name && { name }) })];
    },
    onSuccess: (studies) => {
      for (const study of studies) queries.setQueryData(queryKeys.study(study.id), study);
      void queries.invalidateQueries({ queryKey: queryKeys.studies });
      const [only, ...more] = studies;
      go(only && more.length === 0 ? paths.study(only.id) : paths.studies);
    },
  });
}
