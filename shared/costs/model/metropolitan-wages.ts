/**
 * Mean hourly wage of heavy and tractor-trailer truck drivers (SOC 53-3032), USD, by metropolitan area, with the points of
 * its principal cities. Source of names and wages: U.S. Bureau of Labor Statistics, Occupational Employment and Wage
 * Statistics, May 2025, released 2026-05-15 (public domain). The points are those of the places file (GeoNames, CC BY 4.0).
 */
export const METROPOLITAN_WAGES = `
Abilene, TX 27.21 32.47 -99.72
Aguadilla, PR 12.86 18.43 -67.15
Akron, OH 28.91 41.09 -81.54
Albany, GA 25.87 31.57 -84.16
Albany, OR 29.82 44.65 -123.13
Albany-Schenectady-Troy, NY 30.14 42.64 -73.76 42.82 -73.94 42.73 -73.67
Albuquerque, NM 26.55 35.08 -106.65
Alexandria, LA 23.20 31.29 -92.46
Allentown-Bethlehem-Easton, PA-NJ 29.59 40.60 -75.47 40.60 -75.38 40.74 -75.22
Altoona, PA 26.04 40.52 -78.41
Amarillo, TX 27.72 35.20 -101.84
Ames, IA 26.81 42.04 -93.60
Amherst Town-Northampton, MA 28.96 42.37 -72.46 42.32 -72.63
Anchorage, AK 32.48 61.21 -149.88
Ann Arbor, MI 28.01 42.28 -83.78
Anniston-Oxford, AL 26.38 33.65 -85.84 33.58 -85.83
Appleton, WI 28.00 44.28 -88.40
Arecibo, PR 12.67 18.47 -66.72
Asheville, NC 26.53 35.60 -82.56
Athens-Clarke County, GA 28.33 33.98 -83.36
Atlanta-Sandy Springs-Roswell, GA 28.56 33.75 -84.39 33.92 -84.38 34.04 -84.39
Atlantic City-Hammonton, NJ 28.46 39.37 -74.43 39.64 -74.77
Auburn-Opelika, AL 26.22 32.55 -85.47 32.58 -85.35
Augusta-Richmond County, GA-SC 25.66 33.46 -81.97
Austin-Round Rock-San Marcos, TX 28.11 30.27 -97.74 30.51 -97.67 29.88 -97.94
Bakersfield-Delano, CA 27.18 35.39 -119.02 35.77 -119.25
Baltimore-Columbia-Towson, MD 29.22 39.29 -76.63 39.21 -76.88 39.41 -76.60
Bangor, ME 26.15 44.82 -68.79
Barnstable Town, MA 30.36 41.70 -70.30
Baton Rouge, LA 26.50 30.45 -91.19
Battle Creek, MI 26.59 42.30 -85.13
Bay City, MI 27.67 43.58 -83.88
Beaumont-Port Arthur, TX 27.19 30.07 -94.10 29.87 -93.96
Beckley, WV 25.17 37.79 -81.21
Bellingham, WA 31.02 48.75 -122.49
Bend, OR 30.31 44.09 -121.29
Billings, MT 29.83 45.77 -108.50
Binghamton, NY 29.00 42.11 -75.89
Birmingham, AL 27.21 33.52 -86.81
Bismarck, ND 32.32 46.84 -100.78
Blacksburg-Christiansburg-Radford, VA 27.46 37.26 -80.43 37.15 -80.42 37.12 -80.56
Bloomington, IL 27.60 40.48 -88.99
Bloomington, IN 28.96 39.14 -86.51
Boise City, ID 29.83 43.63 -116.21
Boston-Cambridge-Newton, MA-NH 30.97 42.36 -71.07 42.38 -71.13 42.35 -71.19
Boulder, CO 30.69 40.02 -105.29
Bowling Green, KY 26.98 37.02 -86.45
Bozeman, MT 30.66 45.67 -111.04
Bremerton-Silverdale-Port Orchard, WA 31.79 47.56 -122.65 47.66 -122.70 47.54 -122.59
Bridgeport-Stamford-Danbury, CT 30.50 41.18 -73.19 41.05 -73.54 41.39 -73.45
Brownsville-Harlingen, TX 24.99 25.93 -97.52 26.20 -97.69
Brunswick-St. Simons, GA 25.83 31.18 -81.49
Buffalo-Cheektowaga, NY 29.80 42.90 -78.88 42.90 -78.75
Burlington, NC 29.46 36.05 -79.48
Burlington-South Burlington, VT 30.13 44.48 -73.22 44.45 -73.18
Canton-Massillon, OH 26.94 40.78 -81.37 40.81 -81.50
Cape Coral-Fort Myers, FL 24.99 26.61 -81.95 26.62 -81.87
Cape Girardeau, MO-IL 26.51 37.32 -89.55
Carson City, NV 30.70 39.15 -119.75
Casper, WY 29.81 42.85 -106.32
Cedar Rapids, IA 29.39 41.97 -91.66
Chambersburg, PA 27.48 39.93 -77.66
Champaign-Urbana, IL 27.69 40.11 -88.24 40.11 -88.20
Charleston, WV 25.94 38.35 -81.63
Charleston-North Charleston, SC 27.86 32.78 -79.94 32.85 -79.99
Charlotte-Concord-Gastonia, NC-SC 27.89 35.23 -80.84 35.37 -80.53 35.24 -81.22
Charlottesville, VA 26.00 38.03 -78.48
Chattanooga, TN-GA 27.28 35.05 -85.32
Cheyenne, WY 32.81 41.14 -104.80
Chicago-Naperville-Elgin, IL-IN 31.33 41.89 -87.62 41.77 -88.14 42.04 -88.26
Chico, CA 27.46 39.75 -121.84
Cincinnati, OH-KY-IN 30.37 39.11 -84.50
Clarksville, TN-KY 27.31 36.52 -87.35
Cleveland, OH 28.41 41.47 -81.74
Cleveland, TN 26.18 35.13 -84.88
Coeur d'Alene, ID 28.97 47.69 -116.78
College Station-Bryan, TX 25.06 30.60 -96.31 30.63 -96.37
Colorado Springs, CO 28.90 38.84 -104.81
Columbia, MO 27.02 38.94 -92.30
Columbia, SC 27.04 34.00 -81.03
Columbus, GA-AL 24.90 32.47 -84.98
Columbus, IN 27.57 39.21 -85.93
Columbus, OH 31.13 40.00 -83.00
Corpus Christi, TX 25.32 27.79 -97.40
Corvallis, OR 28.92 44.59 -123.27
Crestview-Fort Walton Beach-Destin, FL 23.57 30.76 -86.59 30.45 -86.63 30.39 -86.47
Dallas-Fort Worth-Arlington, TX 30.16 32.79 -96.80 32.73 -97.32 32.78 -97.08
Dalton, GA 26.35 34.76 -84.99
Daphne-Fairhope-Foley, AL 24.89 30.62 -87.89 30.50 -87.88 30.40 -87.69
Davenport-Moline-Rock Island, IA-IL 28.33 41.52 -90.57 41.49 -90.50 41.49 -90.56
Dayton-Kettering-Beavercreek, OH 28.59 39.76 -84.19 39.69 -84.17 39.71 -84.06
Decatur, AL 29.10 34.59 -86.99
Decatur, IL 30.07 39.84 -88.95
Deltona-Daytona Beach-Ormond Beach, FL 24.87 28.90 -81.25 29.20 -81.04 29.28 -81.09
Denver-Aurora-Centennial, CO 31.79 39.75 -104.99 39.74 -104.86 39.58 -104.88
Des Moines-West Des Moines, IA 30.52 41.59 -93.62 41.58 -93.74
Detroit-Warren-Dearborn, MI 27.92 42.35 -83.06 42.52 -82.98 42.33 -83.18
Dothan, AL 28.80 31.27 -85.40
Dover, DE 25.92 39.16 -75.50
Dubuque, IA 28.21 42.52 -90.68
Duluth, MN-WI 30.46 46.77 -92.09
Durham-Chapel Hill, NC 27.02 36.00 -78.90 35.92 -79.04
Eagle Pass, TX 27.41 28.70 -100.48
Eau Claire, WI 27.34 44.78 -91.49
El Centro, CA 27.12 32.79 -115.57
Elizabethtown, KY 25.48 37.68 -85.88
Elkhart-Goshen, IN 27.85 41.71 -85.97 41.58 -85.86
Elmira, NY 28.04 42.10 -76.81
El Paso, TX 26.25 31.76 -106.48
Enid, OK 25.39 36.40 -97.86
Erie, PA 26.60 42.13 -80.09
Eugene-Springfield, OR 28.56 44.07 -123.08 44.06 -123.02
Evansville, IN 27.78 37.97 -87.57
Fairbanks-College, AK 34.78 64.85 -147.85 64.86 -147.80
Fargo, ND-MN 28.74 46.86 -96.81
Farmington, NM 25.18 36.74 -108.18
Fayetteville, NC 25.02 35.07 -78.88
Fayetteville-Springdale-Rogers, AR 30.36 36.05 -94.15 36.18 -94.18 36.34 -94.11
Flagstaff, AZ 28.18 35.19 -111.66
Flint, MI 24.97 43.02 -83.69
Florence, SC 27.38 34.18 -79.77
Florence-Muscle Shoals, AL 24.41 34.83 -87.66 34.76 -87.63
Fond du Lac, WI 28.42 43.77 -88.44
Fort Collins-Loveland, CO 29.13 40.58 -105.10 40.38 -105.09
Fort Smith, AR-OK 24.90 35.37 -94.41
Fort Wayne, IN 28.31 41.10 -85.12
Fresno, CA 26.92 36.75 -119.79
Gadsden, AL 26.49 34.02 -86.05
Gainesville, FL 24.93 29.65 -82.33
Gainesville, GA 29.17 34.31 -83.83
Gettysburg, PA 26.56 39.83 -77.22
Glens Falls, NY 28.56 43.31 -73.64
Goldsboro, NC 23.96 35.34 -77.96
Grand Forks, ND-MN 29.88 47.90 -97.04
Grand Island, NE 30.69 40.92 -98.34
Grand Junction, CO 28.75 39.08 -108.55
Grand Rapids-Wyoming-Kentwood, MI 27.40 42.98 -85.63 42.90 -85.72 42.87 -85.64
Grants Pass, OR 28.34 42.46 -123.35
Great Falls, MT 26.71 47.51 -111.27
Greeley, CO 29.42 40.38 -104.68
Green Bay, WI 28.43 44.48 -88.02
Greensboro-High Point, NC 28.83 36.07 -79.77 35.95 -79.99
Greenville, NC 25.14 35.62 -77.40
Greenville-Anderson-Greer, SC 27.03 34.85 -82.41 34.53 -82.63 34.95 -82.22
Guayama, PR 12.54 18.01 -66.13
Gulfport-Biloxi, MS 23.57 30.38 -89.10 30.40 -88.90
Hagerstown-Martinsburg, MD-WV 27.48 39.63 -77.74 39.46 -77.97
Hammond, LA 24.09 30.52 -90.49
Hanford-Corcoran, CA 25.82 36.33 -119.65 36.09 -119.56
Harrisburg-Carlisle, PA 30.75 40.26 -76.88 40.24 -77.20
Harrisonburg, VA 27.65 38.45 -78.87
Hartford-West Hartford-East Hartford, CT 29.46 41.78 -72.68 41.76 -72.75 41.78 -72.62
Hattiesburg, MS 24.43 31.31 -89.31
Helena, MT 27.42 46.61 -112.02
Hickory-Lenoir-Morganton, NC 28.65 35.76 -81.33 35.91 -81.54 35.73 -81.70
Hilton Head Island-Bluffton-Port Royal, SC 26.21 32.21 -80.75 32.25 -80.87 32.39 -80.68
Hinesville, GA 25.40 31.85 -81.61
Homosassa Springs, FL 22.05 28.80 -82.57
Hot Springs, AR 22.05 34.50 -93.06
Houma-Bayou Cane-Thibodaux, LA 24.75 29.59 -90.75 29.62 -90.75 29.80 -90.81
Houston-Pasadena-The Woodlands, TX 27.96 29.76 -95.36 29.68 -95.20 30.16 -95.49
Huntington-Ashland, WV-KY-OH 25.76 38.41 -82.44 38.47 -82.65
Huntsville, AL 27.98 34.73 -86.57
Idaho Falls, ID 29.22 43.49 -112.06
Indianapolis-Carmel-Greenwood, IN 30.36 39.79 -86.16 39.97 -86.12 39.62 -86.15
Iowa City, IA 37.47 41.64 -91.50
Ithaca, NY 28.23 42.46 -76.51
Jackson, MI 26.06 42.25 -84.39
Jackson, MS 28.86 32.29 -90.19
Jackson, TN 26.89 35.61 -88.81
Jacksonville, FL 27.44 30.33 -81.65
Jacksonville, NC 21.98 34.74 -77.46
Janesville-Beloit, WI 28.89 42.67 -89.00 42.56 -89.09
Jefferson City, MO 25.93 38.55 -92.15
Johnson City, TN 24.37 36.33 -82.34
Johnstown, PA 24.50 40.33 -78.91
Jonesboro, AR 24.26 35.83 -90.70
Joplin, MO-KS 25.76 37.10 -94.51
Kahului-Wailuku, HI 31.36 20.88 -156.48 20.90 -156.50
Kalamazoo-Portage, MI 26.47 42.27 -85.55 42.19 -85.56
Kankakee, IL 24.44 41.12 -87.87
Kansas City, MO-KS 29.74 39.10 -94.60
Kennewick-Richland, WA 31.87 46.21 -119.17 46.25 -119.29
Kenosha, WI 29.07 42.61 -87.83
Killeen-Temple, TX 29.28 31.12 -97.73 31.09 -97.33
Kingsport-Bristol, TN-VA 25.76 36.52 -82.52 36.57 -82.18
Kingston, NY 29.64 41.97 -74.07
Kiryas Joel-Poughkeepsie-Newburgh, NY 31.20 41.34 -74.17 41.70 -73.91 41.54 -74.05
Knoxville, TN 28.95 35.96 -83.92
Kokomo, IN 28.37 40.50 -86.15
La Crosse-Onalaska, WI-MN 30.45 43.80 -91.22 43.90 -91.23
Lafayette, LA 26.54 30.24 -92.01
Lafayette-West Lafayette, IN 27.86 40.42 -86.89 40.44 -86.92
Lake Charles, LA 25.00 30.23 -93.19
Lake Havasu City-Kingman, AZ 26.03 34.48 -114.35 35.19 -114.05
Lakeland-Winter Haven, FL 27.90 28.04 -81.94 28.05 -81.73
Lancaster, PA 28.21 40.03 -76.28
Lansing-East Lansing, MI 26.75 42.74 -84.52 42.74 -84.48
Laredo, TX 25.71 27.52 -99.50
Las Cruces, NM 24.07 32.29 -106.75
Las Vegas-Henderson-North Las Vegas, NV 30.00 36.17 -115.12 36.04 -114.97 36.21 -115.12
Lawrence, KS 27.65 38.96 -95.25
Lawton, OK 24.96 34.59 -98.37
Lebanon, PA 29.61 40.33 -76.40
Lewiston, ID-WA 28.36 46.42 -117.02
Lewiston-Auburn, ME 27.54 44.10 -70.19 44.09 -70.24
Lexington-Fayette, KY 30.43 38.02 -84.49
Lexington Park, MD 27.40 38.25 -76.45
Lima, OH 28.45 40.76 -84.10
Lincoln, NE 35.12 40.79 -96.69
Little Rock-North Little Rock-Conway, AR 27.90 34.75 -92.28 34.77 -92.26 35.08 -92.42
Logan, UT-ID 27.16 41.75 -111.82
Longview, TX 26.89 32.52 -94.73
Longview-Kelso, WA 31.88 46.15 -122.96 46.15 -122.89
Los Angeles-Long Beach-Anaheim, CA 29.44 34.06 -118.24 33.77 -118.18 33.81 -117.92
Louisville/Jefferson County, KY-IN 30.26 38.25 -85.75
Lubbock, TX 26.26 33.59 -101.86
Lynchburg, VA 26.51 37.35 -79.16
Macon-Bibb County, GA 25.90 32.81 -83.62
Madison, WI 28.67 43.08 -89.38
Manchester-Nashua, NH 28.68 42.99 -71.46 42.76 -71.47
Manhattan, KS 25.52 39.19 -96.59
Mankato, MN 30.64 44.15 -94.00
Mansfield, OH 27.51 40.76 -82.51
Mayaguez, PR 12.75 18.21 -67.15
McAllen-Edinburg-Mission, TX 24.10 26.22 -98.24 26.28 -98.18 26.22 -98.33
Medford, OR 28.76 42.28 -122.91
Memphis, TN-MS-AR 31.97 35.14 -90.05
Merced, CA 28.09 37.30 -120.46
Miami-Fort Lauderdale-West Palm Beach, FL 26.96 25.78 -80.20 26.12 -80.13 26.72 -80.07
Michigan City-La Porte, IN 27.66 41.70 -86.87 41.60 -86.71
Midland, MI 25.28 43.64 -84.27
Midland, TX 28.93 31.99 -102.06
Milwaukee-Waukesha, WI 28.89 43.05 -87.90 43.00 -88.22
Minneapolis-St. Paul-Bloomington, MN-WI 31.97 44.98 -93.27 44.95 -93.09 44.84 -93.30
Minot, ND 31.10 48.23 -101.30
Missoula, MT 27.98 46.86 -114.03
Mobile, AL 26.75 30.69 -88.05
Modesto, CA 28.13 37.62 -121.00
Monroe, LA 22.55 32.53 -92.11
Monroe, MI 26.06 41.91 -83.47
Montgomery, AL 27.45 32.36 -86.26
Morgantown, WV 24.57 39.61 -79.98
Morristown, TN 29.57 36.20 -83.28
Mount Vernon-Anacortes, WA 31.69 48.42 -122.33 48.50 -122.63
Muncie, IN 27.63 40.17 -85.38
Muskegon-Norton Shores, MI 24.87 43.23 -86.25 43.17 -86.26
Myrtle Beach-Conway-North Myrtle Beach, SC 23.23 33.70 -78.91 33.87 -79.06 33.83 -78.66
Napa, CA 30.39 38.29 -122.28
Naples-Marco Island, FL 25.64 26.13 -81.80 25.94 -81.70
Nashville-Davidson--Murfreesboro--Franklin, TN 30.00 36.17 -86.78 35.87 -86.42 35.93 -86.88
New Haven, CT 30.31 41.31 -72.93
New Orleans-Metairie, LA 25.64 29.96 -90.08 29.99 -90.17
New York-Newark-Jersey City, NY-NJ 33.18 40.75 -74.00 43.05 -77.09 40.72 -74.05
Niles, MI 24.85 41.82 -86.24
North Port-Bradenton-Sarasota, FL 26.00 27.05 -82.24 27.48 -82.58 27.34 -82.54
Norwich-New London-Willimantic, CT 29.28 41.54 -72.08 41.35 -72.11 41.71 -72.21
Ocala, FL 26.40 29.20 -82.09
Odessa, TX 28.46 31.86 -102.35
Ogden, UT 29.19 41.24 -112.01
Oklahoma City, OK 28.38 35.47 -97.52
Olympia-Lacey-Tumwater, WA 30.98 47.01 -122.88 47.02 -122.78 47.01 -122.91
Omaha, NE-IA 28.22 41.26 -95.94
Orlando-Kissimmee-Sanford, FL 26.49 28.54 -81.37 28.31 -81.42 28.80 -81.28
Oshkosh-Neenah, WI 29.03 44.02 -88.54 44.18 -88.48
Owensboro, KY 25.95 37.75 -87.16
Oxnard-Thousand Oaks-Ventura, CA 28.47 34.21 -119.17 34.21 -118.87 34.28 -119.29
Paducah, KY-IL 26.47 37.06 -88.66
Palm Bay-Melbourne-Titusville, FL 24.30 28.03 -80.60 28.07 -80.62 28.57 -80.82
Panama City-Panama City Beach, FL 24.32 30.16 -85.65 30.20 -85.81
Parkersburg-Vienna, WV 24.15 39.26 -81.54 39.33 -81.54
Pensacola-Ferry Pass-Brent, FL 23.88 30.42 -87.22 30.51 -87.21 30.47 -87.24
Peoria, IL 26.45 40.69 -89.59
Philadelphia-Camden-Wilmington, PA-NJ-DE-MD 29.84 39.95 -75.17 39.95 -75.12 39.74 -75.55
Phoenix-Mesa-Chandler, AZ 28.75 33.45 -112.08 33.43 -111.85 33.33 -111.86
Pinehurst-Southern Pines, NC 26.15 35.22 -79.45 35.17 -79.40
Pittsburgh, PA 28.39 40.43 -79.98
Pittsfield, MA 28.13 42.45 -73.25
Pocatello, ID 26.89 42.89 -112.44
Ponce, PR 12.93 18.01 -66.62
Portland-South Portland, ME 28.13 43.66 -70.26 43.63 -70.27
Portland-Vancouver-Hillsboro, OR-WA 32.16 45.51 -122.69 45.64 -122.68 45.50 -122.96
Port St. Lucie, FL 25.21 27.26 -80.38
Prescott Valley-Prescott, AZ 28.95 34.60 -112.33 34.59 -112.43
Providence-Warwick, RI-MA 28.98 41.82 -71.41 41.70 -71.45
Provo-Orem-Lehi, UT 28.42 40.23 -111.68 40.31 -111.70 40.40 -111.85
Pueblo, CO 26.85 38.29 -104.58
Punta Gorda, FL 23.47 26.92 -82.05
Racine-Mount Pleasant, WI 29.18 42.71 -87.80 42.72 -87.86
Raleigh-Cary, NC 26.50 35.77 -78.63 35.76 -78.78
Rapid City, SD 28.73 44.14 -103.21
Reading, PA 28.78 40.35 -75.94
Redding, CA 27.08 40.56 -122.41
Reno, NV 32.38 39.53 -119.81
Richmond, VA 28.91 37.55 -77.44
Riverside-San Bernardino-Ontario, CA 30.83 33.99 -117.37 34.11 -117.29 34.03 -117.62
Roanoke, VA 27.91 37.27 -79.94
Rochester, MN 31.07 44.00 -92.48
Rochester, NY 29.07 43.16 -77.61
Rockford, IL 30.02 42.29 -89.12
Rocky Mount, NC 27.05 35.94 -77.76
Rome, GA 24.91 34.25 -85.15
Sacramento-Roseville-Folsom, CA 29.84 38.58 -121.49 38.76 -121.29 38.67 -121.15
Saginaw, MI 25.61 43.40 -83.92
St. Cloud, MN 30.72 45.54 -94.18
St. George, UT 27.87 37.08 -113.56
St. Joseph, MO-KS 27.45 39.77 -94.84
St. Louis, MO-IL 28.76 38.63 -90.19
Salem, OR 29.56 44.95 -123.00
Salinas, CA 27.04 36.67 -121.66
Salisbury, MD 26.71 38.38 -75.63
Salt Lake City-Murray, UT 30.05 40.76 -111.90 40.67 -111.89
San Angelo, TX 25.24 31.47 -100.44
San Antonio-New Braunfels, TX 27.13 29.43 -98.46 29.72 -98.07
San Diego-Chula Vista-Carlsbad, CA 28.93 32.72 -117.16 32.64 -117.07 33.16 -117.33
Sandusky, OH 28.22 41.43 -82.71
San Francisco-Oakland-Fremont, CA 33.30 37.78 -122.42 37.80 -122.24 37.56 -122.00
San Jose-Sunnyvale-Santa Clara, CA 34.00 37.34 -121.90 37.39 -122.02 37.35 -121.95
San Juan-Bayamon-Caguas, PR 13.28 18.47 -66.11 18.40 -66.16 18.23 -66.05
San Luis Obispo-Paso Robles, CA 28.97 35.26 -120.65 35.64 -120.70
Santa Cruz-Watsonville, CA 28.96 36.97 -121.99 36.91 -121.76
Santa Fe, NM 26.05 35.70 -105.98
Santa Maria-Santa Barbara, CA 27.23 34.95 -120.43 34.42 -119.71
Santa Rosa-Petaluma, CA 30.57 38.44 -122.75 38.24 -122.68
Savannah, GA 27.92 32.07 -81.09
Scranton--Wilkes-Barre, PA 28.39 41.41 -75.66 41.24 -75.89
Seattle-Tacoma-Bellevue, WA 34.61 47.61 -122.33 47.25 -122.44 47.62 -122.21
Sebastian-Vero Beach-West Vero Corridor, FL 23.72 27.79 -80.48 27.63 -80.40 27.64 -80.49
Sebring, FL 22.85 27.49 -81.44
Sheboygan, WI 27.85 43.74 -87.72
Sherman-Denison, TX 27.26 33.64 -96.61 33.74 -96.55
Shreveport-Bossier City, LA 24.32 32.50 -93.75 32.54 -93.70
Sierra Vista-Douglas, AZ 24.89 31.54 -110.27 31.35 -109.54
Sioux City, IA-NE-SD 26.50 42.50 -96.40
Sioux Falls, SD-MN 28.97 43.55 -96.69
Slidell-Mandeville-Covington, LA 24.89 30.28 -89.77 30.37 -90.05 30.49 -90.10
South Bend-Mishawaka, IN-MI 27.36 41.67 -86.25 41.65 -86.16
Spartanburg, SC 27.35 34.94 -81.97
Spokane-Spokane Valley, WA 30.52 47.67 -117.44 47.67 -117.24
Springfield, IL 26.82 39.80 -89.65
Springfield, MA 29.82 42.10 -72.59
Springfield, MO 27.85 37.21 -93.30
Springfield, OH 28.81 39.93 -83.81
State College, PA 27.25 40.79 -77.85
Staunton-Stuarts Draft, VA 27.42 38.16 -79.07 38.01 -79.03
Stockton-Lodi, CA 29.72 37.96 -121.29 38.12 -121.26
Sumter, SC 23.84 33.91 -80.35
Syracuse, NY 31.13 43.04 -76.15
Tallahassee, FL 24.19 30.43 -84.26
Tampa-St. Petersburg-Clearwater, FL 26.19 27.96 -82.46 27.77 -82.64 27.98 -82.78
Terre Haute, IN 27.01 39.49 -87.39
Texarkana, TX-AR 25.41 33.47 -94.08
Toledo, OH 29.31 41.66 -83.52
Topeka, KS 29.28 39.06 -95.68
Traverse City, MI 26.48 44.76 -85.62
Trenton-Princeton, NJ 29.95 40.22 -74.76 40.37 -74.64
Tucson, AZ 26.79 32.21 -110.97
Tulsa, OK 28.47 36.15 -96.00
Tuscaloosa, AL 26.10 33.20 -87.56
Twin Falls, ID 27.06 42.56 -114.47
Tyler, TX 25.95 32.33 -95.29
Urban Honolulu, HI 28.77 21.31 -157.86
Utica-Rome, NY 28.23 43.09 -75.23 43.22 -75.45
Valdosta, GA 25.17 30.85 -83.29
Vallejo, CA 30.02 38.11 -122.25
Victoria, TX 26.12 28.81 -97.00
Vineland, NJ 29.55 39.48 -75.01
Virginia Beach-Chesapeake-Norfolk, VA-NC 25.80 36.86 -76.00 36.81 -76.27 36.86 -76.27
Visalia, CA 28.18 36.31 -119.31
Waco, TX 26.11 31.55 -97.14
Walla Walla, WA 28.61 46.06 -118.33
Warner Robins, GA 25.67 32.59 -83.64
Washington-Arlington-Alexandria, DC-VA-MD-WV 29.97 38.91 -77.02 38.89 -77.09 38.82 -77.06
Waterbury-Shelton, CT 29.12 41.56 -73.04 41.30 -73.13
Waterloo-Cedar Falls, IA 28.27 42.48 -92.37 42.52 -92.45
Watertown-Fort Drum, NY 27.25 43.97 -75.91 44.04 -75.75
Wausau, WI 27.78 44.97 -89.71
Weirton-Steubenville, WV-OH 26.35 40.41 -80.57 40.35 -80.68
Wenatchee-East Wenatchee, WA 30.02 47.43 -120.33 47.42 -120.27
Wheeling, WV-OH 27.11 40.10 -80.65
Wichita, KS 27.91 37.69 -97.34
Wichita Falls, TX 25.79 33.91 -98.50
Wildwood-The Villages, FL 23.03 28.85 -82.03 28.93 -81.99
Williamsport, PA 27.27 41.19 -77.05
Wilmington, NC 24.85 34.22 -77.89
Winchester, VA-WV 28.19 39.19 -78.18
Winston-Salem, NC 26.58 36.10 -80.22
Worcester, MA 29.84 42.27 -71.84
Yakima, WA 27.79 46.59 -120.53
York-Hanover, PA 29.12 39.96 -76.73 39.79 -76.98
Youngstown-Warren, OH 27.22 41.08 -80.64 41.26 -80.82
Yuba City, CA 27.89 39.11 -121.62
Yuma, AZ 25.35 32.70 -114.64
`;
