import { MultiSelect } from '@mantine/core';
import { mostStudies } from '../../../shared/contract/estimate.ts';
import { useStudies } from '../../api/queries.ts';
import classes from './results.module.css';

interface ReportStudiesProps {
  studyId: number;
  also: readonly number[];
  onChange: (also: number[]) => void;
}

/** Further studies of the project to put into the same document; shown where there are any. */
export function ReportStudies({ studyId, also, onChange }: ReportStudiesProps) {
  const others = (useStudies().data ?? []).filter(({ id }) => id !== studyId);
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
