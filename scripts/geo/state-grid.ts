import { readFileSync } from "node:fs";
import path from "node:path";
import { nearestState, polygonsOf, type Ring, type StateCollection, type StateFeature } from "@/lib/geo/geo/rules";
import type { StateAbbr } from "@/lib/geo/states/rules";

const FILE = path.join(import.meta.dirname, "../../public/map/states.json");

/** Side of a cell in degrees, about 5 km. */
const CELL = 0.05;
/**
 * The shapes are simplified, with gaps between neighbours: a place this far outside of every state, in such a gap or on
 * a coast, is in the nearest one.
 */
const BORDER_KM = 10;
/** The same distance in degrees; a degree of longitude has 92 km in the south. */
const MARGIN = 0.11;
const COLUMNS = 2 ** 16;

const cellOf = (degrees: number) => Math.floor((degrees + 180) / CELL);

/** A state as rings of numbers; a point is inside when a ray from it crosses them an odd number of times. */
class Shape {
  private readonly rings: Float64Array[];
  private readonly bounds = { west: 180, east: -180, south: 90, north: -90 };

  constructor(readonly feature: StateFeature) {
    const rings = polygonsOf(feature.geometry).flat();
    this.rings = rings.map((ring) => Float64Array.from(ring.flat()));
    for (const [lng, lat] of rings.flat()) {
      this.bounds.west = Math.min(this.bounds.west, lng);
      this.bounds.east = Math.max(this.bounds.east, lng);
      this.bounds.south = Math.min(this.bounds.south, lat);
      this.bounds.north = Math.max(this.bounds.north, lat);
    }
  }

  has(lng: number, lat: number): boolean {
    const { west, east, south, north } = this.bounds;
    if (lng < west || lng > east || lat < south || lat > north) return false;
    let isInside = false;
    for (const ring of this.rings)
      for (let at = 2; at < ring.length; at += 2) {
        const [aLng, aLat, bLng, bLat] = [ring[at - 2]!, ring[at - 1]!, ring[at]!, ring[at + 1]!];
        const crosses = aLat > lat !== bLat > lat && lng < ((bLng - aLng) * (lat - aLat)) / (bLat - aLat) + aLng;
        if (crosses) isInside = !isInside;
      }
    return isInside;
  }
}

/** The state of a position, calculated once for each cell that no border passes. */
export class StateGrid {
  private readonly shapes: Shape[];
  /** States with a border in a cell or near it. */
  private readonly borders = new Map<number, Set<StateFeature>>();
  private readonly inside = new Map<number, StateAbbr | null>();

  constructor(features: readonly StateFeature[]) {
    this.shapes = features.map((feature) => new Shape(feature));
    for (const feature of features) for (const ring of polygonsOf(feature.geometry).flat()) this.mark(ring, feature);
  }

  static ofBrazil(): StateGrid {
    return new StateGrid((JSON.parse(readFileSync(FILE, "utf8")) as StateCollection).features);
  }

  stateAt(lng: number, lat: number): StateAbbr | null {
    const cell = cellOf(lat) * COLUMNS + cellOf(lng);
    const near = this.borders.get(cell);
    if (near) return this.containing(lng, lat) ?? nearestState(lat, lng, [...near], BORDER_KM);
    const known = this.inside.get(cell);
    if (known !== undefined) return known;
    const state = this.containing(lng, lat);
    this.inside.set(cell, state);
    return state;
  }

  private containing(lng: number, lat: number): StateAbbr | null {
    return this.shapes.find((shape) => shape.has(lng, lat))?.feature.properties.abbr ?? null;
  }

  private mark(ring: Ring, feature: StateFeature): void {
    for (const [index, [lngB, latB]] of ring.entries()) {
      const [lngA, latA] = ring[Math.max(0, index - 1)]!;
      const [west, east] = [cellOf(Math.min(lngA, lngB) - MARGIN), cellOf(Math.max(lngA, lngB) + MARGIN)];
      const [south, north] = [cellOf(Math.min(latA, latB) - MARGIN), cellOf(Math.max(latA, latB) + MARGIN)];
      for (let row = south; row <= north; row++)
        for (let column = west; column <= east; column++) {
          const cell = row * COLUMNS + column;
          this.borders.set(cell, (this.borders.get(cell) ?? new Set()).add(feature));
        }
    }
  }
}
