/**
 * Apps Script for Google Sheets: prices the lanes of the sheet "Lanes".
 * Columns A to D: terminal, city, state, equipment (may be empty), from row 2. Results: E to H.
 * The key stays in the properties of the user: other editors of the sheet do not see it.
 */
function onOpen() {
  SpreadsheetApp.getUi()
    .createMenu('Freight')
    .addItem('Price lanes', 'priceLanes')
    .addItem('Set key and address', 'setKey')
    .addToUi();
}

function setKey() {
  const ui = SpreadsheetApp.getUi();
  const key = ui.prompt('API key').getResponseText().trim();
  const address = ui.prompt('Address of the service (https://...)').getResponseText().trim();
  PropertiesService.getUserProperties().setProperties({ key, address: address.replace(/\/+$/, '') });
}

function priceLanes() {
  const { key, address } = PropertiesService.getUserProperties().getProperties();
  if (!key || !address) throw new Error('Choose Freight > Set key and address.');
  const sheet = SpreadsheetApp.getActive().getSheetByName('Lanes');
  if (!sheet) throw new Error('Add the sheet "Lanes".');
  const count = sheet.getLastRow() - 1;
  if (count < 1) return;
  const rows = sheet.getRange(2, 1, count, 4).getValues();
  const results = rows.map(() => ['', '', '', '']);
  const given = rows
    .map((row, index) => ({ row: row.map((cell) => String(cell).trim()), index }))
    .filter(({ row }) => row[0] !== '');

  // A call prices at most 10 lanes.
  for (let start = 0; start < given.length; start += 10) {
    const part = given.slice(start, start + 10);
    const lanes = part.map(({ row: [originTerminal, destinationCity, destinationState, equipment] }) => ({
      originTerminal,
      destinationCity,
      destinationState,
      ...(equipment === '' ? {} : { equipment }),
    }));
    const answers = priceOnce(address, key, lanes);
    part.forEach(({ index }, position) => {
      results[index] = answers[position];
    });
  }
  sheet.getRange(1, 5, 1, 4).setValues([['Rate USD', 'Miles', 'Confidence', 'Remark']]);
  sheet.getRange(2, 5, count, 4).setValues(results);
}

/** Rate, miles, confidence and remark of each lane. If one lane is wrong, the service prices none: each says why. */
function priceOnce(address, key, lanes) {
  const response = UrlFetchApp.fetch(`${address}/api/v1/rates`, {
    method: 'post',
    contentType: 'application/json',
    headers: { 'x-api-key': key },
    payload: JSON.stringify(lanes),
    muteHttpExceptions: true,
  });
  const status = response.getResponseCode();
  let answer;
  try {
    answer = JSON.parse(response.getContentText());
  } catch {
    answer = { error: { message: `The address answers ${status} without JSON.` } };
  }
  if (status === 200) {
    return answer.data.map(({ analysis }) => [
      analysis.suggestedRate,
      analysis.distance,
      analysis.confidenceScore,
      analysis.warnings.join(' '),
    ]);
  }
  const message = answer.error ? answer.error.message : `Status ${status}`;
  return lanes.map((_, index) => {
    const own = (answer.errors || []).find((one) => one.index === index);
    return ['', '', '', own ? own.errors.join('; ') : `Not priced: ${message}`];
  });
}
