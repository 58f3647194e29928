/** Opens a place and asks it for something that takes a hundred seconds, until it is killed. */

import type { CoreContext } from '../../../core/platform/context.ts';
import { openPlace } from '../../../core/pool/open-source.ts';

const noKeys = { keys: { find: () => undefined } } as unknown as CoreContext;
const [place = '', sql = ''] = process.argv.slice(2);
const chats = { paths: [place], table: 'chats', passwordEnv: null };
const source = await openPlace(noKeys, chats);
for await (const _ of source.rows(sql, { mostRows: 1 }));
