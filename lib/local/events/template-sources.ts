import type { Invocation } from '../lambda/function-worker.ts';
import { LocalSetupError } from '../local-setup-error.ts';
import { queueUrl } from '../template/local-names.ts';
import type { ServiceModel } from '../template/service-model.ts';
import type { EventSource } from './event-source.ts';
import { createQueueConsumer } from './queue-consumer.ts';
import { createStreamConsumer } from './stream-consumer.ts';
import type { Checkpoints } from './table-stream.ts';

export interface TemplateSourcesOptions {
  readonly model: ServiceModel;
  readonly dynamodbEndpoint: string;
  readonly sqsEndpoint: string;
  readonly checkpoints: Checkpoints;
  /** Milliseconds that the service's clock is ahead of the engines'. */
  readonly aheadMs: () => number;
  /** Calls of a function at once. */
  readonly concurrencyOf: (functionArn: string) => number;
  readonly invoke: (functionArn: string, event: unknown) => Promise<Invocation>;
  readonly onLog: (line: string) => void;
}

/** What calls functions by the template's mappings: queues and streams. */
export function templateSources(options: TemplateSourcesOptions): readonly EventSource[] {
  const { model, concurrencyOf, ...common } = options;
  const urlOf = (arn: string): string => {
    const queue = model.queues.find((candidate) => candidate.arn === arn);
    if (queue === undefined) throw new LocalSetupError(`The template has no queue ${arn}.`);
    return queueUrl(queue.name);
  };
  return [
    ...model.queueSources.map((source) =>
      createQueueConsumer({
        ...common,
        source,
        queueUrl: urlOf(source.queueArn),
        concurrency: concurrencyOf(source.functionArn),
      }),
    ),
    ...model.streamSources.map((source) =>
      createStreamConsumer({
        ...common,
        source,
        ...(source.onFailureArn === undefined ? {} : { onFailureUrl: urlOf(source.onFailureArn) }),
      }),
    ),
  ];
}
