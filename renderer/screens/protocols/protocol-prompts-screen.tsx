import { Textarea } from '@mantine/core';
import type { KnownProtocolPrompt, ProtocolPrompt } from '../../../shared/contract/index.ts';
import { NameSchema } from '../../../shared/contract/protocol-quantities.ts';
import { partFacts } from '../../../shared/prompt-parts.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { protocolKeys, useProtocolPrompts } from '../../parts/protocol-queries.ts';
import { useDraft } from '../../ui/draft.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useVersionedText, VersionedText } from '../../ui/versioned-text.tsx';
import classes from './protocols.module.css';
import { promptKey, promptLabel } from './run-draft.ts';

/** Instructions to models in protocols: built-in texts and own ones, every version kept. */
export function ProtocolPromptsScreen() {
  const prompts = useProtocolPrompts();
  const { draft, change } = useDraft('which protocol text', { chosen: '' });
  const prompt = prompts.data?.find((one) => promptKey(one) === draft.chosen) ?? prompts.data?.[0];
  return (
    <Page>
      <PageHeader
        title="Texts of protocols"
        description="Instructions to the models that ask, detect, rewrite, play the user or score. A changed text is stored as its next version; runs keep the text they ran with."
        actions={
          prompt && (
            <NativeSelect
              aria-label="Text"
              w="min(480px, 100%)"
              value={promptKey(prompt)}
              onChange={({ currentTarget }) => change({ chosen: currentTarget.value })}
              data={(prompts.data ?? []).map((one) => ({
                value: promptKey(one),
                label: `${partFacts[one.part].name}: ${promptLabel(one)}`,
              }))}
            />
          )
        }
      />
      {prompts.error && <ProblemNote problem={toProblem(prompts.error)} />}
      {prompts.isPending && <LoadingNote label="Reading the texts" />}
      {prompt && (
        <ProtocolPromptEditor
          key={promptKey(prompt)}
          prompt={prompt}
          onSaved={(saved) => change({ chosen: promptKey(saved) })}
        />
      )}
    </Page>
  );
}

interface EditorProps {
  prompt: KnownProtocolPrompt;
  onSaved: (saved: KnownProtocolPrompt) => void;
}

/** One text with what may stand in it. */
function ProtocolPromptEditor({ prompt, onSaved }: EditorProps) {
  const { part, name, instructions, message, last } = prompt;
  const original: ProtocolPrompt = { part, name, instructions, message, last };
  const edited = useVersionedText({
    form: `protocol text ${promptKey(prompt)}`,
    stored: original,
    version: prompt.version,
    save: api.protocolPrompt.save,
    queryKeys: [protocolKeys.prompts],
    onSaved,
  });
  const { draft: text, change } = edited.form;
  const { placeholders, marks } = partFacts[part];
  const read =
    marks.length === 0 ? '' : ` The reply is read by ${marks.map((mark) => `“${mark}”`).join(', ')}.`;
  return (
    <VersionedText
      of={edited}
      nameHelp={prompt.builtIn ? 'A changed text needs a name of its own.' : undefined}
      nameSchema={NameSchema}
      className={classes.editor}
    >
      <Textarea
        label="Instructions to the model"
        description={`Placeholders: ${placeholders.map((one) => `{{${one}}}`).join(', ')}.${read}`}
        autosize
        minRows={6}
        maxRows={24}
        value={text.instructions}
        onChange={({ currentTarget }) => change({ instructions: currentTarget.value })}
      />
      <Textarea
        label="What is available"
        description="{{#history}}…{{/history}} stays only where there is a history, {{^history}}…{{/history}} only where there is none."
        autosize
        minRows={4}
        maxRows={24}
        value={text.message}
        onChange={({ currentTarget }) => change({ message: currentTarget.value })}
      />
      {part === 'user' && (
        <Textarea
          label="On the last turn"
          autosize
          minRows={2}
          maxRows={10}
          value={text.last}
          onChange={({ currentTarget }) => change({ last: currentTarget.value })}
        />
      )}
    </VersionedText>
  );
}
