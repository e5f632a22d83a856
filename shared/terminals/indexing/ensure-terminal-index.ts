import { type RebuildPorts, type RebuildResult, rebuildTerminalIndex } from './rebuild-terminal-index.ts';

/**
 * Builds the search index where none is in service, or where the one that is was made by code that indexes otherwise.
 * `current` is one that needs nothing: changes reach it by the change feed.
 */
export async function ensureTerminalIndex(
  ports: RebuildPorts,
): Promise<RebuildResult | { readonly outcome: 'current' }> {
  return (await ports.writer.isCurrent()) ? { outcome: 'current' } : rebuildTerminalIndex(ports);
}
