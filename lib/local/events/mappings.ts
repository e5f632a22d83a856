import type { Invocation } from '../lambda/functions.ts';
import { LocalSetupError } from '../local-setup-error.ts';
import { queueUrl } from '../template/local-names.ts';
import type { ServiceModel } from '../template/service-model.ts';
import type { EventSource } from './event-source.ts';
import { createQueueConsumer } from './queue-consumer.ts';
import { createStreamConsumer } from './stream-consumer.ts';
import type { Checkpoints } from './table-stream.ts';

interface TemplateSourcesOptions {
  readonly model: ServiceModel;
  readonly dynamodbEndpoint: string;
  readonly sqsEndpoint: string;
  readonly checkpoints: Checkpoints;
  /** Offset of the service clock from the engine clock in milliseconds. */
  readonly aheadMs: () => number;
  /** Concurrency limit of a function. */
  readonly concurrencyOf: (functionArn: string) => number;
  readonly invoke: (functionArn: string, event: unknown) => Promise<Invocation>;
  readonly onLog: (line: string) => void;
}

/**
 * The event source mappings of the template. The first element of each pair is a string that is equal for equal mappings.
 */
function templateSources(
  options: TemplateSourcesOptions,
): readonly (readonly [mapping: string, source: EventSource])[] {
  const { model, concurrencyOf, ...common } = options;
  const urlOf = (arn: string): string => {
    const queue = model.queues.find((candidate) => candidate.arn === arn);
    if (queue === undefined) throw new LocalSetupError(`The template has no queue ${arn}.`);
    return queueUrl(queue.name);
  };
  return [
    ...model.queueSources.map((source) => {
      const queueUrl = urlOf(source.queueArn);
      const concurrency = concurrencyOf(source.functionArn);
      const consumer = createQueueConsumer({ ...common, source, queueUrl, concurrency });
      return [JSON.stringify(source), consumer] as const;
    }),
    ...model.streamSources.map((source) => {
      const { onFailureArn } = source;
      const onFailure = onFailureArn === undefined ? {} : { onFailureUrl: urlOf(onFailureArn) };
      return [JSON.stringify(source), createStreamConsumer({ ...common, source, ...onFailure })] as const;
    }),
  ];
}

/** The running event source mappings of the template. */
export interface Mappings {
  /**
   * Starts new mappings of a template, and stops those that it no longer has.
   * @throws LocalSetupError for an unsupported mapping; then nothing changes.
   */
  follow(model: ServiceModel): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the mappings; `follow` starts them. */
export function createMappings(options: Omit<TemplateSourcesOptions, 'model'>): Mappings {
  let running = new Map<string, EventSource>();
  return {
    follow: async (model) => {
      const wanted = templateSources({ ...options, model });
      const [before, after] = [running, new Map<string, EventSource>()];
      for (const [mapping, source] of wanted) after.set(mapping, before.get(mapping) ?? source);
      running = after;
      const gone = [...before].filter(([mapping]) => !after.has(mapping));
      // Stops first, so that a changed mapping never has two readers.
      await Promise.all(gone.map(([, source]) => source.stop()));
      for (const [mapping, source] of after) if (!before.has(mapping)) await source.start();
    },
    stop: async () => {
      const all = [...running.values()];
      running = new Map();
      await Promise.all(all.map((source) => source.stop()));
    },
  };
}
