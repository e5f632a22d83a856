import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { EVENT_NAMES } from '../../../../shared/webhooks/events/event-names.ts';
import {
  MAX_DEPTH,
  MAX_MESSAGE_BYTES,
  readEventMessage,
} from '../../../../shared/webhooks/events/read-event-message.ts';
import { sampleEvent } from '../../../../shared/webhooks/events/sample-event.ts';

let guide: string;
beforeAll(async () => {
  guide = await readFile(new URL('../../../../docs/integrators/events.md', import.meta.url), 'utf8');
});

describe('the guide to events', () => {
  it('names every event, every field of a quote, and the limits as they are', () => {
    for (const name of EVENT_NAMES) expect(guide).toContain(`| \`${name}\``);
    const fields = Object.keys(sampleEvent('quote.created', new Date()).object);
    for (const field of fields) expect(guide).toMatch(new RegExp(`^\\| .*\`${field}(\\[\\])?\``, 'm'));
    expect(guide).toContain(`${MAX_MESSAGE_BYTES.toLocaleString('en-US')} bytes`);
    expect(guide).toContain(`at most ${MAX_DEPTH} deep`);
  });

  it('shows a message that is accepted', () => {
    const [, body = ''] = /--message-body '([^']+)'/.exec(guide) ?? [];

    expect(readEventMessage(body.replaceAll('org_...', 'org_1'))).toMatchObject({ ok: true });
  });
});
