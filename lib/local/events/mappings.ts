import type { ServiceModel } from '../template/service-model.ts';
import type { EventSource } from './event-source.ts';
import { type TemplateSourcesOptions, templateSources } from './template-sources.ts';

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
