import {
  lookBackOfAuthors,
  looksForInvalid,
  ReplaySettingsSchema,
} from '../../../shared/contract/protocol-settings.ts';
import { matchingWords } from '../../../shared/correctness-words.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Term } from '../../ui/term.tsx';
import { RefusalsField, WindowField } from './history-fields.tsx';
import { ModelField } from './model-field.tsx';
import classes from './protocols.module.css';
import type { SettingsFieldProps } from './settings-field-props.ts';

/** The settings of the five replays. */
export function ReplayFields({ draft, change, metrics, fields, endpoints }: SettingsFieldProps) {
  const { choice, twinField } = draft;
  const hasTwins = fields.includes(twinField);
  return (
    <>
      <div className={classes.fields}>
        <NativeSelect
          label="Metric"
          value={draft.metric}
          data={metrics.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget }) => change({ metric: currentTarget.value })}
        />
        <WindowField draft={draft} change={change} />
        <RefusalsField draft={draft} change={change} />
        {choice === 'replace' && (
          <NativeSelect
            label={
              <Term meaning="A list with one wording for each question. It names who “she” or “it” is, as CANARD does for QuAC.">
                Field with questions that need no history
              </Term>
            }
            description={hasTwins ? undefined : `The data have no field named ${twinField}.`}
            value={twinField}
            data={[...new Set([...fields, twinField])]}
            onChange={({ currentTarget }) => change({ twinField: currentTarget.value })}
          />
        )}
      </div>
      <ModelField
        label="Recognizes refusals"
        description="The rules are your words above and a list of phrases. A language model takes a request for each reply."
        draft={draft.refusalChecker}
        onChange={(refusalChecker) => change({ refusalChecker })}
        endpoints={endpoints}
        hasRules
      />
      {looksForInvalid(choice) && (
        <ModelField
          label="Finds questions that no longer fit"
          description="The rules follow pronouns and known things; a language model reads both histories, one request for each question."
          draft={draft.detector}
          onChange={(detector) => change({ detector })}
          endpoints={endpoints}
          hasRules
        />
      )}
      {looksForInvalid(choice) && (
        <div className={classes.fields}>
          {draft.detector.kind === 'rules' && (
            <NativeSelect
              label={
                <Term meaning="Each mention of a question means something in both histories. The paper compares mention by mention. Exact match needs the same words. The authors' script takes any shared word.">
                  A question still fits
                </Term>
              }
              value={draft.matching}
              data={Object.entries(matchingWords).map(([value, label]) => ({ value, label }))}
              onChange={({ currentTarget: { value } }) =>
                change({ matching: value === 'exact' || value === 'authors' ? value : 'paper' })
              }
            />
          )}
          <NumberField
            field={ReplaySettingsSchema.shape.lookBack}
            label="Turns looked back"
            description="Empty takes the history shown"
            placeholder={draft.matching === 'authors' ? String(lookBackOfAuthors) : 'as shown'}
            value={draft.lookBack}
            onChange={(lookBack: number | null) => change({ lookBack })}
          />
        </div>
      )}
      {choice === 'rewrite' && (
        <ModelField
          label="Puts them in words that fit"
          description="The rules put the name in place of the pronoun; a language model rewords the question."
          draft={draft.rewriter}
          onChange={(rewriter) => change({ rewriter })}
          endpoints={endpoints}
          hasRules
        />
      )}
    </>
  );
}
