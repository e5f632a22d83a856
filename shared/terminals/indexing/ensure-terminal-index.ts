import { type RebuildPorts, type RebuildResult, rebuildTerminalIndex } from './rebuild-terminal-index.ts';

/**
 * Builds the search index if none is in service, or if the one in service has another index version. `current` means that
 * the index needs no rebuild; the change feed keeps it up to date.
 */
export async function ensureTerminalIndex(
  ports: RebuildPorts,
): Promise<RebuildResult | { readonly outcome: 'current' }> {
  return (await ports.writer.isCurrent()) ? { outcome: 'current' } : rebuildTerminalIndex(ports);
}
