/** Units of a degree of the positions: as exact as OpenStreetMap's own. */
export const NODE_SCALE = 1e7;

/** Positions of the nodes that ways need, and how many roads use each. */
export class NodePositions {
  readonly lng: Int32Array;
  readonly lat: Int32Array;
  /** 0 to 2; a node that is used twice is a junction. */
  readonly uses: Uint8Array;
  private readonly isKnown: Uint8Array;
  /** Where the search for the next node begins: files are sorted by id. */
  private next = 0;

  /** `ids` in ascending order, each once. */
  constructor(private readonly ids: Float64Array) {
    [this.lng, this.lat] = [new Int32Array(ids.length), new Int32Array(ids.length)];
    [this.uses, this.isKnown] = [new Uint8Array(ids.length), new Uint8Array(ids.length)];
  }

  use(id: number): void {
    const index = this.search(id);
    this.uses[index] = Math.min(2, this.uses[index]! + 1);
  }

  place(id: number, lat: number, lng: number): void {
    if (this.next > 0 && this.ids[this.next - 1]! >= id) this.next = 0;
    if (this.next === 0) this.next = this.search(id);
    while (this.next < this.ids.length && this.ids[this.next]! < id) this.next++;
    if (this.ids[this.next] !== id) return;
    this.lng[this.next] = Math.round(lng * NODE_SCALE);
    this.lat[this.next] = Math.round(lat * NODE_SCALE);
    this.isKnown[this.next] = 1;
  }

  /** The index of a node; null when the file does not contain it. */
  indexOf(id: number): number | null {
    const index = this.search(id);
    return this.ids[index] === id && this.isKnown[index] === 1 ? index : null;
  }

  /** The index of the first id that is not smaller. */
  private search(id: number): number {
    let [low, high] = [0, this.ids.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.ids[middle]! < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
