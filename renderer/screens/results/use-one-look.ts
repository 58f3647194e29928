import { useQuery } from '@tanstack/react-query';
import type { EstimateReport, Study } from '../../../shared/contract/index.ts';
import { coverageIn, isAbout, type LabCoverage } from '../../../shared/one-look-words.ts';
import { api } from '../../api/client.ts';

/** How often intervals for one look held in the newest back-tests on a study's data, at the look that it declared. */
export function useOneLook({ lookPlan, looks }: EstimateReport, study: Study): readonly LabCoverage[] {
  const { datasetId, system, measure, surrogate, alpha } = study;
  const [look] = looks;
  const { data = [] } = useQuery({
    queryKey: ['lab', 'one-look', study.id, look],
    enabled: lookPlan?.kind === 'once' && look !== undefined && !study.comparison,
    queryFn: async () => {
      const runs = (await api.lab.list({})).filter((run) =>
        isAbout(run, { datasetId, system, measure, surrogate, alpha }),
      );
      const found: LabCoverage[] = [];
      for (const { id } of runs) found.push(...coverageIn(await api.lab.get({ runId: id }), system, look!));
      return found;
    },
  });
  return data;
}
