import type { LocatedInState } from '../places/place.ts';
import { networkAt, networks, type RoadNetworks } from './road-network.ts';

/**
 * Islands of the mainland states without a bridge, so that no road reaches them. The boxes were read from a map (general
 * knowledge) and exclude the towns on nearby shores.
 */
export const FERRY_ISLANDS: RoadNetworks = {
  CA: networks(['Santa Catalina Island', 33.28, -118.62, 33.5, -118.29]),
  FL: networks(['Fisher Island', 25.755, -80.147, 25.765, -80.136]),
  GA: networks(
    ['Sapelo Island', 31.38, -81.31, 31.54, -81.17],
    ['Cumberland Island', 30.72, -81.48, 30.97, -81.4],
  ),
  MA: networks(
    ['Nantucket', 41.23, -70.25, 41.42, -69.95],
    ["Martha's Vineyard", 41.29, -70.86, 41.49, -70.44],
    ['the Elizabeth Islands', 41.4, -70.97, 41.48, -70.86],
  ),
  MD: networks(['Smith Island', 37.94, -76.1, 38.02, -75.98]),
  ME: networks(
    ['Peaks Island', 43.64, -70.215, 43.675, -70.17],
    ['Long Island', 43.675, -70.185, 43.71, -70.13],
    ['Cliff Island', 43.68, -70.125, 43.71, -70.09],
    ['Chebeague Island', 43.71, -70.15, 43.77, -70.08],
    ['Monhegan', 43.74, -69.34, 43.79, -69.29],
    ['Matinicus', 43.82, -68.92, 43.9, -68.83],
    ['Vinalhaven', 43.98, -68.93, 44.118, -68.76],
    ['North Haven', 44.118, -68.95, 44.2, -68.79],
    ['Islesboro', 44.2, -68.97, 44.39, -68.84],
    ['Isle au Haut', 44, -68.68, 44.09, -68.58],
    ["Swan's Island", 44.11, -68.5, 44.2, -68.39],
    ['Frenchboro', 44.08, -68.385, 44.135, -68.33],
    ['Great Cranberry Island', 44.235, -68.285, 44.26, -68.247],
    ['Little Cranberry Island', 44.252, -68.247, 44.27, -68.22],
  ),
  MI: networks(
    ['Drummond Island', 45.9, -83.86, 46.12, -83.43],
    ['Mackinac Island', 45.83, -84.67, 45.9, -84.58],
    ['Bois Blanc Island', 45.7, -84.6, 45.83, -84.35],
    ['Beaver Island', 45.55, -85.7, 45.8, -85.35],
    ['Harsens Island', 42.53, -82.63, 42.605, -82.54],
    ['Sugar Island', 46.35, -84.29, 46.6, -84.1],
    ['Neebish Island', 46.22, -84.21, 46.33, -84.09],
  ),
  MN: networks(['Oak Island', 49.27, -94.9, 49.34, -94.78]),
  NC: networks(['Ocracoke', 35.06, -76.03, 35.2, -75.77], ['Bald Head Island', 33.83, -78.01, 33.9, -77.93]),
  NY: networks(
    ['Fishers Island', 41.24, -72.05, 41.3, -71.92],
    ['Shelter Island', 41.04, -72.385, 41.098, -72.27],
    ['Fire Island', 40.62, -73.22, 40.69, -72.9],
  ),
  OH: networks(
    ['Kelleys Island', 41.58, -82.74, 41.63, -82.66],
    ['South Bass Island', 41.62, -82.86, 41.667, -82.78],
    ['Middle Bass Island', 41.667, -82.84, 41.7, -82.78],
    ['North Bass Island', 41.7, -82.85, 41.73, -82.8],
  ),
  RI: networks(
    ['Block Island', 41.13, -71.63, 41.24, -71.53],
    ['Prudence Island', 41.57, -71.36, 41.66, -71.29],
  ),
  SC: networks(['Daufuskie Island', 32.05, -80.92, 32.15, -80.83]),
  VA: networks(['Tangier', 37.79, -76.02, 37.86, -75.96]),
  WA: networks(
    ['Vashon Island', 47.33, -122.53, 47.505, -122.39],
    ['Orcas Island', 48.59, -123.02, 48.71, -122.75],
    ['San Juan Island', 48.44, -123.22, 48.63, -122.995],
    ['Shaw Island', 48.54, -122.995, 48.588, -122.9],
    ['Lopez Island', 48.41, -122.95, 48.57, -122.835],
    ['Blakely and Decatur Islands', 48.48, -122.835, 48.59, -122.76],
    ['Waldron Island', 48.67, -123.07, 48.72, -123.02],
    ['Lummi Island', 48.63, -122.75, 48.73, -122.672],
    ['Guemes Island', 48.53, -122.67, 48.59, -122.57],
    ['Anderson Island', 47.12, -122.74, 47.2, -122.66],
    ['Stehekin', 48.25, -120.75, 48.4, -120.55],
  ),
  WI: networks(
    ['Washington Island', 45.33, -86.97, 45.43, -86.83],
    ['Madeline Island', 46.74, -90.8, 46.89, -90.55],
  ),
};

/** @param place with a state code in upper case. */
export function isOnFerryIsland(place: LocatedInState): boolean {
  return networkAt(place, FERRY_ISLANDS[place.state] ?? []) !== undefined;
}
