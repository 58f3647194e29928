import { Code, CopyButton, Group, Stack, Switch, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import classes from './results.module.css';

interface SignSwitchProps {
  sign: boolean;
  onChange: (sign: boolean) => void;
}

/** Whether files are signed, and with which key: its fingerprint is what others compare. */
export function SignSwitch({ sign, onChange }: SignSwitchProps) {
  const key = useQuery({
    queryKey: ['signing-key'],
    // The key pair is made when it is first needed.
    enabled: sign,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => api.signing.key({}),
  });
  return (
    <section aria-labelledby="sign-title">
      <h2 id="sign-title" className={classes.heading}>
        Who wrote it?
      </h2>
      <Stack gap="xs">
        <Switch
          label="Sign this report"
          description="For HTML, JSON and JSONL. Your public key shows that you wrote the file and nothing changed"
          checked={sign}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {sign && key.data && (
          <Group gap="xs">
            <Text size="sm">
              Your key: <Code>{key.data.fingerprint}</Code>
            </Text>
            <CopyButton value={key.data.pem}>
              {({ copied, copy }) => (
                <UnstyledButton onClick={copy}>
                  <Text size="sm" td="underline" component="span">
                    {copied ? 'Copied' : 'Copy public key'}
                  </Text>
                </UnstyledButton>
              )}
            </CopyButton>
          </Group>
        )}
        {sign && key.error && <ProblemNote problem={toProblem(key.error)} />}
      </Stack>
    </section>
  );
}
