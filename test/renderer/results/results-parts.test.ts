import { describe, expect, test } from 'vitest';
import { previewHtml } from '../../../renderer/screens/results/report-formats.ts';
import { widthSteps } from '../../../renderer/screens/results/stop-advice.ts';
import { referenceLines } from '../../../shared/charts/estimate-lines.ts';
import { reportOf } from './report-of.ts';

describe('when to stop', () => {
  test('tells reached, ahead and out of reach apart', () => {
    const steps = widthSteps({
      forWidth: [
        { halfWidth: 0.5, labels: 30, more: 0, reachable: true },
        { halfWidth: 0.2, labels: 90, more: 60, reachable: true },
        { halfWidth: 0.01, labels: 1000, more: 970, reachable: false },
      ],
    });
    expect(steps.map(({ state, more }) => [state, more])).toEqual([
      ['reached', 0],
      ['ahead', 60],
      ['everything', 970],
    ]);
  });
});

describe('reference lines', () => {
  test('leave out the judge that is the surrogate and say what is partial', () => {
    const lines = referenceLines(
      reportOf({
        judges: [
          { name: 'A', value: 4.2, items: 1000, alsoSurrogate: true },
          { name: 'B', value: 3.1, items: 1000, alsoSurrogate: false },
        ],
        fullEvaluation: { value: 3.5, items: 400, complete: false },
      }),
    );
    expect(lines.map((line) => line.name)).toEqual(['Machine score', 'B', 'Imported part']);
  });
});

describe('the preview of a report', () => {
  test('gives every style element the nonce of the page', () => {
    expect(previewHtml('<style>a</style><STYLE media="print">', 'n1')).toBe(
      '<style nonce="n1">a</style><style nonce="n1" media="print">',
    );
    const face = '<style>@font-face { src: url(data:font/woff2;base64,AA==) }</style>';
    expect(previewHtml(face, 'n')).toBe(face.replace('<style', '<style nonce="n"'));
    expect(previewHtml('<styled-x><style>', undefined)).toBe('<styled-x><style>');
  });
});
