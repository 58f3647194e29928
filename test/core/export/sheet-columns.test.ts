import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { xlsxOf } from '../../../core/platform/files/xlsx.ts';

test('columns of a sheet are as wide as what they hold, and can be filtered', () => {
  const long = 'x'.repeat(300);
  const columns = [
    { name: 'id', values: ['item-2413136189f5', 'b'] },
    { name: 'reply', values: [long, null] },
    ...Array.from({ length: 25 }, (_, i) => ({ name: `n${i}`, values: [1, 2] })),
  ];
  const files = unzipSync(xlsxOf([{ name: 'items', columns }]));
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!);
  expect(sheet).toContain('<col min="1" max="1" width="18" customWidth="1"/>');
  expect(sheet).toContain('<col min="2" max="2" width="60" customWidth="1"/>');
  expect(sheet).toContain('</sheetData><autoFilter ref="A1:AA3"/>');
});
