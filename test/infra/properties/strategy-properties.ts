import type { Template } from '../../support/synthesized-templates.ts';
import { actionsOf, type Property, statementsOf } from './property.ts';

const WRITERS = ['replacepricingstrategy', 'replaceaccessorials'];
const READS = ['dynamodb:Query', 'dynamodb:GetItem', 'dynamodb:BatchGetItem'];

const isWriter = (id: string): boolean => WRITERS.some((writer) => id.startsWith(writer));

/** Ids of policies with what they may do to the strategies table. */
const rights = (template: Template) =>
  statementsOf(template).filter(([, { Resource }]) => /tablesstrategies/.test(JSON.stringify(Resource)));

export const STRATEGY_PROPERTIES: readonly Property[] = [
  {
    name: 'a version is added by two functions, and changed or deleted by none',
    violations: ({ api }) => {
      const given = rights(api);
      if (!given.some(([id]) => isWriter(id))) return ['no function can replace a strategy'];
      return given
        .filter(([id, statement]) => {
          const allowed = isWriter(id) ? [...READS, 'dynamodb:PutItem'] : READS;
          return !actionsOf(statement).every((action) => allowed.includes(action));
        })
        .map(([id]) => id);
    },
    takeAway: ({ api }) => {
      const reader = rights(api).find(([id]) => !isWriter(id));
      Object.assign(reader?.[1] ?? {}, { Action: ['dynamodb:Query', 'dynamodb:PutItem'] });
    },
  },
];
