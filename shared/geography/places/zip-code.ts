const ZIP = /^(\d{5})(?:-?\d{4})?$/;

/**
 * Reads a ZIP code.
 * @param text "90731", "90731-1234" or "907311234"; blanks around it are ignored.
 * @returns the five digits, or undefined when the text is not a ZIP code.
 */
export function fiveDigitZip(text: string): string | undefined {
  return ZIP.exec(text.trim())?.[1];
}

/**
 * Military mail: APO, FPO and DPO ZIPs carry a state code of their own by prefix (USPS Publication 28, appendix on
 * military addresses): 090-098 AE, 340 AA, 962-966 AP.
 * @param zip five digits.
 * @returns AA, AE or AP, or undefined for a ZIP of ordinary mail.
 */
export function militaryState(zip: string): 'AA' | 'AE' | 'AP' | undefined {
  if (/^09[0-8]/.test(zip)) return 'AE';
  if (zip.startsWith('340')) return 'AA';
  return /^96[2-6]/.test(zip) ? 'AP' : undefined;
}
