import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Endpoint } from '../../../shared/contract/index.ts';
import { CallLimit, SpendingLimit } from '../../../shared/contract/llm.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { paths } from '../../ui/place/paths.ts';
import { TextLink } from '../../ui/text-link.tsx';

export interface Limits {
  readonly spendingLimit?: number | null | undefined;
  readonly callLimit?: number | null | undefined;
}

interface LimitFieldsProps {
  readonly limits: Limits;
  readonly change: (part: { spendingLimit: number | null } | { callLimit: number | null }) => void;
  /** The endpoints that the run asks, as far as they are chosen. */
  readonly endpoints: readonly Pick<Endpoint, 'prices'>[];
  readonly label?: ReactNode;
}

/** How much a run may spend, and how many calls it may make; without prices only calls can be limited. */
export function LimitFields({ limits, change, endpoints, label = 'Spending limit' }: LimitFieldsProps) {
  const lacksPrices = endpoints.some(({ prices }) => prices === null);
  const words = lacksPrices && (
    <>
      This endpoint has no prices.{' '}
      <TextLink href={paths.endpoints} isAmongWords>
        Give them
      </TextLink>
      , or limit the calls.
    </>
  );
  const isGiven = typeof limits.spendingLimit === 'number';
  return (
    <>
      <NumberField
        label={label}
        w={lacksPrices ? 240 : 128}
        field={SpendingLimit}
        placeholder="none"
        value={limits.spendingLimit}
        onChange={(spendingLimit) => change({ spendingLimit })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...(isGiven ? { error: words } : { description: words })}
      />
      <NumberField
        label="Most calls"
        w={128}
        field={CallLimit}
        placeholder="any number"
        value={limits.callLimit}
        onChange={(callLimit) => change({ callLimit })}
      />
    </>
  );
}

interface RaiseLimitProps {
  /** What the run is called. */
  readonly title: string;
  readonly limits: Limits;
  readonly endpoints: LimitFieldsProps['endpoints'];
  readonly size?: 'compact-sm' | 'sm';
  readonly onGoOn: (limits: Limits) => void;
}

/** Goes on with a run that stopped at a limit, once another one is given. */
export function RaiseLimit({ title, limits: stopped, endpoints, size = 'sm', onGoOn }: RaiseLimitProps) {
  const [isOpen, setOpen] = useState(false);
  const [limits, setLimits] = useState(stopped);
  const isSame = limits.spendingLimit === stopped.spendingLimit && limits.callLimit === stopped.callLimit;
  const open = () => {
    setLimits(stopped);
    setOpen(true);
  };
  return (
    <>
      <Button size={size} aria-label={`Raise the limit: ${title}`} onClick={open}>
        Raise the limit…
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Raise the limit">
        <Stack
          component="form"
          gap="sm"
          onSubmit={(event) => {
            event.preventDefault();
            setOpen(false);
            onGoOn(limits);
          }}
        >
          <Text size="sm">
            The run stopped at its limit. Replies that came in are stored and not paid again.
          </Text>
          <Group align="flex-start" gap="md">
            <LimitFields
              limits={limits}
              change={(part) => setLimits({ ...limits, ...part })}
              endpoints={endpoints}
            />
          </Group>
          <Group gap="xs">
            <Button type="submit" disabled={isSame}>
              Go on
            </Button>
            <Button variant="default" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
