import type { QueueSourceModel, ServiceModel, StreamSourceModel } from '../template/service-model.ts';
import type { EventSourceOptions } from './event-source.ts';
import { consumeQueue } from './queue-consumer.ts';
import { consumeStream } from './stream-consumer.ts';

/** A running event source mapping; resolves when its last call has ended. */
type Stop = () => Promise<void>;

/** The running event source mappings of the template. */
export interface Mappings {
  /** Starts new mappings of a template, and stops those that it no longer has. */
  follow(model: ServiceModel): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the mappings; `follow` starts them. */
export function createMappings(options: EventSourceOptions): Mappings {
  const running = new Map<string, Stop>();
  const start = (source: QueueSourceModel | StreamSourceModel): Stop =>
    'queueArn' in source ? consumeQueue(options, source) : consumeStream(options, source);
  return {
    follow: async (model) => {
      const sources = [...model.queueSources, ...model.streamSources];
      const wanted = new Map(sources.map((source) => [JSON.stringify(source), source]));
      // Stops first, so that a changed mapping never has two readers.
      for (const [mapping, stop] of running) {
        if (wanted.has(mapping)) continue;
        running.delete(mapping);
        await stop();
      }
      for (const [mapping, source] of wanted) {
        if (!running.has(mapping)) running.set(mapping, start(source));
      }
    },
    stop: async () => {
      await Promise.all([...running.values()].map((stop) => stop()));
    },
  };
}
