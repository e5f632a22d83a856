import type { FunctionDefinition } from '../definition-types.ts';

/** Calls the public API on a schedule, and receives the webhook that it causes. Only in environments with `probeMinutes`. */
export const definition = {
  function: 'probe',
  tables: {},
  secrets: ['probe'],
  timeoutSeconds: 28,
  impact: 'No alarm reports that calls or webhooks fail for all callers.',
} satisfies FunctionDefinition;

/** The path of the receiver. It is not an operation: the signature of the webhook replaces key and authorizer. */
export const PROBE_PATH = '/v1/probe';
