import type { Turn } from '../../../shared/contract/index.ts';
import { shortened } from './shortened.ts';

/** What an item asks, in short: its last user turn. */
export const lastQuestion = (conversation: readonly Turn[]): string =>
  shortened(conversation.filter(({ role }) => role === 'user').at(-1)?.content ?? '');
