import { exchange, malformedRequests, thrownRequest } from '../../host/malformed-requests.ts';
import { type Attack, must } from '../frame/attack.ts';
import { openDoors } from './open-doors.ts';

export const malformed: Attack = {
  name: 'malformed',
  what: 'request lines, headers and bodies that are not well formed, at both doors',
  tries: { all: 3_000, quick: 400, test: 60 },
  async prepare(ground) {
    const { lead, annotators } = await openDoors(ground);
    const printed: unknown[] = [];
    const { error } = console;
    console.error = (...words: unknown[]) => printed.push(words);
    ground.later(() => {
      console.error = error;
    });
    return async ({ number, rng }) => {
      const { port } = number % 2 === 0 ? lead : annotators;
      const known = malformedRequests(port)[Math.floor(number / 2)];
      const bytes = known === undefined ? thrownRequest(port, rng) : Buffer.from(known, 'latin1');
      const answer = await exchange(port, bytes);
      const shown = JSON.stringify(bytes.toString('latin1'));
      must(known === undefined || answer.startsWith('HTTP/1.1 400'), `${shown}: not refused with 400`);
      must(!/HTTP\/1\.1 5\d\d/.test(answer), `${shown}: ended in a fault of the server`);
      must(!/ {4}at |node:internal/.test(answer), `${shown}: a stack came out`);
      must(printed.length === 0, `${shown}: a fault was printed`);
    };
  },
};
