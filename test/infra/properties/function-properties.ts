import { actionsOf, at, firstOf, type Property, type Statement, statementsOf, unless } from './property.ts';

const FUNCTION = 'AWS::Lambda::Function';
const _ROLE = 'AWS::IAM::Role';
const _LOG_GROUP = 'AWS::Logs::LogGroup';

/** Traces, and descriptions of a network, know no resources: these actions can only be granted on "*". */
const HAS_NO_RESOURCE = /^(xray:Put|ec2:Describe)/;
/** Network interfaces, indexes of the search domain, and uploads, whose names come up as they are made. */
const IS_NAMED_LATER =
  /^(ec2:\w+(NetworkInterface|PrivateIpAddresses)|es:ESHttp\w+|s3:(?:(?:Get|Put|Delete)Object|AbortMultipartUpload))$/;

function isTooWide(statement: Statement): boolean {
  if (statement.Effect === 'Deny' || !JSON.stringify(statement.Resource).includes('*')) return false;
  const excused = [statement.Resource].flat().includes('*') ? HAS_NO_RESOURCE : IS_NAMED_LATER;
  return !actionsOf(statement).every((action) => excused.test(action));
}

/** The items of a deleted RFP are erased in batches. */
const ERASES_ITEMS = /^pricerfplanesRole/;

/** Keys, share links and what is deleted go; a converted quote leaves its place in the list, an imported one its lane, and a changed contract rate its lane or its external id. */
const DELETES_AN_ITEM =
  /^(importmarket|deletequote|revokequoteshare|convertquote|declinequote|revisequote|deletewebhook|createkey|rotatekey|deletekey|deleterfp|deletechat|replacecontractrate|replacecustomer|deletecustomer|deletecontractrate)Role/;

/** The sweep reads the index of pending deliveries as a whole, and nothing else. */
const isScanOfSweep = (policy: string, { Resource }: Statement): boolean =>
  policy.startsWith('sweepduedeliveriesRole') &&
  [Resource].flat().every((one) => JSON.stringify(one).endsWith('/index/due"]]}'));

/** Properties of all functions. */
export const ANY_FUNCTION_PROPERTIES: readonly Property[] = [
  {
    name: 'no function may act on every resource, or on all of a pattern',
    violations: ({ api }) =>
      statementsOf(api)
        .filter(([policy, statement]) => isTooWide(statement) && !policy.startsWith('CallFunctions'))
        .map(([policy]) => policy),
  },
  {
    name: 'no function has a whole service granted',
    violations: ({ api }) =>
      statementsOf(api)
        .filter(([, statement]) => actionsOf(statement).some((action) => action.includes('*')))
        .map(([policy]) => policy),
  },
  {
    name: 'no function has the right to read a whole table, one to read a whole index, and few to delete an item',
    violations: ({ api }) =>
      statementsOf(api)
        .filter(([policy, statement]) =>
          actionsOf(statement).some(
            (action) =>
              /^dynamodb:(Scan|Delete|BatchWrite)/.test(action) &&
              !(action === 'dynamodb:Scan' && isScanOfSweep(policy, statement)) &&
              !(action === 'dynamodb:DeleteItem' && DELETES_AN_ITEM.test(policy)) &&
              !(action === 'dynamodb:BatchWriteItem' && ERASES_ITEMS.test(policy)),
          ),
        )
        .map(([policy]) => policy),
    takeAway: ({ api }) => {
      for (const [, statement] of statementsOf(api)) statement.Action = 'dynamodb:Scan';
    },
  },
  {
    name: 'no function is given a name of ours, so that it can be replaced',
    violations: ({ api }) => unless(api, FUNCTION, ({ Properties }) => Properties.FunctionName === undefined),
  },
  {
    name: 'all functions of the API log to one group, in JSON: a query reads at most 50 groups',
    violations: ({ api }) => {
      const shared = JSON.stringify(at(firstOf(api, FUNCTION).Properties, 'LoggingConfig', 'LogGroup'));
      return unless(
        api,
        FUNCTION,
        ({ Properties }) =>
          shared !== undefined &&
          JSON.stringify(at(Properties, 'LoggingConfig', 'LogGroup')) === shared &&
          at(Properties, 'LoggingConfig', 'LogFormat') === 'JSON',
      );
    },
  },
];

export const FUNCTION_PROPERTIES: readonly Property[] = [
  ...ANY_FUNCTION_PROPERTIES,
  {
    name: 'every function ends before the timeout of the gateway',
    violations: ({ api }) => unless(api, FUNCTION, ({ Properties }) => Number(Properties.Timeout) < 29),
  },
];
