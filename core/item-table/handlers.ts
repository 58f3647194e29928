import { itemContract } from '../../shared/contract/data.ts';
import { handlersOf } from '../platform/base.ts';
import { dbOf } from '../platform/context.ts';
import { findItems } from './find-items.ts';
import { itemWithLabels } from './item-page.ts';
import { flagSelected, listFacet, listFields, listItemsOf } from './items.ts';

export const itemHandlers = handlersOf(itemContract, {
  list: listItemsOf,
  get: (context, input) => itemWithLabels(dbOf(context), input.itemId),
  fields: listFields,
  facet: listFacet,
  flag: flagSelected,
  find: findItems,
});
