import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVENT_ID_FORM, eventIdFor, newEventId } from '../../../../shared/webhooks/events/event-id.ts';

describe('the id of an event', () => {
  it('is unique, or deterministic for the same facts', () => {
    const ids = new Set(Array.from({ length: 1_000 }, newEventId));

    expect(ids.size).toBe(1_000);
    for (const id of ids) expect(id).toMatch(EVENT_ID_FORM);
    expect(eventIdFor(['org_1', 'test', 'Q-1', 'created'])).toBe('evt_8d5g0f4bvev1bz8c7qkc11p6pd');
  });

  it('differs if one fact differs, for any division of the texts', () => {
    const facts = fc.array(fc.string(), { maxLength: 4 });
    fc.assert(
      fc.property(facts, facts, (a, b) => {
        expect(eventIdFor(a) === eventIdFor(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
    );
    expect(eventIdFor(['ab', 'c'])).not.toBe(eventIdFor(['a', 'bc']));
  });
});
