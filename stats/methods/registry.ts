import { activeInference } from './active-inference.ts';
import { calibrated } from './calibrated.ts';
import { greg } from './greg.ts';
import { hajek } from './hajek.ts';
import { hansenHurwitz } from './hansen-hurwitz.ts';
import { hmceval } from './hmceval.ts';
import { humcoe } from './humcoe.ts';
import { humcoeNoCalibration, humcoeRandomSample } from './humcoe-ablations.ts';
import { isotonic } from './isotonic.ts';
import { lure } from './lure.ts';
import { lureError } from './lure-error.ts';
import { mcm } from './mcm.ts';
import type { Method } from './method.ts';
import { oneLook } from './one-look.ts';
import { plainMean } from './plain-mean.ts';
import { ppi } from './ppi.ts';
import { ppiPlusPlus } from './ppi-plus-plus.ts';
import { roganGladen } from './rogan-gladen.ts';
import { shrunkDifference } from './shrunk-difference.ts';
import { spread } from './spread.ts';
import { stratifiedMean } from './stratified-mean.ts';
import { studentTMean } from './student-t-mean.ts';
import { surrogateOnly } from './surrogate-only.ts';
import { topK, topKHybrid } from './top-k.ts';

/** Every method, the default first. A new method is one file and one line here. */
export const methods: readonly Method[] = [
  calibrated,
  plainMean,
  shrunkDifference,
  lure,
  lureError,
  hansenHurwitz,
  hajek,
  ppi,
  ppiPlusPlus,
  roganGladen,
  studentTMean,
  oneLook,
  greg,
  isotonic,
  stratifiedMean,
  spread,
  activeInference,
  humcoe,
  humcoeRandomSample,
  humcoeNoCalibration,
  topK,
  topKHybrid,
  hmceval,
  mcm,
  surrogateOnly,
];

/** The method of that id, or undefined. */
export function methodById(id: string): Method | undefined {
  return methods.find((method) => method.id === id);
}
