import { Textarea } from '@mantine/core';
import type { AgentSpecInput } from '../../../shared/contract/index.ts';
import { EndpointModelSchema } from '../../../shared/contract/protocol-models.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { Term } from '../../ui/term.tsx';
import classes from './protocols.module.css';

/** What a model is told, and how it draws its words; null leaves it as usual. */
export interface ModelSettings {
  readonly instructions: string | null;
  readonly temperature: number | null;
  readonly topP: number | null;
  readonly seed: number | null;
  readonly maxOutputTokens: number | null;
  /** One a line. */
  readonly stopWords: string;
}

export const usualSettings: ModelSettings = {
  instructions: null,
  temperature: null,
  topP: null,
  seed: null,
  maxOutputTokens: null,
  stopWords: '',
};

interface ModelSettingsProps {
  /** What the model is for. */
  label: string;
  settings: ModelSettings;
  onChange: (settings: ModelSettings) => void;
  /** What it is told where nobody says otherwise. */
  instructions: string;
}

const model = EndpointModelSchema.shape;

/** A fold with what few need to change. */
export function ModelSettingsFields({ label, settings, onChange, instructions }: ModelSettingsProps) {
  const change = (part: Partial<ModelSettings>) => onChange({ ...settings, ...part });
  const number = (name: 'temperature' | 'topP' | 'seed' | 'maxOutputTokens') => ({
    value: settings[name],
    onChange: (value: number | null) => change({ [name]: value }),
  });
  return (
    <details className={classes.wide}>
      <summary>{label}: instructions, temperature, length</summary>
      <div className={classes.fields}>
        <Textarea
          className={classes.wide}
          label={`${label}: instructions`}
          description={
            instructions === ''
              ? 'Sent before everything else'
              : 'Sent before everything else; these suit the data set. Leave them empty to send nothing.'
          }
          autosize
          minRows={2}
          maxRows={10}
          value={settings.instructions ?? instructions}
          onChange={({ currentTarget }) => change({ instructions: currentTarget.value })}
        />
        <NumberField
          label={
            <Term meaning="0 always takes the likeliest word, so that a repeated request gets the same reply. A model that is asked repeatedly (several runs of IQA-EVAL) has 1.">
              Temperature
            </Term>
          }
          field={model.temperature}
          placeholder="usual"
          step={0.1}
          {...number('temperature')}
        />
        <NumberField
          field={model.topP}
          label="Top p"
          placeholder="the server's own"
          step={0.05}
          {...number('topP')}
        />
        <NumberField field={model.seed} label="Seed" placeholder="none" {...number('seed')} />
        <NumberField
          field={model.maxOutputTokens}
          label="Tokens of a reply at most"
          placeholder="usual"
          {...number('maxOutputTokens')}
        />
        <Textarea
          label="Stop words"
          description="Up to four, one per line; \n is the end of a line"
          autosize
          value={settings.stopWords}
          onChange={({ currentTarget }) => change({ stopWords: currentTarget.value })}
        />
      </div>
    </details>
  );
}

type SpokenSettings = Pick<AgentSpecInput, 'instructions' | 'temperature' | 'topP' | 'seed' | 'stopWords'> & {
  maxOutputTokens?: number;
};

/** What was changed, as a run has it. */
export function settingsOfModel(settings: ModelSettings): SpokenSettings {
  const { instructions, temperature, topP, seed, maxOutputTokens } = settings;
  const stopWords = settings.stopWords
    .split('\n')
    .filter((word) => word !== '')
    .map((word) => word.replaceAll('\\n', '\n'));
  return {
    instructions,
    topP,
    seed,
    stopWords,
    ...(temperature !== null && { temperature }),
    ...(maxOutputTokens !== null && { maxOutputTokens }),
  };
}
