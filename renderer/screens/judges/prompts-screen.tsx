import { Text } from '@mantine/core';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { likelyPrompt } from '../../parts/judge-choices.ts';
import { useJudges, usePrompts } from '../../parts/judge-queries.ts';
import { useDraft } from '../../ui/draft.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PromptEditor } from './prompt-editor.tsx';

/** What judges are told: ready prompts and own ones, every version kept. */
export function PromptsScreen() {
  const prompts = usePrompts();
  const { draft, change } = useDraft<{ chosen: number | null }>('which prompt', { chosen: null });
  const choose = (chosen: number) => change({ chosen });
  const judges = useJudges();
  const likely = judges.isPending ? undefined : likelyPrompt(prompts.data ?? [], judges.data ?? [], []);
  const prompt = prompts.data?.find(({ id }) => id === draft.chosen) ?? likely;
  return (
    <Page>
      <PageHeader
        title="Prompts"
        description="A changed prompt is stored as its next version; scores always name the version they came from."
        actions={
          prompt && (
            <NativeSelect
              aria-label="Prompt"
              w="min(380px, 100%)"
              value={prompt.id}
              onChange={(event) => choose(Number(event.currentTarget.value))}
              data={(prompts.data ?? []).map(({ id, name, version, builtIn }) => ({
                value: String(id),
                label: `${name}, version ${version}${builtIn ? ' (comes with Assay)' : ''}`,
              }))}
            />
          )
        }
      />
      {prompts.error && <ProblemNote problem={toProblem(prompts.error)} />}
      {prompts.isPending && <LoadingNote label="Reading the prompts" />}
      {prompt ? (
        <PromptEditor key={prompt.id} prompt={prompt} onSaved={choose} />
      ) : (
        prompts.data && !judges.isPending && <Text c="dimmed">There is no prompt.</Text>
      )}
    </Page>
  );
}
