import { describe, expect, test } from 'vitest';
import {
  actionOf,
  bindingConflict,
  changedKeys,
  defaultBindings,
  labelActions,
  resolveBindings,
} from '../../../renderer/ui/key-bindings.ts';
import { keyName } from '../../../renderer/ui/key-press.ts';

const press = (
  key: string,
  held: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {},
) => keyName({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held });

describe('the name of a key', () => {
  test('tells Shift for letters only', () => {
    expect(press('u')).toBe('u');
    expect(press('U', { shiftKey: true })).toBe('Shift+U');
    expect(press('?', { shiftKey: true })).toBe('?');
  });
  test('ignores Caps Lock', () => {
    expect(press('U')).toBe('u');
  });
  test('leaves system combinations and bare modifiers alone', () => {
    expect(press('u', { ctrlKey: true })).toBeNull();
    expect(press('u', { metaKey: true })).toBeNull();
    expect(press('Shift', { shiftKey: true })).toBeNull();
  });
});

describe('bindings', () => {
  test('the defaults clash with nothing', () => {
    for (const { id, key } of labelActions) expect(bindingConflict(defaultBindings, id, key)).toBeNull();
  });
  test('each default key finds its action', () => {
    for (const { id, key } of labelActions) expect(actionOf(defaultBindings, key)).toBe(id);
    expect(actionOf(defaultBindings, 'q')).toBeNull();
  });
  test('a taken, fixed or digit key is refused in words', () => {
    expect(bindingConflict(defaultBindings, 'skip', 'l')).toContain('Postpone until later');
    expect(bindingConflict(defaultBindings, 'skip', 'Enter')).toContain('cannot be changed');
    expect(bindingConflict(defaultBindings, 'skip', '4')).toContain('Digits');
    expect(bindingConflict(defaultBindings, 'skip', 'v')).toBeNull();
  });
  test('stored changes come on top of the defaults', () => {
    expect(resolveBindings({ skip: 'v' })).toEqual({ ...defaultBindings, skip: 'v' });
    // The keys of failures came later, and leave those alone that somebody had chosen.
    expect(resolveBindings({ skip: 'x', flag: 'w' })).toEqual({
      ...defaultBindings,
      skip: 'x',
      flag: 'w',
      failures: 'i',
      place: 'v',
    });
    expect(resolveBindings({ flag: '-' })).toEqual({ ...defaultBindings, flag: '-', words: ']' });
    expect(resolveBindings({ skip: 'l', later: 's' })).toMatchObject({ skip: 'l', later: 's' });
  });
  test('stored changes that clash or make no sense are left out', () => {
    expect(resolveBindings({ skip: 'l' })).toEqual(defaultBindings);
    expect(resolveBindings({ skip: '3', later: 'Enter', gone: 'x', flag: '' })).toEqual(defaultBindings);
  });
  test('only the changes are kept', () => {
    expect(changedKeys(defaultBindings)).toEqual({});
    expect(changedKeys({ ...defaultBindings, flag: 'x' })).toEqual({ flag: 'x' });
  });
});
