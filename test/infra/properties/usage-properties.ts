import type { Template } from '../../support/synthesized-templates.ts';
import { actionsOf, at, type Property, resourcesOf, statementsOf } from './property.ts';

/** Rights on a table, as "policy action", of all functions or of one. */
function _rightsOn(template: Template, table: string, ofFunction = ''): string[] {
  return statementsOn(template, table)
    .filter(([policy]) => policy.startsWith(ofFunction))
    .flatMap(([policy, statement]) => actionsOf(statement).map((action) => `${policy} ${action}`));
}

const statementsOn = (template: Template, table: string) =>
  statementsOf(template).filter(([, { Resource }]) => JSON.stringify(Resource).includes(`tables${table}`));

const _allow = (template: Template, table: string, action: string, ofFunction = '') => {
  const found = statementsOn(template, table).find(([policy]) => policy.startsWith(ofFunction));
  if (found) found[1].Action = [found[1].Action, action].flat();
};

const answersTable = (template: Template) =>
  resourcesOf(template, 'AWS::DynamoDB::GlobalTable').find(([id]) => id.startsWith('idempotency'))?.[1];

export const USAGE_PROPERTIES: readonly Property[] = [
  {
    name: 'remembered answers are cleaned up, by the attribute that is written',
    violations: ({ data }) => {
      const specification = Object(at(answersTable(data)?.Properties ?? {}, 'TimeToLiveSpecification'));
      return specification.Enabled === true && specification.AttributeName === 'ttl' ? [] : ['idempotency'];
    },
  },
  {
    name: 'functions that read organizations cannot read the API keys in the same table; those that manage keys read only these',
    violations: ({ api }) => {
      const statements = statementsOn(api, 'organizations').filter(
        ([policy]) => !policy.startsWith('authorizer'),
      );
      if (statements.length < 2) return ['no function reads organizations'];
      const limit = (keys: string) =>
        `{"ForAllValues:StringLike":{"dynamodb:LeadingKeys":[${keys}]},"Null":{"dynamodb:LeadingKeys":"false"}}`;
      const managesKeys = /^(list|create|rotate|delete)keys?Role/;
      return statements
        .filter(
          ([policy, { Condition }]) =>
            JSON.stringify(Condition) !==
            limit(managesKeys.test(policy) ? '"KEYS#*","KEY#*","KEYID#*"' : '"ORG#*"'),
        )
        .map(([policy]) => policy);
    },
  },
];
