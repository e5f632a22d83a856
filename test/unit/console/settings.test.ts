import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeRegister,
  type KeyRegister,
  type RegisteredKey,
} from '../../../shared/accounts/api-keys/key-register.ts';
import { readKeyCreation } from '../../../shared/accounts/key-operations/read-key-body.ts';
import type { AuditLogEntry } from '../../../web/console/src/api/client.ts';
import {
  actionText,
  detailsOf,
  keyNamesOf,
  targetText,
} from '../../../web/console/src/settings/audit-rules.ts';
import {
  endOfDay,
  isLastAdmin,
  missingScopes,
  nameError,
  SCOPES,
} from '../../../web/console/src/settings/key-rules.ts';

const ALL = SCOPES.map(({ value }) => value);
const scopes = fc.subarray(ALL, { minLength: 1 });

describe('the form of a key', () => {
  it('accepts the names that the service accepts', () => {
    const accepted = (name: string) =>
      readKeyCreation({ name, scopes: ['read'] }, new Date('2026-11-23T00:00:00Z')).ok;
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.constantFrom('x'.repeat(100), 'x'.repeat(101), '🚚'.repeat(100), 'a\nb', ' '),
        ),
        (name) => {
          expect(nameError(name) === undefined).toBe(accepted(name.trim()));
        },
      ),
    );
  });

  it('explains the last admin key exactly where the service rejects its deletion', () => {
    const NOW = Date.parse('2026-11-23T00:00:00Z');
    const stored = fc.uniqueArray(
      fc.record({
        keyId: fc.integer({ min: 0, max: 9 }).map((id) => `key_${id}`),
        scopes,
        expires: fc.boolean(),
      }),
      { selector: ({ keyId }) => keyId, minLength: 1 },
    );
    fc.assert(
      fc.property(stored, (keys) => {
        const register: KeyRegister = [
          { keyId: 'caller', hash: 'caller', scopes: ['admin'], expiresAt: '2027-01-01T00:00:00Z' },
          ...keys.map(
            ({ keyId, scopes: given, expires }): RegisteredKey => ({
              keyId,
              hash: keyId,
              scopes: given,
              ...(expires ? { expiresAt: '2027-01-01T00:00:00Z' } : {}),
            }),
          ),
        ];
        const listed = register.map(({ keyId, scopes: given, expiresAt }) => ({
          id: keyId,
          scopes: given,
          expiresAt: expiresAt ?? null,
        }));
        for (const key of listed.filter(({ expiresAt }) => expiresAt === null)) {
          const result = changeRegister(register, { type: 'remove', keyId: key.id }, 'caller', NOW);
          expect(isLastAdmin(key, listed)).toBe(!result.ok && result.fault === 'last-admin');
        }
      }),
    );
  });

  it('offers a rotation only with all scopes of the key', () => {
    expect(missingScopes({ scopes: ['read', 'write'] }, ['read', 'admin'])).toEqual(['write']);
    expect(missingScopes({ scopes: ['read'] }, ['read', 'write'])).toEqual([]);
  });

  it('ends an expiry at the end of the day, also on days with a clock change', () => {
    const days = fc.date({
      min: new Date('2026-11-24T00:00:00Z'),
      max: new Date('2036-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10);
        const end = new Date(endOfDay(day) ?? '');
        expect([end.getHours(), end.getMinutes(), end.getDate()]).toEqual([23, 59, Number(day.slice(8))]);
        const body = { name: 'x', scopes: ['read'], expiresAt: end.toISOString() };
        expect(readKeyCreation(body, new Date('2026-11-23T00:00:00Z')).ok).toBe(true);
      }),
    );
    expect([endOfDay(''), endOfDay('soon')]).toEqual([undefined, undefined]);
  });
});

const entry = (part: Partial<AuditLogEntry>): AuditLogEntry => ({
  id: 'aud_1',
  at: '2026-11-23T00:00:00.000Z',
  actor: { type: 'operator', keyId: null },
  action: 'webhook.updated',
  target: { type: 'webhook', id: 'wh_1' },
  requestId: null,
  details: {},
  ...part,
});

describe('the audit log', () => {
  const log = [
    entry({ id: 'aud_3', details: { events: ['rfp.created', 'quote.created'], enabled: true } }),
    entry({ id: 'aud_other', target: { type: 'webhook', id: 'wh_2' }, details: { enabled: false } }),
    entry({ id: 'aud_2', details: { enabled: true } }),
    entry({
      id: 'aud_1',
      action: 'webhook.created',
      details: { events: ['rfp.created'], enabled: false, url: 'https://a.example/' },
    }),
  ];
  const shown = (id: string) =>
    detailsOf(log)
      .get(id)
      ?.map(({ label, text, before }) => [label, text, before]);

  it('has the value before a change, of the same resource and only if it differs', () => {
    expect(shown('aud_3')).toEqual([
      ['Events', 'rfp.created, quote.created', 'rfp.created'],
      ['Deliveries', 'on', undefined],
    ]);
    expect(shown('aud_2')).toEqual([['Deliveries', 'on', 'off']]);
    expect(shown('aud_other')).toEqual([['Deliveries', 'off', undefined]]);
    expect(shown('aud_1')?.map(([label]) => label)).toEqual(['URL', 'Events', 'Deliveries']);
  });

  it('names keys that exist, deleted keys and successors', () => {
    const names = keyNamesOf(
      [{ id: 'key_1', name: 'Desk' }],
      [
        entry({ target: { type: 'key', id: 'key_2' }, details: { name: 'Old', newKeyId: 'key_3' } }),
        entry({ target: { type: 'key', id: 'key_1' }, details: { name: 'Earlier name' } }),
      ],
    );
    expect([...names].sort()).toEqual([
      ['key_1', 'Desk'],
      ['key_2', 'Old'],
      ['key_3', 'Old'],
    ]);
    const key = entry({ target: { type: 'key', id: 'key_2' } });
    expect([targetText(key, names), targetText(key, new Map())]).toEqual(['Old', 'key_2']);
  });

  it('shows any event of the description, and actions and fields that it does not know', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string()));
    const fields = fc.oneof(
      fc.string(),
      fc.constantFrom('enabled', 'events', 'scopes', 'expiresAt', 'quoteLimit', 'billing', '__proto__'),
    );
    fc.assert(
      fc.property(fc.array(fc.dictionary(fields, value), { maxLength: 5 }), (events) => {
        const entries = events.map((details, index) => entry({ id: `aud_${index}`, details }));
        const details = detailsOf(entries);
        for (const [index, given] of events.entries()) {
          const names = Object.keys(given).filter((name) => name !== 'name');
          const listed = details.get(`aud_${index}`) ?? [];
          expect(listed.map(({ field }) => field).sort()).toEqual(names.sort());
          for (const { label, text } of listed)
            expect([typeof label, typeof text]).toEqual(['string', 'string']);
        }
      }),
    );
    expect(actionText('market.imported')).toBe('market.imported');
    expect(actionText('constructor')).toBe('constructor');
    expect(actionText('key.created')).toBe('Key created');
  });
});
