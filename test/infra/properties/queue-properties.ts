import type { Template } from '../../support/synthesized-templates.ts';
import { at, firstOf, type Property, resourcesOf, unless } from './property.ts';

const QUEUE = 'AWS::SQS::Queue';
const QUEUE_POLICY = 'AWS::SQS::QueuePolicy';
const MAPPING = 'AWS::Lambda::EventSourceMapping';
const FUNCTION = 'AWS::Lambda::Function';

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

/** Those with a consumer. */
const QUEUES = 5;

/** Properties of the queues, and of functions that read a stream. */
export const QUEUE_PROPERTIES: readonly Property[] = [
  {
    name: 'what a queue cannot get rid of is kept',
    violations: ({ workers: template }) => [
      ...(worked(template).length < QUEUES ? ['a queue has no dead-letter queue'] : []),
    ],
    takeAway: ({ workers: template }) => {
      delete Object(worked(template)[0]?.[1]).Properties.RedrivePolicy;
    },
  },
  {
    name: 'a message is not handed out again while its function may still be at work on it',
    violations: ({ workers: template }) => {
      const longest = Math.max(
        ...resourcesOf(template, FUNCTION).map(([, { Properties }]) => Number(Properties.Timeout)),
      );
      const least = 6 * Math.min(longest, 20);
      return worked(template)
        .filter(([, { Properties }]) => Number(Properties.VisibilityTimeout) < least)
        .map(([id]) => id);
    },
    takeAway: ({ workers: template }) => {
      Object(worked(template)[0]?.[1]).Properties.VisibilityTimeout = 30;
    },
  },
  {
    name: 'a failed message does not repeat its batch, and concurrency is limited',
    violations: ({ workers: template }) =>
      unless(
        template,
        MAPPING,
        (mapping) =>
          JSON.stringify(mapping.Properties.FunctionResponseTypes) === '["ReportBatchItemFailures"]' &&
          (isStream(mapping) || Number(at(mapping.Properties, 'ScalingConfig', 'MaximumConcurrency')) >= 2),
      ),
    takeAway: ({ workers: template }) => {
      delete firstOf(template, MAPPING).Properties.FunctionResponseTypes;
    },
  },
  {
    name: 'a failed stream record is isolated, retried a limited number of times, and kept',
    violations: ({ workers: template }) => {
      const { Properties } = stream(template);
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
    takeAway: ({ workers: template }) => {
      stream(template).Properties.BisectBatchOnFunctionError = false;
    },
  },
  {
    name: 'queues are encrypted, and take nothing that is not',
    violations: ({ workers: template }) => {
      const policies = resourcesOf(template, QUEUE_POLICY).map(([, { Properties }]) =>
        JSON.stringify(Properties),
      );
      return unless(
        template,
        QUEUE,
        ({ Properties }, id) =>
          Properties.SqsManagedSseEnabled === true &&
          policies.some((text) => text.includes(id) && text.includes('"aws:SecureTransport":"false"')),
      );
    },
    takeAway: ({ workers: template }) => {
      for (const [id] of resourcesOf(template, QUEUE_POLICY)) delete template.Resources[id];
    },
  },
];
