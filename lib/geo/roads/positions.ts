/** Numbers positions from 0 in the order of their first appearance. A hash table of integers: a Map takes three times as long. */
export class Positions {
  count = 0;
  private readonly mask: number;
  private readonly slots: Int32Array;
  private readonly lng: Int32Array;
  private readonly lat: Int32Array;

  constructor(most: number) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(2, most * 2)));
    this.mask = size - 1;
    this.slots = new Int32Array(size).fill(-1);
    this.lng = new Int32Array(most);
    this.lat = new Int32Array(most);
  }

  /** The number of a position, or -1 when it has none. */
  find(lng: number, lat: number): number {
    return this.slots[this.slotOf(lng, lat)]!;
  }

  /** The number of a position, a new one when it has none. */
  add(lng: number, lat: number): number {
    const slot = this.slotOf(lng, lat);
    if (this.slots[slot] === -1) {
      this.lng[this.count] = lng;
      this.lat[this.count] = lat;
      this.slots[slot] = this.count++;
    }
    return this.slots[slot]!;
  }

  private slotOf(lng: number, lat: number): number {
    let slot = (Math.imul(lng, 0x9e3779b1) ^ Math.imul(lat, 0x85ebca6b)) >>> 0;
    for (slot = (slot ^ (slot >>> 15)) & this.mask; ; slot = (slot + 1) & this.mask) {
      const known = this.slots[slot]!;
      if (known === -1 || (this.lng[known] === lng && this.lat[known] === lat)) return slot;
    }
  }
}
