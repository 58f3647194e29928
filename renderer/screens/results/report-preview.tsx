import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getNonce } from 'get-nonce';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { previewHtml } from './preview-html.ts';
import type { ReportProps } from './report-formats.ts';
import classes from './results.module.css';

/** The report as its reader will see it, in a frame that can neither run scripts nor reach this page. */
export function ReportPreview({ studyId, also, sign }: ReportProps) {
  const report = useQuery({
    queryKey: [...queryKeys.estimate(studyId), 'report', 'html', sign, ...also],
    placeholderData: keepPreviousData,
    queryFn: () => api.report.render({ studyId, also: [...also], format: 'html', sign }),
  });
  if (report.error) return <ProblemNote problem={toProblem(report.error)} />;
  if (!report.data) return <LoadingNote label="Writing the report" />;
  return (
    <iframe
      title="Preview of the report"
      className={classes.preview}
      sandbox=""
      srcDoc={previewHtml(report.data.content, getNonce())}
    />
  );
}
