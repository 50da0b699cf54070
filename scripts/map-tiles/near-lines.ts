import type { Position } from "@/lib/geo/geo/rules";

/** A grid of the cells that lines pass through; finds out roughly whether a position is beside one of them. */
export class NearLines {
  readonly #cells = new Set<string>();

  /** @param cell size of a cell in degrees: positions up to one or two cells away count as near. */
  constructor(
    lines: readonly (readonly Position[])[],
    readonly cell: number,
  ) {
    for (const line of lines) this.#add(line);
  }

  #add(line: readonly Position[]): void {
    line.forEach((end, index) => {
      const start = line[index - 1] ?? end;
      const steps = Math.ceil(Math.max(Math.abs(end[0] - start[0]), Math.abs(end[1] - start[1])) / this.cell) || 1;
      for (let step = 0; step <= steps; step++) {
        const part = step / steps;
        this.#cells.add(this.#key(start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part));
      }
    });
  }

  #key(lng: number, lat: number, dx = 0, dy = 0): string {
    return `${Math.floor(lng / this.cell) + dx},${Math.floor(lat / this.cell) + dy}`;
  }

  has([lng, lat]: Position): boolean {
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) if (this.#cells.has(this.#key(lng, lat, dx, dy))) return true;
    }
    return false;
  }

  /** The parts of a line that are not beside any line of the grid. */
  rest(line: readonly Position[]): Position[][] {
    const parts: Position[][] = [];
    let part: Position[] = [];
    const end = () => {
      if (part.length > 1) parts.push(part);
      part = [];
    };
    line.forEach((position, index) => {
      const previous = line[index - 1];
      if (previous && this.has(middle(previous, position)) && this.has(position)) end();
      else {
        if (previous && part.length === 0) part.push(previous);
        part.push(position);
      }
    });
    end();
    return parts;
  }
}

const middle = (a: Position, b: Position): Position => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
