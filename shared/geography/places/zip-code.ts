const ZIP = /^(\d{5})(?:-?\d{4})?$/;

/**
 * Reads a ZIP code.
 * @param text "90731", "90731-1234" or "907311234"; spaces at the ends are ignored.
 * @returns the five digits, or undefined if the text is not a ZIP code.
 */
export function fiveDigitZip(text: string): string | undefined {
  return ZIP.exec(text.trim())?.[1];
}

/**
 * State code of a military ZIP code (APO, FPO, DPO) by its prefix: 090-098 AE, 340 AA, 962-966 AP. Source: USPS
 * Publication 28, appendix on military addresses.
 * @param zip five digits.
 * @returns undefined for a civilian ZIP code.
 */
export function militaryState(zip: string): 'AA' | 'AE' | 'AP' | undefined {
  if (/^09[0-8]/.test(zip)) return 'AE';
  if (zip.startsWith('340')) return 'AA';
  return /^96[2-6]/.test(zip) ? 'AP' : undefined;
}
