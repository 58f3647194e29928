import { Alert, Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import type { Endpoint, KnownPersona } from '../../../shared/contract/index.ts';
import { IqaSettingsSchema, mostJudges } from '../../../shared/contract/protocol-settings.ts';
import { familyInCommon } from '../../../shared/model-family.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { NumberField, RequiredNumber } from '../../ui/number-field.tsx';
import { paths } from '../../ui/place/paths.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { Term } from '../../ui/term.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { emptyModel, type ModelDraft, ModelField } from './model-field.tsx';
import classes from './protocols.module.css';
import { AnswerCheckerField, RightFields } from './right-fields.tsx';
import type { RunDraft } from './run-draft.ts';
import type { SettingsFieldProps } from './settings-field-props.ts';

const settings = IqaSettingsSchema.shape;

interface JudgesFieldProps {
  judges: readonly ModelDraft[];
  onChange: (judges: readonly ModelDraft[]) => void;
  /** The model that they judge. */
  model: ModelDraft;
  endpoints: readonly Endpoint[];
}

/** The models that score; the mean over several counts. */
function JudgesField({ judges, onChange, model, endpoints }: JudgesFieldProps) {
  const family = familyWithJudge(model, judges, endpoints);
  return (
    <>
      {judges.map((judge, i) => (
        <ModelField
          // biome-ignore lint/suspicious/noArrayIndexKey: judges keep their places
          key={i}
          label={judges.length === 1 ? 'Judge' : `Judge ${i + 1}`}
          draft={judge}
          onChange={(changed) => onChange(judges.with(i, changed))}
          endpoints={endpoints}
        />
      ))}
      <Group gap="xs">
        <ReasonButton
          variant="default"
          size="xs"
          lack={judges.length >= mostJudges ? `At most ${mostJudges} judges.` : null}
          onClick={() => onChange([...judges, emptyModel('endpoint')])}
        >
          Add a judge
        </ReasonButton>
        {judges.length > 1 && (
          <Button variant="default" size="xs" onClick={() => onChange(judges.slice(0, -1))}>
            Remove the last judge
          </Button>
        )}
      </Group>
      {family !== undefined && (
        <Alert color="orange" title="Judge and model are of one family">
          Both are {family}, and models favor their own kind. Choose a judge of another family, or add one.
        </Alert>
      )}
    </>
  );
}

/** The family that the model under test shares with a judge, by their names; undefined when there is none. */
function familyWithJudge(
  model: ModelDraft,
  judges: readonly ModelDraft[],
  endpoints: readonly Endpoint[],
): string | undefined {
  const nameOf = (draft: ModelDraft) => judgeModelName(draft, endpoints);
  return judges
    .map((judge) => familyInCommon(nameOf(judge), nameOf(model)))
    .find((family) => family !== undefined);
}

function judgeModelName(draft: ModelDraft, endpoints: readonly Endpoint[]): string {
  if (draft.kind === 'recorded') return draft.system;
  if (draft.kind === 'command') return draft.command;
  return draft.model || (endpoints.find(({ id }) => id === draft.endpointId)?.model ?? '');
}

const users = [
  { value: 'judge', label: 'The first judge' },
  { value: 'model', label: 'A model of its own' },
  { value: 'data', label: 'Nobody: score the conversations of the data' },
  { value: 'direct', label: 'Nobody: the model answers each question directly' },
] as const;

/** The settings of IQA-EVAL. */
export function IqaFields(props: SettingsFieldProps) {
  const { draft, change, endpoints, fields, personas } = props;
  return (
    <>
      <JudgesField
        judges={draft.judges}
        onChange={(judges) => change({ judges })}
        model={draft.model}
        endpoints={endpoints}
      />
      <div className={classes.fields}>
        <NativeSelect
          label="Plays the user"
          value={draft.userIs}
          data={[...users]}
          onChange={({ currentTarget }) => change({ userIs: currentTarget.value as RunDraft['userIs'] })}
        />
        {(draft.userIs === 'judge' || draft.userIs === 'model') && (
          <NumberField
            field={settings.mostTurns}
            label="Turns of the user at most"
            description="The last one only names the answer"
            value={draft.mostTurns}
            onChange={(mostTurns) => change({ mostTurns })}
          />
        )}
        <NativeSelect
          label={
            <Term meaning="All conversations of one worker are scored in one prompt, as in the paper. Without such a field each conversation is scored alone.">
              Field that names who talked
            </Term>
          }
          value={draft.workerField}
          data={[{ value: '', label: 'None: each conversation alone' }, ...fields]}
          onChange={({ currentTarget }) => change({ workerField: currentTarget.value })}
        />
        <NumberField
          field={settings.runs}
          label={
            <Term meaning="The whole evaluation so many times; scores are means, and their spread between the runs is shown.">
              Runs
            </Term>
          }
          value={draft.runs}
          onChange={(runs) => change({ runs })}
        />
        <RightFields draft={draft} change={change} />
        {draft.correctness === 'judge' && (
          <TextInput
            label="Human criterion that calibrates the judge"
            description="Its labels, 1 for right; empty for none"
            value={draft.answerCriterion}
            onChange={({ currentTarget }) => change({ answerCriterion: currentTarget.value })}
          />
        )}
        <Checkbox
          label="Tell the judge not to favor length, order or its own kind"
          checked={draft.debias}
          onChange={({ currentTarget }) => change({ debias: currentTarget.checked })}
        />
      </div>
      {draft.userIs === 'model' && (
        <ModelField
          label="Model that plays the user"
          draft={draft.user}
          onChange={(user) => change({ user })}
          endpoints={endpoints}
        />
      )}
      <AnswerCheckerField {...props} />
      <PersonaShares personas={personas} shares={draft.shares} onChange={(shares) => change({ shares })} />
    </>
  );
}

interface PersonaSharesProps {
  personas: readonly KnownPersona[];
  /** In percent, by name. */
  shares: Readonly<Record<string, number>>;
  onChange: (shares: Record<string, number>) => void;
}

/** Who the played user is: one persona, or a mix of several with shares. */
function PersonaShares({ personas, shares, onChange }: PersonaSharesProps) {
  const sum = personas.reduce((total, { name }) => total + (shares[name] ?? 0), 0);
  return (
    <fieldset className={classes.group}>
      <legend>
        <Term meaning="Every interaction runs under each persona that has a share, and its mean counts by that share. Each persona costs a whole evaluation.">
          Personas and their shares
        </Term>
      </legend>
      <div className={classes.shares}>
        {personas.map(({ name, version, builtIn, role }) => (
          <RequiredNumber
            key={name}
            label={builtIn ? name : `${name}, version ${version}`}
            description={role}
            rightSection="%"
            isPercent
            min={0}
            max={100}
            value={shares[name] ?? 0}
            onChange={(value) => onChange({ ...shares, [name]: value })}
          />
        ))}
      </div>
      <Text size="sm" c="dimmed" mt="xs">
        {sum === 100 ? 'The shares sum to 100 %.' : `The shares sum to ${sum} % and are scaled to 100 %.`}{' '}
        <TextLink href={paths.personas}>Write a persona of your own</TextLink>
      </Text>
    </fieldset>
  );
}
