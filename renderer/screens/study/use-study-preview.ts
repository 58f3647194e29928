import { useQuery } from '@tanstack/react-query';
import type { StudyQuestion } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';

/** What a question's pool says before anything is drawn; asked for once, whoever shows it. */
export const useStudyPreview = (question: StudyQuestion, isAsked: boolean) =>
  useQuery({
    queryKey: ['study-preview', question],
    queryFn: ({ signal }) => api.study.preview(question, { signal }),
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  });
