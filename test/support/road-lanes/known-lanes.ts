import type { LocatedInState } from '../../../shared/geography/places/place.ts';

/** Gates of ports and of one ramp, accurate to about a mile. */
export const GATES: Readonly<Record<string, LocatedInState>> = {
  'Los Angeles gate': { latitude: 33.737, longitude: -118.254, state: 'CA' },
  'Savannah gate': { latitude: 32.128, longitude: -81.151, state: 'GA' },
  'Newark gate': { latitude: 40.69, longitude: -74.15, state: 'NJ' },
  'Houston gate': { latitude: 29.683, longitude: -94.997, state: 'TX' },
  'Oakland gate': { latitude: 37.8, longitude: -122.32, state: 'CA' },
  'Norfolk gate': { latitude: 36.92, longitude: -76.33, state: 'VA' },
  'Charleston gate': { latitude: 32.83, longitude: -79.89, state: 'SC' },
  'Seattle gate': { latitude: 47.58, longitude: -122.35, state: 'WA' },
  'Tacoma gate': { latitude: 47.27, longitude: -122.41, state: 'WA' },
  'Chicago gate': { latitude: 41.85, longitude: -87.68, state: 'IL' },
  'Wando Welch gate': { latitude: 32.833, longitude: -79.891, state: 'SC' },
  'Palm Beach gate': { latitude: 26.783, longitude: -80.064, state: 'FL' },
  'Elwood gate': { latitude: 41.404, longitude: -88.118, state: 'IL' },
};

/**
 * Lanes that an audit found more than 10% wrong or over the wrong road. Miles by mile posts: I-526 exit 28 to 17 and I-26
 * exit 212 to 199; I-95 exit 76 to 2; IL-1, IN-10 and I-65 exit 230 to 110. General knowledge.
 */
export const LANES_OFF_BEFORE = `
Wando Welch gate -> Summerville, SC: 30
Palm Beach gate -> Miami, FL: 75
Elwood gate -> Indianapolis, IN: 190
`;

/**
 * Approximate road miles, as published or commonly quoted; the first ten lanes start at gates. The constants of the method
 * were fitted to these lanes, and highways were checked where a lane differed much.
 */
export const FITTED_LANES = `
Los Angeles gate -> Ontario, CA: 60
Los Angeles gate -> Phoenix, AZ: 390
Savannah gate -> Atlanta, GA: 248
Newark gate -> Columbus, OH: 535
Houston gate -> Dallas, TX: 266
Oakland gate -> Reno, NV: 220
Norfolk gate -> Charlotte, NC: 330
Charleston gate -> Greenville, SC: 215
Seattle gate -> Spokane, WA: 281
Chicago gate -> Indianapolis, IN: 184
Los Angeles gate -> Riverside, CA: 63
Los Angeles gate -> Fontana, CA: 68
Los Angeles gate -> San Bernardino, CA: 76
Los Angeles gate -> Moreno Valley, CA: 77
Los Angeles gate -> Las Vegas, NV: 290
Los Angeles gate -> Bakersfield, CA: 135
Los Angeles gate -> Fresno, CA: 243
Los Angeles gate -> San Diego, CA: 112
Los Angeles gate -> Tucson, AZ: 505
Los Angeles gate -> Salt Lake City, UT: 710
Los Angeles gate -> El Paso, TX: 822
Los Angeles gate -> Dallas, TX: 1455
Oakland gate -> Sacramento, CA: 82
Oakland gate -> Stockton, CA: 75
Oakland gate -> Fresno, CA: 177
Oakland gate -> Salt Lake City, UT: 732
Seattle gate -> Portland, OR: 174
Seattle gate -> Yakima, WA: 143
Seattle gate -> Boise, ID: 503
Tacoma gate -> Portland, OR: 143
Tacoma gate -> Wenatchee, WA: 155
Chicago gate -> Detroit, MI: 282
Chicago gate -> Milwaukee, WI: 94
Chicago gate -> St. Louis, MO: 295
Chicago gate -> Minneapolis, MN: 408
Chicago gate -> Des Moines, IA: 330
Chicago gate -> Kansas City, MO: 525
Chicago gate -> Memphis, TN: 530
Chicago gate -> Cincinnati, OH: 298
Chicago gate -> Grand Rapids, MI: 179
Chicago gate -> Madison, WI: 147
Chicago gate -> Louisville, KY: 298
Chicago gate -> Omaha, NE: 468
Chicago gate -> Nashville, TN: 472
Chicago gate -> Green Bay, WI: 208
Chicago gate -> Columbus, OH: 356
Chicago gate -> Cleveland, OH: 345
Savannah gate -> Jacksonville, FL: 145
Savannah gate -> Macon, GA: 165
Savannah gate -> Charlotte, NC: 250
Savannah gate -> Orlando, FL: 285
Savannah gate -> Nashville, TN: 495
Newark gate -> Philadelphia, PA: 84
Newark gate -> Boston, MA: 226
Newark gate -> Albany, NY: 150
Newark gate -> Pittsburgh, PA: 360
Newark gate -> Syracuse, NY: 245
Newark gate -> Harrisburg, PA: 160
Newark gate -> Allentown, PA: 82
Newark gate -> Baltimore, MD: 180
Newark gate -> Cleveland, OH: 455
Newark gate -> Scranton, PA: 118
Houston gate -> San Antonio, TX: 222
Houston gate -> Austin, TX: 190
Houston gate -> New Orleans, LA: 332
Houston gate -> Beaumont, TX: 75
Houston gate -> Oklahoma City, OK: 470
Norfolk gate -> Richmond, VA: 95
Norfolk gate -> Raleigh, NC: 190
Norfolk gate -> Greensboro, NC: 240
Norfolk gate -> Washington, DC: 195
Norfolk gate -> Salisbury, MD: 135
Charleston gate -> Columbia, SC: 118
Charleston gate -> Atlanta, GA: 310
Charleston gate -> Charlotte, NC: 210
Jacksonville, FL -> Orlando, FL: 141
Jacksonville, FL -> Atlanta, GA: 346
Jacksonville, FL -> Tallahassee, FL: 165
Jacksonville, FL -> Miami, FL: 347
Miami, FL -> Tampa, FL: 281
Miami, FL -> Orlando, FL: 235
Baltimore, MD -> Pittsburgh, PA: 248
Mobile, AL -> Birmingham, AL: 259
Mobile, AL -> Atlanta, GA: 328
Mobile, AL -> Jackson, MS: 188
New Orleans, LA -> Memphis, TN: 395
New Orleans, LA -> Baton Rouge, LA: 81
New Orleans, LA -> Birmingham, AL: 343
Detroit, MI -> Cleveland, OH: 170
Detroit, MI -> Pittsburgh, PA: 287
Detroit, MI -> Toledo, OH: 59
Detroit, MI -> Grand Rapids, MI: 158
Detroit, MI -> Columbus, OH: 205
Kansas City, MO -> St. Louis, MO: 248
Kansas City, MO -> Omaha, NE: 185
Kansas City, MO -> Denver, CO: 603
Kansas City, MO -> Wichita, KS: 198
Kansas City, MO -> Tulsa, OK: 262
Kansas City, MO -> Dallas, TX: 505
Dallas, TX -> Oklahoma City, OK: 206
Dallas, TX -> Little Rock, AR: 318
Dallas, TX -> Memphis, TN: 452
Dallas, TX -> El Paso, TX: 635
Dallas, TX -> Shreveport, LA: 188
Dallas, TX -> Amarillo, TX: 363
Denver, CO -> Cheyenne, WY: 101
Denver, CO -> Salt Lake City, UT: 520
Denver, CO -> Albuquerque, NM: 447
Denver, CO -> Grand Junction, CO: 243
Denver, CO -> Omaha, NE: 538
Memphis, TN -> Nashville, TN: 212
Memphis, TN -> Little Rock, AR: 137
Memphis, TN -> St. Louis, MO: 284
Atlanta, GA -> Knoxville, TN: 214
Atlanta, GA -> Nashville, TN: 249
Atlanta, GA -> Birmingham, AL: 147
Atlanta, GA -> Charlotte, NC: 244
Minneapolis, MN -> Fargo, ND: 235
Minneapolis, MN -> Duluth, MN: 155
Minneapolis, MN -> Sioux Falls, SD: 237
Columbus, OH -> Pittsburgh, PA: 185
Columbus, OH -> Indianapolis, IN: 175
Columbus, OH -> Cincinnati, OH: 107
Salt Lake City, UT -> Boise, ID: 340
Salt Lake City, UT -> Las Vegas, NV: 421
Boston, MA -> Portland, ME: 107
Boston, MA -> Albany, NY: 169
Boston, MA -> Burlington, VT: 217
Philadelphia, PA -> Pittsburgh, PA: 305
Buffalo, NY -> New York, NY: 375
Charlotte, NC -> Nashville, TN: 409
Richmond, VA -> Raleigh, NC: 157
Billings, MT -> Denver, CO: 554
Spokane, WA -> Missoula, MT: 198
Norfolk gate -> Williamsburg, VA: 47
${LANES_OFF_BEFORE.trim()}
`;

/** The same kind of data, collected after the method was fixed. Nothing was fitted to these lanes. */
export const HELD_OUT_LANES = `
Oakland gate -> Redding, CA: 213
Oakland gate -> Los Angeles, CA: 372
Oakland gate -> Portland, OR: 628
Los Angeles, CA -> San Francisco, CA: 382
Los Angeles, CA -> Albuquerque, NM: 788
Phoenix, AZ -> Tucson, AZ: 113
Phoenix, AZ -> Las Vegas, NV: 299
Phoenix, AZ -> Flagstaff, AZ: 144
Portland, OR -> Boise, ID: 430
Portland, OR -> Spokane, WA: 352
Portland, OR -> Eugene, OR: 110
Seattle, WA -> Missoula, MT: 478
Tacoma gate -> Spokane, WA: 293
Salt Lake City, UT -> Reno, NV: 518
Salt Lake City, UT -> Cheyenne, WY: 440
Denver, CO -> Colorado Springs, CO: 71
Albuquerque, NM -> El Paso, TX: 267
Albuquerque, NM -> Amarillo, TX: 289
El Paso, TX -> San Antonio, TX: 551
San Antonio, TX -> Laredo, TX: 157
San Antonio, TX -> Austin, TX: 80
Houston, TX -> San Antonio, TX: 197
Houston, TX -> Corpus Christi, TX: 209
Laredo, TX -> Dallas, TX: 428
Oklahoma City, OK -> Tulsa, OK: 106
Oklahoma City, OK -> Amarillo, TX: 260
Oklahoma City, OK -> Wichita, KS: 161
Tulsa, OK -> St. Louis, MO: 395
St. Louis, MO -> Indianapolis, IN: 243
St. Louis, MO -> Nashville, TN: 308
St. Louis, MO -> Louisville, KY: 260
Kansas City, MO -> Des Moines, IA: 194
Kansas City, MO -> Minneapolis, MN: 438
Minneapolis, MN -> Milwaukee, WI: 337
Minneapolis, MN -> Madison, WI: 270
Omaha, NE -> Des Moines, IA: 135
Omaha, NE -> Sioux Falls, SD: 181
Milwaukee, WI -> Green Bay, WI: 117
Chicago gate -> Peoria, IL: 165
Chicago gate -> Fort Wayne, IN: 160
Chicago gate -> South Bend, IN: 95
Chicago gate -> Toledo, OH: 244
Indianapolis, IN -> Louisville, KY: 114
Indianapolis, IN -> Cincinnati, OH: 112
Indianapolis, IN -> Fort Wayne, IN: 126
Detroit, MI -> Lansing, MI: 90
Detroit, MI -> Cincinnati, OH: 262
Cleveland, OH -> Pittsburgh, PA: 133
Cleveland, OH -> Buffalo, NY: 190
Cleveland, OH -> Cincinnati, OH: 249
Pittsburgh, PA -> Harrisburg, PA: 203
Pittsburgh, PA -> Buffalo, NY: 217
Buffalo, NY -> Syracuse, NY: 150
Albany, NY -> Syracuse, NY: 145
Boston, MA -> Hartford, CT: 101
Boston, MA -> Bangor, ME: 236
Newark gate -> Washington, DC: 218
Newark gate -> Hartford, CT: 126
Newark gate -> Binghamton, NY: 180
Philadelphia, PA -> Harrisburg, PA: 107
Philadelphia, PA -> Washington, DC: 140
Baltimore, MD -> Harrisburg, PA: 80
Washington, DC -> Richmond, VA: 108
Richmond, VA -> Roanoke, VA: 189
Richmond, VA -> Charlotte, NC: 293
Raleigh, NC -> Charlotte, NC: 167
Raleigh, NC -> Wilmington, NC: 132
Charlotte, NC -> Columbia, SC: 92
Charleston gate -> Savannah, GA: 108
Savannah gate -> Columbia, SC: 158
Savannah gate -> Birmingham, AL: 393
Savannah gate -> Tampa, FL: 335
Atlanta, GA -> Montgomery, AL: 160
Atlanta, GA -> Chattanooga, TN: 118
Atlanta, GA -> Greenville, SC: 145
Nashville, TN -> Knoxville, TN: 180
Nashville, TN -> Louisville, KY: 175
Nashville, TN -> Birmingham, AL: 192
Birmingham, AL -> Jackson, MS: 240
New Orleans, LA -> Mobile, AL: 144
New Orleans, LA -> Jackson, MS: 187
New Orleans, LA -> Lafayette, LA: 135
Tampa, FL -> Orlando, FL: 84
Tampa, FL -> Jacksonville, FL: 199
Cincinnati, OH -> Louisville, KY: 100
Lexington, KY -> Knoxville, TN: 172
Memphis, TN -> Jackson, MS: 210
Billings, MT -> Bozeman, MT: 142
Rapid City, SD -> Sioux Falls, SD: 347
Los Angeles gate -> Victorville, CA: 102
Houston gate -> Katy, TX: 57
Seattle gate -> Bellingham, WA: 89
Houston, TX -> College Station, TX: 96
Los Angeles, CA -> San Diego, CA: 120
Los Angeles, CA -> Santa Barbara, CA: 95
Jacksonville, FL -> Savannah, GA: 140
Tucson, AZ -> El Paso, TX: 317
Columbus, OH -> Cleveland, OH: 143
Little Rock, AR -> Texarkana, AR: 145
Boise, ID -> Twin Falls, ID: 128
Wichita, KS -> Topeka, KS: 138
`;
