import { afterEach, describe, expect, it, vi } from 'vitest';
import { logOutput } from '../../../../shared/platform/logging/log-output.ts';
import {
  composeSearch,
  openSearchConnection,
} from '../../../../shared/terminals/opensearch/compose-search.ts';

const QUERY = { text: 'pier', limit: 10, page: 1 };
const EMBEDDED = { terminals: [], totalHits: 7 };
const credentials = async () => ({ accessKeyId: 'none', secretAccessKey: 'none' });

async function searchOf(endpoint: string | undefined) {
  const lines: string[] = [];
  for (const level of ['info', 'warn'] as const) {
    vi.spyOn(logOutput, level).mockImplementation((line) => void lines.push(String(line)));
  }
  const embedded = { current: async () => ({ search: async () => EMBEDDED }) };
  const domain = endpoint === undefined ? undefined : { endpoint, region: 'us-east-1', credentials };
  const search = await composeSearch({ domain, embedded });
  return { search, lines };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the search in service', () => {
  it('is the embedded one if the environment has no domain', async () => {
    const { search, lines } = await searchOf(undefined);
    expect(await search.search(QUERY)).toEqual(EMBEDDED);
    expect(lines).toEqual([]);
  });

  it('falls back if no node responds: two log lines, and one count per fallback', async () => {
    const { search, lines } = await searchOf('http://127.0.0.1:1');
    for (let call = 0; call < 5; call += 1) expect(await search.search(QUERY)).toEqual(EMBEDDED);
    expect(lines.filter((line) => line.includes('TERMINAL_SEARCH_FELL_BACK'))).toHaveLength(2);
    expect(lines.filter((line) => line.includes('"TerminalSearchFellBack":1'))).toHaveLength(5);
    expect(lines.join()).not.toContain('pier');
  });

  it('signs requests to a domain, and not to a local node', () => {
    const where = { region: 'us-east-1', credentials };
    expect(openSearchConnection({ ...where, endpoint: 'https://search.example' }, 1)).toHaveProperty(
      'signing',
    );
    expect(openSearchConnection({ ...where, endpoint: 'http://127.0.0.1:9201' }, 1)).not.toHaveProperty(
      'signing',
    );
  });
});
