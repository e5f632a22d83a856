export function downloadFile(name: string, parts: readonly string[], type: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Saves a text as a file of a spreadsheet. The mark at the start lets spreadsheets read it as UTF-8. */
export const downloadCsv = (name: string, text: string): void =>
  downloadFile(name, ['\ufeff', text], 'text/csv;charset=utf-8');
