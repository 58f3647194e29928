import { Text, TextInput } from '@mantine/core';
import type { Endpoint } from '../../../shared/contract/index.ts';
import { StartProtocolSchema } from '../../../shared/contract/protocol-run.ts';
import { plural } from '../../api/format.ts';
import { LimitFields } from '../../parts/runs/limit-fields.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Term } from '../../ui/term.tsx';
import classes from './protocols.module.css';
import { type Extent, requestsOf } from './requests-of.ts';
import type { RunDraft } from './run-draft.ts';

/** Says before the start that the first few will have no interval: too few passages. */
function shortOfInterval(
  { choice, workerField, limit }: RunDraft,
  extent: Extent | undefined,
): string | undefined {
  if (choice !== 'iqa-eval' || workerField !== '' || limit === null || !extent) return undefined;
  const least = extent.questionsForInterval;
  if (least === null) return 'The data have fewer than five passages: no interval.';
  return limit < least ? `Of fewer than five passages: no interval below ${least} questions` : undefined;
}

interface RunLimitsProps {
  draft: RunDraft;
  change: (part: Partial<RunDraft>) => void;
  extent: Extent | undefined;
  /** The endpoints that the run asks. */
  endpoints: readonly Endpoint[];
}

/** What a run counts its extent by: conversations, or what IQA-EVAL scores at once. */
const unitOf = ({ choice, workerField }: RunDraft): string => {
  if (choice === 'lost-in-conversation') return 'instructions';
  if (choice !== 'iqa-eval') return 'conversations';
  return workerField === '' ? 'questions' : 'workers';
};

/** How much of the data is gone through, how fast, and for how much. */
export function RunLimits({ draft, change, extent, endpoints }: RunLimitsProps) {
  const requests = extent && requestsOf(draft, extent);
  return (
    <>
      <div className={classes.fields}>
        <TextInput
          label="Name of the model in comparisons"
          placeholder="its own"
          value={draft.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <NumberField
          label={`Only the first ${unitOf(draft)}`}
          {...(shortOfInterval(draft, extent) && { description: shortOfInterval(draft, extent) })}
          field={StartProtocolSchema.shape.limit}
          placeholder="all"
          value={draft.limit}
          onChange={(limit) => change({ limit })}
        />
        <NumberField
          field={StartProtocolSchema.shape.concurrency}
          label="Conversations at a time"
          value={draft.concurrency}
          onChange={(concurrency) => change({ concurrency })}
        />
        <LimitFields
          label={
            <Term meaning="For all endpoints of the run together, in the currency of their prices. The run pauses before it is passed and can go on with a higher one.">
              Spend at most
            </Term>
          }
          limits={draft}
          change={change}
          endpoints={endpoints}
        />
      </div>
      {requests !== undefined && (
        <Text size="sm" c="dimmed">
          At most {plural(requests, 'request')} to models. What is answered is stored and never asked, or
          paid, twice.
        </Text>
      )}
    </>
  );
}
