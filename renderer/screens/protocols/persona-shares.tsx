import { NumberInput, Text } from '@mantine/core';
import type { KnownPersona } from '../../../shared/contract/index.ts';
import { paths } from '../../app/paths.ts';
import { Term } from '../../ui/term.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import classes from './protocols.module.css';
import { orNull } from './settings-field-props.ts';

interface PersonaSharesProps {
  personas: readonly KnownPersona[];
  /** In percent, by name. */
  shares: Readonly<Record<string, number>>;
  onChange: (shares: Record<string, number>) => void;
}

/** Who the played user is: one persona, or a mix of several with shares. */
export function PersonaShares({ personas, shares, onChange }: PersonaSharesProps) {
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
          <NumberInput
            key={name}
            label={builtIn ? name : `${name}, version ${version}`}
            description={role}
            suffix=" %"
            min={0}
            max={100}
            value={shares[name] ?? 0}
            onChange={(value) => onChange({ ...shares, [name]: orNull(value) ?? 0 })}
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
