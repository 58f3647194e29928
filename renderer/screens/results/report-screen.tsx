import { MultiSelect, Switch } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getNonce } from 'get-nonce';
import { useState } from 'react';
import { mostStudies } from '../../../shared/contract/estimate.ts';
import { plural } from '../../../shared/number-text.ts';
import { api } from '../../api/client.ts';
import { isDesktop } from '../../api/desktop-port.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useStudiesAlone, whyUnread } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { AlterationsNote } from '../../ui/alterations-note.tsx';
import folds from '../../ui/for-researchers.module.css';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { ReportFiles } from './report-files.tsx';
import type { ReportProps } from './report-formats.ts';
import { previewHtml } from './report-formats.ts';
import { ReportSave } from './report-save.tsx';
import classes from './results.module.css';
import { SignSwitch } from './sign-switch.tsx';

/** The report: how it will look, and the files to take away. */
export function ReportScreen({ studyId }: { studyId: number }) {
  const [also, setAlso] = useState<number[]>([]);
  const [sign, setSign] = useState(false);
  const [texts, setTexts] = useState(true);
  const props = { studyId, also, sign, texts };
  return (
    <Page>
      <AlterationsNote />
      <div className={classes.screen}>
        <div className={classes.grid}>
          <div className={classes.main}>
            <ReportPreview {...props} />
          </div>
          <div className={classes.side}>
            <ReportFiles {...props} />
            <details className={folds.fold}>
              <summary>{optionsWords(props)}</summary>
              <div className={folds.folded}>
                <ReportStudies studyId={studyId} also={also} onChange={setAlso} />
                <Switch
                  label="Show the texts of examples"
                  description="Off where the report goes to people who may not read the conversations"
                  checked={texts}
                  onChange={(event) => setTexts(event.currentTarget.checked)}
                />
                <SignSwitch sign={sign} onChange={setSign} />
                {!isDesktop() && <ReportSave {...props} />}
              </div>
            </details>
          </div>
        </div>
      </div>
    </Page>
  );
}

/** What the fold of options holds at present: "Options: with texts of examples, not signed". */
const optionsWords = ({ also, texts, sign }: ReportProps): string =>
  [
    `Options: ${texts ? 'with' : 'without'} texts of examples`,
    sign ? 'signed' : 'not signed',
    ...(also.length > 0 ? [`${plural(also.length, 'further study', 'further studies')}`] : []),
  ].join(', ');

/** The report as its reader will see it, in a frame that can neither run scripts nor reach this page. */
export function ReportPreview({ studyId, also, sign, texts }: ReportProps) {
  const report = useQuery({
    queryKey: [...queryKeys.withOthers, studyId, 'report', sign, texts, ...also],
    placeholderData: keepPreviousData,
    queryFn: () => api.report.render({ studyId, also: [...also], format: 'html', sign, texts }),
  });
  if (whyUnread(report)) return <ProblemNote problem={toProblem(report.error)} />;
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

interface ReportStudiesProps {
  studyId: number;
  also: readonly number[];
  onChange: (also: number[]) => void;
}

/** Further studies of the project to put into the same document; shown where there are any. */
function ReportStudies({ studyId, also, onChange }: ReportStudiesProps) {
  const others = (useStudiesAlone().data ?? []).filter(({ id }) => id !== studyId);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="studies-title">
      <h2 id="studies-title" className={classes.heading}>
        Which studies?
      </h2>
      <MultiSelect
        label="Further studies in this report"
        description="One document with an overview, what the intervals say together, and each study"
        placeholder={also.length === 0 ? 'None' : undefined}
        data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={also.map(String)}
        maxValues={mostStudies - 1}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'This study alone' }}
        hidePickedOptions
        onChange={(chosen) => onChange(chosen.map(Number))}
      />
    </section>
  );
}
