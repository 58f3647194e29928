import { queryOptions, useQuery } from '@tanstack/react-query';
import type { TeamMember } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { TeamSubject } from '../../parts/team/team-subject.ts';

/** Its key begins like that of the study, so that labels and changes of the study refresh it. */
export const teamKey = queryKeys.team;

export const useTeam = (studyId: number) =>
  useQuery({ queryKey: teamKey(studyId), queryFn: () => api.team.get({ studyId }) });

/** Who labels a study, or the queue of a ranking, and how far each has come. */
export const membersQuery = (subject: TeamSubject) =>
  queryOptions({
    queryKey:
      'ranking' in subject
        ? [...queryKeys.ranking(subject.ranking.id), 'progress']
        : [...teamKey(subject.studyId), 'members'],
    queryFn: async (): Promise<TeamMember[]> =>
      'ranking' in subject
        ? api.label.progress({ rankingId: subject.ranking.id })
        : (await api.team.get({ studyId: subject.studyId })).members,
  });
