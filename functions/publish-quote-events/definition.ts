import type { FunctionDefinition } from '../definition-types.ts';

/** Publishes quote changes as events, and converted quotes to the import of loads, from the stream of the quotes table. */
export const definition = {
  function: 'publish-quote-events',
  tables: {},
  queues: ['events', 'uploads'],
  timeoutSeconds: 30,
  impact:
    'Quote events and loads of converted quotes are late. Events of failed stream records are not published automatically: docs/operators/runbook.md describes how to publish them, best within 24 hours.',
} satisfies FunctionDefinition;
