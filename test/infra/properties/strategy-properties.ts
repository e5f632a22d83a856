import { policiesOf } from '../../support/policies-of-roles.ts';
import { at, type Property, type resourcesOf } from './property.ts';

interface Statement {
  readonly Action: string | string[];
  readonly Resource: unknown;
}

const WRITERS = ['replacepricingstrategy', 'replaceaccessorials'];
const READS = ['dynamodb:Query', 'dynamodb:GetItem', 'dynamodb:BatchGetItem'];

const isWriter = (id: string): boolean => WRITERS.some((writer) => id.startsWith(writer));

/** Ids of policies with what they may do to the strategies table. */
const rights = (template: Parameters<typeof resourcesOf>[0]): [string, Statement][] =>
  policiesOf(template).flatMap(([id, { Properties }]) =>
    (at(Properties, 'PolicyDocument', 'Statement') as Statement[])
      .filter(({ Resource }) => /tablesstrategies/.test(JSON.stringify(Resource)))
      .map((statement): [string, Statement] => [id, statement]),
  );

export const STRATEGY_PROPERTIES: readonly Property[] = [
  {
    name: 'a version is added by two functions, and changed or deleted by none',
    violations: ({ api }) => {
      const given = rights(api);
      if (!given.some(([id]) => isWriter(id))) return ['no function can replace a strategy'];
      return given
        .filter(([id, { Action }]) => {
          const allowed = isWriter(id) ? [...READS, 'dynamodb:PutItem'] : READS;
          return ![Action].flat().every((action) => allowed.includes(action));
        })
        .map(([id]) => id);
    },
    takeAway: ({ api }) => {
      const reader = rights(api).find(([id]) => !isWriter(id));
      Object.assign(reader?.[1] ?? {}, { Action: ['dynamodb:Query', 'dynamodb:PutItem'] });
    },
  },
];
