import { describe, expect, it } from 'vitest';
import { newOrgId, organizationFault } from '../../../../shared/accounts/organizations/organization.ts';

describe('an organization', () => {
  it('has a random ID', () => {
    const id = newOrgId();
    expect(id).toMatch(/^org_[0-9A-Za-z]{20}$/);
    expect(newOrgId()).not.toBe(id);
  });

  it.each(['A', 'x'.repeat(100), '\u{1f6a2}'.repeat(100)])('can have the name %s', (name) => {
    expect(organizationFault(name, 0)).toBeUndefined();
  });

  it.each(['', '  ', 'x'.repeat(101), '\u{1f6a2}'.repeat(101), 'two\nlines', 'x'.repeat(1_000)])(
    'cannot have the name %j',
    (name) => {
      expect(organizationFault(name, 0)).toBe(
        "An organization's name must have 1 to 100 characters and no control characters.",
      );
    },
  );

  it.each([0, 1, 1_000_000_000])('can have the limit %d', (limit) => {
    expect(organizationFault('Acme', limit, limit)).toBeUndefined();
  });

  it.each([-1, 1.5, 1_000_000_001, Number.NaN])('cannot have the limit %d', (limit) => {
    expect(organizationFault('Acme', limit)).toBe(
      'The usage limit must be a whole number of calls per month, 0 to 1000000000.',
    );
    expect(organizationFault('Acme', 0, limit)).toBe(
      'The quote limit must be a whole number of quotes per month, 0 to 1000000000.',
    );
  });
});
