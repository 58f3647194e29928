import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { isDesktop } from '../../api/desktop-door.ts';
import { useStudy } from '../../api/queries.ts';
import { paths } from '../../app/paths.ts';
import { AlterationsNote } from '../../ui/alterations-note.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ReportFiles } from './report-files.tsx';
import { ReportPreview } from './report-preview.tsx';
import { ReportSave } from './report-save.tsx';
import { ReportStudies } from './report-studies.tsx';
import classes from './results.module.css';
import { SignSwitch } from './sign-switch.tsx';

/** The report: how it will look, and the files to take away. */
export function ReportScreen({ studyId }: { studyId: number }) {
  const study = useStudy(studyId);
  const [also, setAlso] = useState<number[]>([]);
  const [sign, setSign] = useState(false);
  return (
    <Page>
      <PageHeader
        title={study.data ? `Report: ${study.data.name}` : 'Report'}
        actions={
          <Button component={Link} href={paths.results(studyId)} variant="default">
            Results
          </Button>
        }
      />
      <AlterationsNote studyId={studyId} />
      <div className={classes.screen}>
        <div className={classes.grid}>
          <div className={classes.main}>
            <ReportPreview studyId={studyId} also={also} sign={sign} />
          </div>
          <div className={classes.side}>
            <ReportStudies studyId={studyId} also={also} onChange={setAlso} />
            <SignSwitch sign={sign} onChange={setSign} />
            <ReportFiles studyId={studyId} also={also} sign={sign} />
            {!isDesktop() && <ReportSave studyId={studyId} also={also} sign={sign} />}
          </div>
        </div>
      </div>
    </Page>
  );
}
