import { NativeSelect } from '@mantine/core';
import { partFacts } from '../../../shared/prompt-parts.ts';
import { paths } from '../../app/paths.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { partsOfDraft, promptKey, promptLabel } from './prompt-choices.ts';
import { useProtocolPrompts } from './protocol-queries.ts';
import classes from './protocols.module.css';
import type { RunDraft } from './run-draft.ts';

interface PromptFieldsProps {
  draft: RunDraft;
  change: (part: Partial<RunDraft>) => void;
}

/** Which text tells each model its part. */
export function PromptFields({ draft, change }: PromptFieldsProps) {
  const prompts = useProtocolPrompts();
  const parts = partsOfDraft(draft);
  if (parts.length === 0 || !prompts.data) return null;
  return (
    <div className={classes.fields}>
      {parts.map((part) => (
        <NativeSelect
          key={part}
          label={`Text. ${partFacts[part].name}`}
          description={<TextLink href={paths.protocolPrompts}>Read or copy it</TextLink>}
          value={draft.prompts[part] ?? ''}
          data={prompts.data
            .filter((one) => one.part === part)
            .map((one) => ({ value: one.builtIn ? '' : promptKey(one), label: promptLabel(one) }))}
          onChange={({ currentTarget }) =>
            change({ prompts: { ...draft.prompts, [part]: currentTarget.value } })
          }
        />
      ))}
    </div>
  );
}
