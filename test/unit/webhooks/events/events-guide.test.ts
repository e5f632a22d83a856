import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { EVENT_NAMES } from '../../../../shared/webhooks/events/event-names.ts';
import {
  MAX_DEPTH,
  MAX_MESSAGE_BYTES,
  readEventMessage,
} from '../../../../shared/webhooks/events/read-event-message.ts';
import { sampleEvent } from '../../../../shared/webhooks/events/sample-event.ts';
import { differences } from '../../../support/documents/compare-answer.ts';
import { readBlocks } from '../../../support/documents/read-blocks.ts';

const DOCS = new URL('../../../../docs/', import.meta.url);
let events: string;
let intake: string;

beforeAll(async () => {
  events = await readFile(new URL('integrators/events.md', DOCS), 'utf8');
  intake = await readFile(new URL('operators/event-intake.md', DOCS), 'utf8');
});

describe('the page of events', () => {
  it.each(['quote.created', 'rfp.updated'] as const)('names every event, and every field of %s', (event) => {
    for (const name of EVENT_NAMES) expect(events).toContain(`| \`${name}\``);
    const fields = Object.keys(sampleEvent(event, new Date()).object);
    for (const field of fields) expect(events).toMatch(new RegExp(`^\\| .*\`${field}(\\[\\])?\``, 'm'));
  });

  it('shows an envelope with the members of an event', () => {
    const [envelope] = readBlocks({ path: 'events.md', text: events });
    const shown: unknown = JSON.parse(envelope?.text ?? '');
    const event = { ...sampleEvent('quote.created', new Date()), livemode: false };

    expect(differences(shown, event)).toEqual([]);
    expect(differences(shown, { ...event, more: 1 })).toEqual(['answer.more is not in the page']);
  });
});

describe('the page of events from other products', () => {
  it('states the limits', () => {
    expect(intake).toContain(`${MAX_MESSAGE_BYTES.toLocaleString('en-US')} bytes`);
    expect(intake).toContain(`at most ${MAX_DEPTH} deep`);
  });

  it('shows a message that is accepted', () => {
    const [, body = ''] = /--message-body '([^']+)'/.exec(intake) ?? [];

    expect(readEventMessage(body.replaceAll('org_...', 'org_1'))).toMatchObject({ ok: true });
  });
});
