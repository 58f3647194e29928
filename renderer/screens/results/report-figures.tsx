import { Button, Group, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReportChoice } from '../../../shared/contract/index.ts';
import folds from '../../ui/for-researchers.module.css';
import { figureFormats } from './report-formats.ts';
import { figuresQuery } from './result-queries.ts';

interface ReportFiguresProps {
  studyId: number;
  verb: string;
  isPending: (figure: Pick<ReportChoice, 'format' | 'figure'>) => boolean;
  onKeep: (figure: string, format: (typeof figureFormats)[number]['format']) => void;
}

/** Each figure of the report as a file, for a paper or a slide. */
export function ReportFigures({ studyId, verb, isPending, onKeep }: ReportFiguresProps) {
  const figures = useQuery(figuresQuery(studyId)).data ?? [];
  if (figures.length === 0) return null;
  return (
    <details className={folds.fold}>
      <summary>Figures, for a paper or a slide</summary>
      <Table verticalSpacing={6}>
        <Table.Tbody>
          {figures.map(({ id, title }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Text size="sm">{title}</Text>
              </Table.Td>
              <Table.Td>
                <Group gap={6} justify="end" wrap="nowrap">
                  {figureFormats.map(({ format, name }) => (
                    <Button
                      key={format}
                      size="compact-sm"
                      variant="default"
                      loading={isPending({ format, figure: id })}
                      aria-label={`${verb}: ${title}, ${name}`}
                      onClick={() => onKeep(id, format)}
                    >
                      {name}
                    </Button>
                  ))}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  );
}
