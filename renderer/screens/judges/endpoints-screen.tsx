import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import type { Endpoint } from '../../../shared/contract/index.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { EndpointPanel } from './endpoint-panel.tsx';
import { useEndpoints } from './judge-queries.ts';

/** The servers that models are reached at. Keys stay out of the project file. */
export function EndpointsScreen() {
  const endpoints = useEndpoints();
  const [edited, setEdited] = useState<Endpoint | 'new' | null>(null);
  const close = () => setEdited(null);
  const add = <Button onClick={() => setEdited('new')}>Add an endpoint</Button>;
  return (
    <Page>
      <PageHeader
        title="Endpoints"
        description="Any server that speaks OpenAI's protocol, far away or on this machine. A key is kept by this machine's keychain, an environment variable or this session's memory; never in the project file."
        actions={edited === null && (endpoints.data?.length ?? 0) > 0 && add}
      />
      {endpoints.error && <ProblemNote problem={toProblem(endpoints.error)} />}
      {endpoints.isPending && <LoadingNote label="Reading the endpoints" />}
      {edited === 'new' && <EndpointForm endpoint={null} onClose={close} />}
      {endpoints.data?.length === 0 && edited === null && (
        <EmptyState
          title="No endpoint yet"
          icon={<IconPlugConnected size={32} stroke={1.5} aria-hidden />}
          action={add}
        >
          Start from a preset: OpenAI, Azure, vLLM, Ollama, llama.cpp or LM Studio. Assay calls no other
          address than the ones you set here.
        </EmptyState>
      )}
      {endpoints.data?.map((endpoint) =>
        edited !== 'new' && edited?.id === endpoint.id ? (
          <EndpointForm key={endpoint.id} endpoint={endpoint} onClose={close} />
        ) : (
          <EndpointPanel key={endpoint.id} endpoint={endpoint} onEdit={() => setEdited(endpoint)} />
        ),
      )}
    </Page>
  );
}
