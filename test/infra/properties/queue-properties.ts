import type { Template } from '../../support/synthesized-templates.ts';
import { at, type Property, resourcesOf, unless } from './property.ts';

const QUEUE = 'AWS::SQS::Queue';
const _QUEUE_POLICY = 'AWS::SQS::QueuePolicy';
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
const _QUEUES = 5;

/** Properties of the queues, and of functions that read a stream. */
export const QUEUE_PROPERTIES: readonly Property[] = [
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
  },
];
