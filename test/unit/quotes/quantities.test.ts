import { describe, expect, it } from '@jest/globals';
import { quotingUnderTest } from './quoting-under-test.ts';

const chargesOf = async (special_requirements: readonly unknown[], equipment_type = 'container_40') => {
  const { quote } = await quotingUnderTest().quote({ special_requirements, equipment_type, origin: 'LBCT' });
  const charges = quote.pricing.accessorials ?? [];
  const find = (name: string) => charges.find((charge) => charge.name === name);
  return { quote, find };
};

describe('the quantity of an accessorial', () => {
  it('replaces the usual one, and is multiplied with the rate', async () => {
    const { quote, find } = await chargesOf([{ name: 'Storage', quantity: 5 }, 'prepull']);
    const storage = find('storage');
    expect(storage).toMatchObject({ quantity: 5, amount: 5 * (storage?.rate ?? 0) });
    expect(find('prepull')).toMatchObject({ quantity: 1 });
    expect(quote.special_requirements).toEqual(['storage', 'prepull']);
    expect(quote.quantities).toEqual({ storage: 5 });
  });

  it('is the usual one for a name alone', async () => {
    expect((await chargesOf(['chassis'])).find('chassis')).toMatchObject({ quantity: 3 });
    expect((await chargesOf([{ name: 'chassis', quantity: 7 }])).find('chassis')).toMatchObject({
      quantity: 7,
    });
  });

  it('of a percentage is ignored with a warning', async () => {
    const { quote } = await chargesOf([{ name: 'guaranteed', quantity: 4 }]);
    expect(quote.warnings).toContain(
      'The quantity of Guaranteed service was ignored: its charge has no units.',
    );
  });

  it.each([
    [[{ name: 'storage', quantity: 0 }], 'special_requirements[0].quantity', /above 0/],
    [[{ name: 'storage', quantity: 1e9 }], 'special_requirements[0].quantity', /at most 999/],
    [[{ name: 'storage' }], 'special_requirements[0].quantity', /must be a number/],
    [[{ name: 'storage', quantity: 1, unit: 'day' }], 'special_requirements[0].unit', /is not a field/],
    [[{ quantity: 1 }], 'special_requirements[0]', /a name, or an object/],
    [[7], 'special_requirements[0]', /a name, or an object/],
    [
      [
        { name: 'storage', quantity: 1 },
        { name: 'STORAGE', quantity: 2 },
      ],
      'special_requirements[1]',
      /a second quantity/,
    ],
    [[{ name: 'teleport', quantity: 1 }], 'special_requirements', /must not have "teleport"/],
  ])('%j is rejected in %s', async (special_requirements, field, message) => {
    const changes = { special_requirements, equipment_type: 'container_40' };
    expect(await quotingUnderTest().rejection(changes)).toMatchObject({
      details: { errors: [{ field, message: expect.stringMatching(message) }] },
    });
  });
});
