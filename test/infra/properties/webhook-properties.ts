import { MIN_RETRY_SECONDS } from '../../../shared/webhooks/sending/retry-schedule.ts';
import type { Template } from '../../support/synthesized-templates.ts';
import { actionsOf, at, type Property, resourcesOf, statementsOf, unless } from './property.ts';

const FUNCTION = 'AWS::Lambda::Function';
const KEY = 'AWS::KMS::Key';
const MANAGED_POLICY = 'AWS::IAM::ManagedPolicy';

const variablesOf = (template: Template, name: string): [string, string][] =>
  resourcesOf(template, FUNCTION).flatMap(([id, { Properties }]) => {
    const value = at(Properties, 'Environment', 'Variables', name);
    return value === undefined ? [] : [[id, String(value)] as [string, string]];
  });

/** What roles may do with a KMS key. */
const keyRights = (...templates: Template[]): [policy: string, action: string][] =>
  templates
    .flatMap(statementsOf)
    .flatMap(([policy, statement]) =>
      actionsOf(statement).map((action): [string, string] => [policy, action]),
    )
    .filter(([, action]) => action.startsWith('kms:'));

const MAY_ENCRYPT = /^(createwebhook|rotatewebhooksecret)Role/;
const MAY_DECRYPT = /^(deliverwebhook|retrywebhook|testwebhook)Role/;

export const WEBHOOK_PROPERTIES: readonly Property[] = [
  {
    name: 'other products may send to the intake queue, and do nothing else',
    violations: ({ workers }) =>
      unless(workers, MANAGED_POLICY, ({ Properties }) => {
        const statements = at(Properties, 'PolicyDocument', 'Statement') as Record<string, unknown>[];
        const [statement] = statements;
        return (
          statements.length === 1 &&
          statement?.Action === 'sqs:SendMessage' &&
          /^{"Fn::GetAtt":\["eventsQueue\w+","Arn"\]}$/.test(JSON.stringify(statement.Resource))
        );
      }),
  },
  {
    name: 'webhooks go to public addresses only',
    violations: ({ workers, api }) => {
      const settings = [workers, api].flatMap((template) => variablesOf(template, 'WEBHOOK_RECEIVERS'));
      if (settings.length < 4) return ['a function that calls receivers has no address rule'];
      return settings.filter(([, value]) => value !== 'public').map(([id]) => id);
    },
  },
  {
    name: 'attempts are five minutes apart at least, and there are five retries',
    violations: ({ workers, api }) => {
      const schedules = [workers, api].flatMap((template) => variablesOf(template, 'WEBHOOK_RETRY_SCHEDULE'));
      if (schedules.length < 3) return ['a function that retries has no schedule'];
      return schedules
        .filter(([, value]) => {
          const seconds = value.split(',').map(Number);
          return seconds.length !== 5 || !seconds.every((second) => second >= MIN_RETRY_SECONDS);
        })
        .map(([id]) => id);
    },
  },
  {
    name: 'the key of signing secrets is multi-Region: a replica decrypts the secrets of restored tables',
    violations: ({ data }) => unless(data, KEY, ({ Properties }) => Properties.MultiRegion === true),
  },
  {
    name: 'the key of signing secrets outlives its stack, and is renewed',
    violations: ({ data }) =>
      unless(
        data,
        KEY,
        ({ Properties, DeletionPolicy, UpdateReplacePolicy }) =>
          Properties.EnableKeyRotation === true &&
          DeletionPolicy === 'RetainExceptOnCreate' &&
          UpdateReplacePolicy === 'Retain',
      ),
  },
  {
    name: 'who makes signing secrets cannot read them, and only who signs can',
    violations: ({ workers, api }) => {
      const rights = keyRights(workers, api);
      const functions = new Set(rights.map(([policy]) => policy)).size;
      if (functions < 5) return [`${functions} functions have rights on the key`];
      return rights
        .filter(([policy, action]) =>
          action === 'kms:Encrypt'
            ? !MAY_ENCRYPT.test(policy)
            : action !== 'kms:Decrypt' || !MAY_DECRYPT.test(policy),
        )
        .map(([policy]) => policy);
    },
  },
];
