/** A name without case, accents and spaces at the ends. */
export const plain = (name: string): string =>
  name.trim().normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
