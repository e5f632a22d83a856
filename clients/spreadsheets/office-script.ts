/**
 * Office Script for Excel: prices the lanes of the sheet "Lanes".
 * Columns A to D: terminal, city, state, equipment (may be empty), from row 2. Results: E to H.
 * The key and the address are in the sheet "Freight": B1 and B2. Hide the sheet, and share the workbook without it.
 */
async function main(workbook: ExcelScript.Workbook): Promise<void> {
  const settings = workbook.getWorksheet('Freight');
  const sheet = workbook.getWorksheet('Lanes');
  if (!settings || !sheet) throw new Error('Add the sheets "Lanes" and "Freight".');
  const key = String(settings.getRange('B1').getValue()).trim();
  const address = String(settings.getRange('B2').getValue()).trim().replace(/\/+$/, '');
  if (key === '' || !/^https?:/.test(address)) throw new Error('Freight!B1 is the key, B2 the address.');

  const used = sheet.getUsedRange();
  const count = used ? used.getRowIndex() + used.getRowCount() - 1 : 0;
  if (count < 1) return;
  const rows = sheet.getRange(`A2:D${count + 1}`).getValues();
  const results: (string | number)[][] = rows.map(() => ['', '', '', '']);
  const given = rows.map((row, index) => ({ row, index })).filter(({ row }) => String(row[0]).trim() !== '');

  // A call prices at most 10 lanes.
  for (let start = 0; start < given.length; start += 10) {
    const part = given.slice(start, start + 10);
    const lanes = part.map(({ row }) => ({
      originTerminal: String(row[0]).trim(),
      destinationCity: String(row[1]).trim(),
      destinationState: String(row[2]).trim(),
      ...(String(row[3]).trim() === '' ? {} : { equipment: String(row[3]).trim() }),
    }));
    const answers = await price(address, key, lanes);
    part.forEach(({ index }, position) => {
      results[index] = answers[position] ?? ['', '', '', ''];
    });
  }
  sheet.getRange('E1:H1').setValues([['Rate USD', 'Miles', 'Confidence', 'Remark']]);
  sheet.getRange(`E2:H${count + 1}`).setValues(results);
}

/** Rate, miles, confidence and remark of each lane. If one lane is wrong, the service prices none: each says why. */
async function price(address: string, key: string, lanes: object[]): Promise<(string | number)[][]> {
  const response = await fetch(`${address}/api/v1/rates`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(lanes),
  });
  const text = await response.text();
  let answer: {
    data?: {
      analysis: { suggestedRate: number; distance: number; confidenceScore: number; warnings: string[] };
    }[];
    error?: { message: string };
    errors?: { index: number; errors: string[] }[];
  } = {};
  try {
    answer = JSON.parse(text);
  } catch {
    answer = { error: { message: `The address answers ${response.status} without JSON.` } };
  }
  if (response.ok && answer.data) {
    return answer.data.map(({ analysis }) => [
      analysis.suggestedRate,
      analysis.distance,
      analysis.confidenceScore,
      analysis.warnings.join(' '),
    ]);
  }
  const message = answer.error ? answer.error.message : `Status ${response.status}`;
  return lanes.map((_, index) => {
    const own = (answer.errors ?? []).find((one) => one.index === index);
    return ['', '', '', own ? own.errors.join('; ') : `Not priced: ${message}`];
  });
}
