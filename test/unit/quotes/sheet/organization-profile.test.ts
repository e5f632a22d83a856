import { describe, expect, it } from '@jest/globals';
import {
  NO_PROFILE,
  type OrganizationProfile,
} from '../../../../shared/quotes/sheet/dynamodb-organization-profile.ts';
import {
  readProfileUseCase,
  replaceProfileUseCase,
} from '../../../../shared/quotes/sheet/organization-profile.ts';
import { sheetSender } from '../../../../shared/quotes/sheet/quote-sheet.ts';
import { readLogo } from '../../../../shared/quotes/sheet/read-logo.ts';
import { jpegFile, LOGOS, pngFile } from './sample-logos.ts';

const CALLER = { orgId: 'org_1', mode: 'live' } as const;
const NOW = new Date('2026-11-30T05:00:00.000Z');

function profiles() {
  let stored: OrganizationProfile = NO_PROFILE;
  const store = {
    read: async () => stored,
    replace: async (_: unknown, profile: OrganizationProfile) => {
      stored = profile;
    },
  };
  return { store, read: readProfileUseCase(store), replace: replaceProfileUseCase(store, () => NOW) };
}

describe('the profile of an organization', () => {
  it('is empty first, and can be sent back as it was read', async () => {
    const { read, replace } = profiles();
    const [logo = ''] = LOGOS['as JPEG'] ?? [];
    expect(await read(CALLER)).toMatchObject({ ok: true, body: { profile: { name: '', logo: null } } });
    const sent = { name: ' Harbor Lines ', address: ['1 Pier Road', ' '], mc_number: '123456', logo };
    const first = await replace(sent, CALLER);
    expect(first).toMatchObject({
      ok: true,
      body: { profile: { name: 'Harbor Lines', address: ['1 Pier Road'], phone: '', mc_number: '123456' } },
    });
    if (!first.ok) throw new Error('rejected');
    expect(await replace(first.body.profile, CALLER)).toEqual(first);
    expect(await read(CALLER)).toEqual(first);
  });

  it.each([
    [{ email: 'x' }, 'email'],
    [{ dot_number: 'US 7' }, 'dot_number'],
    [{ address: ['1', '2', '3', '4', '5', '6'] }, 'address'],
    [{ logo: 'no picture' }, 'logo'],
    [{ logo: 7 }, 'logo'],
    [{ color: 'red' }, 'color'],
    [[], 'body'],
  ])('rejects %j, and names %s', async (body, field) => {
    const { replace, store } = profiles();
    expect(await replace(body, CALLER)).toMatchObject({
      ok: false,
      rejection: { kind: 'invalid', details: { errors: [{ field }] } },
    });
    expect(await store.read()).toBe(NO_PROFILE);
  });

  it('is on sheets, with the name of the organization if it has none', () => {
    const profile = { ...NO_PROFILE, contact: 'Dana Reyes', mcNumber: '1', dotNumber: '2' };
    expect(sheetSender('Org', profile)).toEqual({ name: 'Org', lines: ['Dana Reyes', 'MC 1, USDOT 2'] });
  });
});

describe('a logo', () => {
  const png = (changes: Partial<Parameters<typeof pngFile>[0]>, rows = Buffer.alloc(14)) =>
    pngFile({ width: 2, height: 2, color: 2, ...changes }, rows).toString('base64');
  const [rgb = ''] = LOGOS['of RGB'] ?? [];

  it.each([
    ['no base64', 'hello world', /PNG or JPEG file as base64/],
    ['a text', Buffer.from('hello world').toString('base64'), /PNG or JPEG file as base64/],
    ['an SVG', 'data:image/svg+xml;base64,PHN2Zy8+', /PNG or JPEG file as base64/],
    ['5 MB', 'A'.repeat(7_000_000), /at most 100 kB\. Save it smaller/],
    ['100,001 bytes', Buffer.alloc(100_001).toString('base64'), /at most 100 kB/],
    ['a cut PNG', Buffer.from(rgb, 'base64').subarray(0, -20).toString('base64'), /damaged/],
    ['a PNG with other rows', png({}, Buffer.alloc(15)), /damaged/],
    ['a PNG that unpacks to more', png({}, Buffer.alloc(50_000_000)), /damaged/],
    ['a PNG with an unknown filter', png({}, Buffer.alloc(14, 9)), /damaged/],
    ['a wide PNG', png({ width: 2_001 }), /2001 x 2 pixels/],
    ['a PNG of 2^32 pixels', png({ width: 65_536, height: 65_536 }), /at most 2000 x 1000/],
    ['an interlaced PNG', png({ interlace: 1 }), /interlaced/],
    ['a PNG without its palette', png({ color: 3 }, Buffer.alloc(6)), /damaged/],
    ['a high JPEG', jpegFile(10, 1_001).toString('base64'), /10 x 1001 pixels/],
    ['a JPEG in CMYK', jpegFile(2, 2, 4).toString('base64'), /RGB/],
    ['a cut JPEG', jpegFile(2, 2).subarray(0, -2).toString('base64'), /damaged/],
  ])('of %s is rejected with what to do', (_, text, message) => {
    expect(readLogo(text)).toMatch(message);
  });
});
