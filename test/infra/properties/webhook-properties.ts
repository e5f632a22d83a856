import { MIN_RETRY_SECONDS } from '../../../shared/webhooks/sending/retry-seconds.ts';
import type { Template } from '../../support/synthesized-templates.ts';
import { at, firstOf, type Property, resourcesOf, unless } from './property.ts';

const QUEUE = 'AWS::SQS::Queue';
const QUEUE_POLICY = 'AWS::SQS::QueuePolicy';
const MAPPING = 'AWS::Lambda::EventSourceMapping';
const FUNCTION = 'AWS::Lambda::Function';
const ALARM = 'AWS::CloudWatch::Alarm';
const POLICY = 'AWS::IAM::Policy';
const KEY = 'AWS::KMS::Key';
const MANAGED_POLICY = 'AWS::IAM::ManagedPolicy';

const alarmsOf = (template: Template): string[] =>
  resourcesOf(template, ALARM).map(([, { Properties }]) => JSON.stringify(Properties));

const isStream = (mapping: { Properties: Record<string, unknown> }): boolean =>
  mapping.Properties.StartingPosition !== undefined;

/** Queues that a function works off: those that have a dead-letter queue. */
const worked = (template: Template) =>
  resourcesOf(template, QUEUE).filter(([, { Properties }]) => Properties.RedrivePolicy !== undefined);

const stream = (template: Template) => {
  const [found] = resourcesOf(template, MAPPING).filter(([, mapping]) => isStream(mapping));
  if (found === undefined) throw new Error('no function reads a stream');
  return found[1];
};

const variablesOf = (template: Template, name: string): [string, string][] =>
  resourcesOf(template, FUNCTION).flatMap(([id, { Properties }]) => {
    const value = at(Properties, 'Environment', 'Variables', name);
    return value === undefined ? [] : [[id, String(value)] as [string, string]];
  });

/** Roles that may do something with a KMS key, by action. */
const keyRights = (...templates: Template[]): [policy: string, actions: string[]][] =>
  templates.flatMap((template) =>
    resourcesOf(template, POLICY).flatMap(([policy, { Properties }]) => {
      const statements = at(Properties, 'PolicyDocument', 'Statement') as { Action: string | string[] }[];
      const actions = statements
        .flatMap(({ Action }) => Action)
        .filter((action) => action.startsWith('kms:'));
      return actions.length === 0 ? [] : [[policy, actions] as [string, string[]]];
    }),
  );

const MAY_ENCRYPT = /^(createwebhook|rotatewebhooksecret)Role/;
const MAY_DECRYPT = /^(deliverwebhook|retrywebhook|testwebhook)Role/;

export const WEBHOOK_PROPERTIES: readonly Property[] = [
  {
    name: 'what a queue cannot get rid of is kept, and raises an alarm that states the impact',
    violations: ({ webhooks }) => [
      ...(worked(webhooks).length < 3 ? ['a queue has no dead-letter queue'] : []),
      ...resourcesOf(webhooks, QUEUE)
        .filter(([, { Properties }]) => Properties.RedrivePolicy === undefined)
        .filter(
          ([id]) =>
            !alarmsOf(webhooks).some(
              (text) => text.includes(`"${id}","QueueName"`) && /Impact: \w+/.test(text),
            ),
        )
        .map(([id]) => id),
    ],
    takeAway: ({ webhooks }) => {
      delete Object(worked(webhooks)[0]?.[1]).Properties.RedrivePolicy;
    },
  },
  {
    name: 'deliveries that the service failed to process raise an alarm, for each function that sends them',
    violations: ({ webhooks }) =>
      ['deliverwebhook', 'retrywebhook'].filter(
        (name) =>
          !alarmsOf(webhooks).some(
            (text) =>
              text.includes('"DeliveryGivenUp"') &&
              text.includes(`{"Ref":"${name}`) &&
              /Impact: \w+/.test(text),
          ),
      ),
    takeAway: ({ webhooks }) => {
      for (const [id, { Properties }] of resourcesOf(webhooks, ALARM))
        if (JSON.stringify(Properties).includes('"MetricName":"DeliveryGivenUp"'))
          delete webhooks.Resources[id];
    },
  },
  {
    name: 'a message is not handed out again while its function may still be at work on it',
    violations: ({ webhooks }) => {
      const longest = Math.max(
        ...resourcesOf(webhooks, FUNCTION).map(([, { Properties }]) => Number(Properties.Timeout)),
      );
      const least = 6 * Math.min(longest, 20);
      return worked(webhooks)
        .filter(([, { Properties }]) => Number(Properties.VisibilityTimeout) < least)
        .map(([id]) => id);
    },
    takeAway: ({ webhooks }) => {
      Object(worked(webhooks)[0]?.[1]).Properties.VisibilityTimeout = 30;
    },
  },
  {
    name: 'a failed message does not repeat its batch, and concurrency is limited',
    violations: ({ webhooks }) =>
      unless(
        webhooks,
        MAPPING,
        (mapping) =>
          JSON.stringify(mapping.Properties.FunctionResponseTypes) === '["ReportBatchItemFailures"]' &&
          (isStream(mapping) || Number(at(mapping.Properties, 'ScalingConfig', 'MaximumConcurrency')) >= 2),
      ),
    takeAway: ({ webhooks }) => {
      delete firstOf(webhooks, MAPPING).Properties.FunctionResponseTypes;
    },
  },
  {
    name: 'a failed stream record is isolated, retried a limited number of times, and kept',
    violations: ({ webhooks }) => {
      const { Properties } = stream(webhooks);
      return [
        ...(Properties.StartingPosition === 'TRIM_HORIZON' ? [] : ['changes before the first run are lost']),
        ...(Properties.BisectBatchOnFunctionError === true
          ? []
          : ['one record blocks the others of its batch']),
        ...(Number(Properties.MaximumRetryAttempts) > 0 ? [] : ['retries without an end']),
        ...(at(Properties, 'DestinationConfig', 'OnFailure', 'Destination') === undefined
          ? ['failed records are lost']
          : []),
        ...(at(Properties, 'FilterCriteria', 'Filters', 0) === undefined ? ['every item calls it'] : []),
      ];
    },
    takeAway: ({ webhooks }) => {
      stream(webhooks).Properties.BisectBatchOnFunctionError = false;
    },
  },
  {
    name: 'queues are encrypted, and take nothing that is not',
    violations: ({ webhooks }) => {
      const policies = resourcesOf(webhooks, QUEUE_POLICY).map(([, { Properties }]) =>
        JSON.stringify(Properties),
      );
      return unless(
        webhooks,
        QUEUE,
        ({ Properties }, id) =>
          Properties.SqsManagedSseEnabled === true &&
          policies.some((text) => text.includes(id) && text.includes('"aws:SecureTransport":"false"')),
      );
    },
    takeAway: ({ webhooks }) => {
      for (const [id] of resourcesOf(webhooks, QUEUE_POLICY)) delete webhooks.Resources[id];
    },
  },
  {
    name: 'other products may send to the intake queue, and do nothing else',
    violations: ({ webhooks }) =>
      unless(webhooks, MANAGED_POLICY, ({ Properties }) => {
        const statements = at(Properties, 'PolicyDocument', 'Statement') as Record<string, unknown>[];
        const [statement] = statements;
        return (
          statements.length === 1 &&
          statement?.Action === 'sqs:SendMessage' &&
          /^{"Fn::GetAtt":\["eventsQueue\w+","Arn"\]}$/.test(JSON.stringify(statement.Resource))
        );
      }),
    takeAway: ({ webhooks }) => {
      Object(at(firstOf(webhooks, MANAGED_POLICY).Properties, 'PolicyDocument', 'Statement', 0)).Resource =
        '*';
    },
  },
  {
    name: 'webhooks go to public addresses only',
    violations: ({ webhooks, api }) => {
      const settings = [webhooks, api].flatMap((template) => variablesOf(template, 'WEBHOOK_RECEIVERS'));
      if (settings.length < 4) return ['a function that calls receivers has no address rule'];
      return settings.filter(([, value]) => value !== 'public').map(([id]) => id);
    },
    takeAway: ({ webhooks }) => {
      const [[id] = ['']] = variablesOf(webhooks, 'WEBHOOK_RECEIVERS');
      Object(at(webhooks.Resources[id]?.Properties, 'Environment', 'Variables')).WEBHOOK_RECEIVERS =
        'public-and-loopback';
    },
  },
  {
    name: 'attempts are five minutes apart at least, and there are five retries',
    violations: ({ webhooks, api }) => {
      const schedules = [webhooks, api].flatMap((template) =>
        variablesOf(template, 'WEBHOOK_RETRY_SCHEDULE'),
      );
      if (schedules.length < 3) return ['a function that retries has no schedule'];
      return schedules
        .filter(([, value]) => {
          const seconds = value.split(',').map(Number);
          return seconds.length !== 5 || !seconds.every((second) => second >= MIN_RETRY_SECONDS);
        })
        .map(([id]) => id);
    },
    takeAway: ({ webhooks }) => {
      const [[id] = ['']] = variablesOf(webhooks, 'WEBHOOK_RETRY_SCHEDULE');
      Object(at(webhooks.Resources[id]?.Properties, 'Environment', 'Variables')).WEBHOOK_RETRY_SCHEDULE =
        '60,900,3600,14400,43200';
    },
  },
  {
    name: 'the key of signing secrets is multi-Region: a replica decrypts the secrets of restored tables',
    violations: ({ data }) => unless(data, KEY, ({ Properties }) => Properties.MultiRegion === true),
    takeAway: ({ data }) => {
      delete firstOf(data, KEY).Properties.MultiRegion;
    },
  },
  {
    name: 'the key of signing secrets outlives its stack, and is renewed',
    violations: ({ data }) =>
      unless(
        data,
        KEY,
        ({ Properties, DeletionPolicy, UpdateReplacePolicy }) =>
          Properties.EnableKeyRotation === true &&
          DeletionPolicy === 'Retain' &&
          UpdateReplacePolicy === 'Retain',
      ),
    takeAway: ({ data }) => {
      firstOf(data, KEY).DeletionPolicy = 'Delete';
    },
  },
  {
    name: 'who makes signing secrets cannot read them, and only who signs can',
    violations: ({ webhooks, api }) => {
      const rights = keyRights(webhooks, api);
      if (rights.length < 5) return [`${rights.length} functions have rights on the key`];
      return rights
        .filter(([policy, actions]) =>
          actions.some((action) =>
            action === 'kms:Encrypt'
              ? !MAY_ENCRYPT.test(policy)
              : action !== 'kms:Decrypt' || !MAY_DECRYPT.test(policy),
          ),
        )
        .map(([policy]) => policy);
    },
    takeAway: ({ api }) => {
      const [id = ''] = keyRights(api).find(([policy]) => MAY_ENCRYPT.test(policy)) ?? [];
      const statements = at(api.Resources[id]?.Properties, 'PolicyDocument', 'Statement') as {
        Action: string | string[];
      }[];
      for (const statement of statements) {
        if (statement.Action === 'kms:Encrypt') statement.Action = ['kms:Encrypt', 'kms:Decrypt'];
      }
    },
  },
];
