import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** Its key begins like that of the study, so that labels and changes of the study refresh it. */
export const teamKey = (studyId: number) => [...queryKeys.study(studyId), 'team'];

export const useTeam = (studyId: number) =>
  useQuery({ queryKey: teamKey(studyId), queryFn: () => api.team.get({ studyId }) });
