import { describe, expect, it } from 'vitest';
import {
  createFallbackSearch,
  type FallbackEvent,
} from '../../../../shared/terminals/opensearch/fallback-search.ts';

const QUERY = { text: 'pier', limit: 10, page: 1 };
const OPEN_MS = 1_000;

/** A search with a primary that finds 1 hit or fails, and a fallback that finds 2. */
function searchUnderTest() {
  const state = { now: 0, works: true, asked: 0 };
  const events: FallbackEvent['kind'][] = [];
  const search = createFallbackSearch({
    primary: {
      search: async () => {
        state.asked += 1;
        if (!state.works) throw new Error('broken');
        return { terminals: [], totalHits: 1 };
      },
    },
    fallback: async () => ({ search: async () => ({ terminals: [], totalHits: 2 }) }),
    onEvent: ({ kind }) => events.push(kind),
    now: () => state.now,
    openMs: OPEN_MS,
  });
  const hits = async () => (await search.search(QUERY)).totalHits;
  return { state, events, hits };
}

describe('search with a fallback', () => {
  it('calls the primary while it works', async () => {
    const { state, events, hits } = searchUnderTest();
    expect(await hits()).toBe(1);
    expect([state.asked, events]).toEqual([1, []]);
  });

  it('ignores one failure, and skips the primary after two', async () => {
    const { state, events, hits } = searchUnderTest();
    state.works = false;
    expect([await hits(), await hits(), await hits(), await hits()]).toEqual([2, 2, 2, 2]);
    expect(state.asked).toBe(2);
    expect(events).toEqual(['failed', 'failed', 'skipped', 'skipped']);
  });

  it('counts only consecutive failures', async () => {
    const { state, hits } = searchUnderTest();
    for (const works of [false, true, false, true, false, true]) {
      state.works = works;
      expect(await hits()).toBe(works ? 1 : 2);
    }
    expect(state.asked).toBe(6);
  });

  it('allows one trial call while the circuit is open, and uses the primary after its first success', async () => {
    const { state, events, hits } = searchUnderTest();
    state.works = false;
    await hits();
    await hits();
    state.now = OPEN_MS - 1;
    await hits();
    expect(state.asked).toBe(2);
    state.now = OPEN_MS;
    expect(await Promise.all([hits(), hits(), hits()])).toEqual([2, 2, 2]);
    expect(state.asked).toBe(3);

    state.works = true;
    state.now = 2 * OPEN_MS;
    expect(await Promise.all([hits(), hits()])).toEqual([1, 2]);
    expect(events.at(-1)).toBe('recovered');
    expect(await hits()).toBe(1);
  });
});
