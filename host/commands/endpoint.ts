import type { Command } from 'commander';
import { addEndpointAdd } from './endpoint-add.ts';
import { addEndpointList } from './endpoint-list.ts';
import { addEndpointRemove } from './endpoint-remove.ts';
import { addEndpointTest } from './endpoint-test.ts';

export function addEndpoint(program: Command): void {
  const endpoint = program.command('endpoint').description('name the language model servers of a project');
  addEndpointAdd(endpoint);
  addEndpointList(endpoint);
  addEndpointTest(endpoint);
  addEndpointRemove(endpoint);
}
