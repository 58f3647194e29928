import { NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Endpoint } from '../../../shared/contract/index.ts';
import { paths } from '../../app/paths.ts';
import { TextLink } from '../../ui/text-link.tsx';

interface Limits {
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

const orNull = (value: string | number): number | null => (value === '' ? null : Number(value) || null);

/** How much a run may spend, and how many calls it may make; without prices only calls can be limited. */
export function LimitFields({ limits, change, endpoints, label = 'Spending limit' }: LimitFieldsProps) {
  const lacksPrices = endpoints.some(({ prices }) => prices === null);
  const words = lacksPrices && (
    <>
      This endpoint has no prices. <TextLink href={paths.endpoints}>Give them</TextLink>, or limit the calls.
    </>
  );
  const isGiven = typeof limits.spendingLimit === 'number';
  return (
    <>
      <NumberInput
        label={label}
        w={lacksPrices ? 240 : 128}
        min={0}
        hideControls
        placeholder="none"
        value={limits.spendingLimit ?? ''}
        onChange={(value) => change({ spendingLimit: orNull(value) })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...(isGiven ? { error: words } : { description: words })}
      />
      <NumberInput
        label="Most calls"
        w={128}
        min={1}
        allowDecimal={false}
        hideControls
        placeholder="any number"
        value={limits.callLimit ?? ''}
        onChange={(value) => change({ callLimit: orNull(value) })}
      />
    </>
  );
}
