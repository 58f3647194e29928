import { sourceContract } from '../../../shared/contract/source.ts';
import { baseOf } from '../../platform/base.ts';
import { checkSource } from './check-source.ts';
import { createSourceStudy } from './source-study.ts';
import { takeMore } from './take-more.ts';

const base = baseOf({ source: sourceContract });

export const sourceHandlers = {
  check: base.source.check.handler(({ input, signal }) => checkSource(input, signal)),
  createStudy: base.source.createStudy.handler(({ context, input, signal }) =>
    createSourceStudy(context, input, signal),
  ),
  takeMore: base.source.takeMore.handler(({ context, input, signal }) => takeMore(context, input, signal)),
};
