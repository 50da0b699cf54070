/** A growing list of numbers in 8 bytes each; ids of OpenStreetMap nodes have more than 32 bits. */
export class Numbers {
  length = 0;
  private values = new Float64Array(4096);

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Float64Array(this.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }

  at(index: number): number {
    return this.values[index]!;
  }

  /** The different values in ascending order. */
  sortedUnique(): Float64Array {
    const sorted = this.values.slice(0, this.length).sort();
    let count = 0;
    for (const value of sorted) if (count === 0 || sorted[count - 1] !== value) sorted[count++] = value;
    return sorted.subarray(0, count);
  }
}
