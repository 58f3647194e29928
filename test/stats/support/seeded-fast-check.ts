import fc from 'fast-check';
import { testSeed } from '../../support/chance.ts';

// One seed for every property: a failure seen once is seen on every machine. A failure names it.
fc.configureGlobal({ seed: testSeed });

export default fc;
