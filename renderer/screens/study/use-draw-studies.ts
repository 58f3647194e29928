import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { StudyOptions, StudyQuestion } from '../../../shared/contract/index.ts';
import { hasGoal } from '../../../shared/goal-words.ts';
import { api } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { paths } from '../../app/paths.ts';
import { type StudyDraft, systemsOf } from './study-draft.ts';

/** Draws the study that was set up, or one for each pair of systems, and goes where it can be labeled. */
export function useDrawStudies(draft: StudyDraft, options: StudyOptions) {
  const [, go] = useLocation();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (asked: StudyQuestion) => {
      const { preset, seed, alpha, size, name, question, guidelines, form, fields, goal } = draft;
      const drawn = {
        preset,
        seed,
        alpha,
        size,
        ...(question.trim() && { question: question.trim() }),
        ...(guidelines.trim() && { guidelines }),
        ...(form && { form }),
        ...(fields.length > 0 && { fields }),
        ...(hasGoal(goal) && { goal }),
      };
      if (draft.compare === 'all') {
        const { system: _, against: __, ...shared } = asked;
        const systems = systemsOf(draft, options);
        return api.study.createPairs({ ...shared, ...drawn, systems });
      }
      return [await api.study.create({ ...asked, ...drawn, ...(name.trim() && { name: name.trim() }) })];
    },
    onSuccess: (studies) => {
      for (const study of studies) queries.setQueryData(queryKeys.study(study.id), study);
      void queries.invalidateQueries({ queryKey: queryKeys.studies });
      const [only, ...more] = studies;
      go(only && more.length === 0 ? paths.study(only.id) : paths.studies);
    },
  });
}
