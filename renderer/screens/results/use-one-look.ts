import { useQuery } from '@tanstack/react-query';
import type { EstimateReport, Study } from '../../../shared/contract/index.ts';
import { type LabCoverage, oneLookCoverage } from '../../../shared/one-look-words.ts';
import { api } from '../../api/client.ts';

/** How often intervals for one look held in the newest back-tests on a study's data, at the look that it declared. */
export function useOneLook(report: EstimateReport, study: Study): readonly LabCoverage[] {
  const { data = [] } = useQuery({
    queryKey: ['lab', 'one-look', study.id, report.looks[0]],
    enabled: report.lookPlan?.kind === 'once',
    queryFn: () => oneLookCoverage(api.lab, study, report),
  });
  return data;
}
