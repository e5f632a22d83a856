/** The body of a valid rate, except for `fields`. */
export const rateBody = (fields: Readonly<Record<string, unknown>> = {}) => ({
  origin: 'USSAV',
  destination: 'Atlanta, GA',
  equipment_type: 'container_40hc',
  rate_type: 'flat',
  amount: 850,
  fuel: 'included',
  effective_from: '2026-12-01',
  ...fields,
});
