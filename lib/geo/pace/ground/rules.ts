/** The seat of a municipality; `metres` is its altitude where one is known. */
export type Seat = { lat: number; lng: number; isCapital: boolean; metres: number | null };
export type NearSeat = { seat: Seat; km: number };

/** Distance up to which `near` finds the seats of capitals and others. */
const REACH_KM = { capital: 10, town: 3 };
/** Cells of the index per degree; a seat is in every cell that its reach touches. */
const CELLS_PER_DEGREE = 20;
const KM_PER_DEGREE = 111.195;
const ROW = 8192;

const cellOf = (lat: number, lng: number) =>
  Math.floor(lat * CELLS_PER_DEGREE) * ROW + Math.floor(lng * CELLS_PER_DEGREE);

const squeezeAt = (lat: number) => Math.cos((lat * Math.PI) / 180);

/** What lies around roads: the seats of municipalities, found by position. */
export class Ground {
  private readonly cells = new Map<number, Seat[]>();

  constructor(seats: readonly Seat[]) {
    const side = 1 / CELLS_PER_DEGREE;
    for (const seat of seats) {
      const reach = (seat.isCapital ? REACH_KM.capital : REACH_KM.town) / KM_PER_DEGREE;
      const wide = reach / squeezeAt(Math.abs(seat.lat) + 1);
      const cells = new Set<number>();
      for (let lat = seat.lat - reach; lat < seat.lat + reach + side; lat += side)
        for (let lng = seat.lng - wide; lng < seat.lng + wide + side; lng += side)
          cells.add(cellOf(Math.min(lat, seat.lat + reach), Math.min(lng, seat.lng + wide)));
      for (const cell of cells) this.cells.set(cell, [...(this.cells.get(cell) ?? []), seat]);
    }
  }

  /** The seats within their reach of a point. */
  near(lat: number, lng: number): readonly NearSeat[] {
    const seats = this.cells.get(cellOf(lat, lng));
    if (!seats) return NONE;
    const squeeze = squeezeAt(lat);
    return seats
      .map((seat) => ({ seat, km: Math.hypot((seat.lng - lng) * squeeze, seat.lat - lat) * KM_PER_DEGREE }))
      .filter(({ seat, km }) => km <= (seat.isCapital ? REACH_KM.capital : REACH_KM.town));
  }
}

const NONE: readonly NearSeat[] = [];
export const NO_GROUND = new Ground([]);
