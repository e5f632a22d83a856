import { TOOLS } from '../../functions/mcp/tools.ts';
import type { Called } from './caller-checks.ts';
import { type Check, failed, unlessWrong } from './check.ts';

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** The MCP server with a key that may read; nothing is written, and nothing is counted as usage. */
export function mcpChecks(service: Called, key: string): Check[] {
  const ask = async (method: string, params: object): Promise<unknown> => {
    const body = { jsonrpc: '2.0', id: 1, method, params };
    const { status, json } = await service.call('POST', '/mcp', { key, headers: HEADERS, body });
    const { result } = Object(json);
    if (status === 200 && result !== undefined) return result;
    throw new Error(`${method} answers ${status}`);
  };
  return [
    {
      name: 'the MCP server lists the tools of this release',
      run: async () => {
        const { tools = [] } = Object(await ask('tools/list', {})) as { tools?: { name?: string }[] };
        const found = tools.map(({ name }) => name).join(', ');
        const wanted = TOOLS.map(({ name }) => name).join(', ');
        return unlessWrong(found === wanted ? [] : [`it lists ${found || 'none'}`], `${tools.length} tools`);
      },
    },
    {
      name: 'a tool of the MCP server finds terminals',
      run: async () => {
        const call = { name: 'search_terminals', arguments: { query: 'elizabeth' } };
        const { isError, structuredContent } = Object(await ask('tools/call', call));
        if (isError === true) return failed('it answers a tool error');
        const terminals = structuredContent?.data?.length ?? 0;
        return unlessWrong(terminals > 0 ? [] : ['it finds no terminal'], `${terminals} terminals`);
      },
    },
  ];
}
