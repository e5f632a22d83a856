import type { Command } from 'commander';
import { type ApiOptions, findApiService, withApiOptions } from '../session/api-service.ts';
import { example } from '../session/help-example.ts';
import type { Session } from '../session/session.ts';

/** `freight mcp`: connects an agent that starts a command with the MCP server of the API, by standard input and output. */
export function addMcpCommand(program: Command, session: Session): void {
  withApiOptions(
    program.command('mcp').description('Serve the tools of the API to an agent on standard input and output'),
  )
    .addHelpText('after', example('freight mcp --url https://api.example.com'))
    .action(async (options: ApiOptions) => {
      const { url, apiKey } = await findApiService(session, options);
      // Loaded on demand: other commands do not need the MCP SDK.
      const { bridgeStdio } = await import('./stdio-bridge.ts');
      await bridgeStdio({
        url: new URL('mcp', url),
        apiKey,
        notify: session.notify,
        interrupted: session.interrupted(),
      });
    });
}
