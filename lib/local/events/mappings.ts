import type { ServiceModel } from '../template/service-model.ts';
import type { EventSource } from './event-source.ts';
import { type TemplateSourcesOptions, templateSources } from './template-sources.ts';

/** The template's mappings as they run. */
export interface Mappings {
  /**
   * Starts the mappings of a template that do not run yet, and stops those that it has no more; the others go on.
   * @throws LocalSetupError for one that this machine cannot run: all go on as they were.
   */
  follow(model: ServiceModel): Promise<void>;
  stop(): Promise<void>;
}

/** None runs at first. */
export function createMappings(options: Omit<TemplateSourcesOptions, 'model'>): Mappings {
  let running = new Map<string, EventSource>();
  return {
    follow: async (model) => {
      const wanted = templateSources({ ...options, model });
      const [before, after] = [running, new Map<string, EventSource>()];
      for (const [mapping, source] of wanted) after.set(mapping, before.get(mapping) ?? source);
      running = after;
      const gone = [...before].filter(([mapping]) => !after.has(mapping));
      // First, so that a mapping that changed has one reader.
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
