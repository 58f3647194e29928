import decoder from 'jsqr';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LinkCode } from '../../../renderer/screens/team/link-code.tsx';

const pixels = 4;

/** What a camera reads from the picture: its modules drawn dark on white. */
function readFrom(svg: string): string | undefined {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)![1]) * pixels;
  const image = new Uint8ClampedArray(4 * size * size).fill(255);
  for (const [, left, top] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let i = 0; i < pixels * pixels; i += 1) {
      const x = Number(left) * pixels + (i % pixels);
      const y = Number(top) * pixels + Math.floor(i / pixels);
      image.fill(0, 4 * (y * size + x), 4 * (y * size + x) + 3);
    }
  }
  return decoder.default(image, size, size)?.data;
}

test.each([
  'https://192.168.1.5:7400/#aZ09_-',
  `https://team.example.org/assay/#${'aZ09_-'.repeat(14)}`,
  `https://[fd00::12:5]:7400/#${'aZ09_-'.repeat(40)}`.slice(0, 213),
  'http://müller.example/#é漢',
])('a reader of codes finds the link in its picture: %s', (link) => {
  expect(readFrom(renderToStaticMarkup(createElement(LinkCode, { link })))).toBe(link);
});

test('a link that is too long for a phone has no picture', () => {
  expect(renderToStaticMarkup(createElement(LinkCode, { link: 'x'.repeat(214) }))).toBe('');
});
