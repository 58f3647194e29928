import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** Whether annotators can come in by their links, and where. */
export const portalQuery = queryOptions({ queryKey: ['door'], queryFn: () => api.portal.state({}) });

/** The links of a study, and who has come in by them. */
export const linksQuery = (studyId: number) =>
  queryOptions({
    queryKey: [...queryKeys.team(studyId), 'links'],
    queryFn: () => api.invitation.list({ studyId }),
  });
