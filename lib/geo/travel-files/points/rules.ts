import type { Findings } from "../../imports/rules";
import type { FilePoint } from "../rules";

/** What a stop of a trip takes. */
const MAX_NAME = 120;
const MAX_NOTE = 500;
const NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?$/;

/** The texts of a file about one point. */
export type Written = {
  lat: string;
  lng: string;
  metres?: string;
  name?: string;
  note?: string;
  line: number | null;
  element: string;
};

/** Turns what a file writes into points, and notes what cannot be read. */
export class PointReader {
  constructor(private readonly findings: Findings) {}

  /** A number with a decimal point or comma; null for anything else. */
  private number(text: string, { line, element }: Written): number | null {
    const typed = text.trim();
    if (!NUMBER.test(typed)) return null;
    if (typed.includes(",")) this.findings.changed("comma", { line, element, value: typed });
    return Number(typed.replace(",", "."));
  }

  private metres(written: Written): number | null {
    const text = written.metres?.trim() ?? "";
    if (text === "") return null;
    const metres = this.number(text, written);
    if (metres === null) this.findings.changed("field", { line: written.line, element: "ele", value: text });
    return metres;
  }

  private words(text: string, most: number, { line, element }: Written): string {
    const words = text.replace(/\s+/g, " ").trim();
    if (words.length <= most) return words;
    this.findings.changed("cut", { line, element, value: words });
    return words.slice(0, most).trim();
  }

  point(written: Written): FilePoint | null {
    const { line, element } = written;
    const place = { line, element: written.name?.trim() || element, value: `${written.lat} ${written.lng}` };
    const [lat, lng] = [this.number(written.lat, written), this.number(written.lng, written)];
    if (lat === null || lng === null || Math.abs(lat) > 90 || Math.abs(lng) > 180) {
      this.findings.left("position", place);
      return null;
    }
    // Devices without reception write 0, 0: a place in the sea.
    if (lat === 0 && lng === 0) {
      this.findings.left("zero", place);
      return null;
    }
    const note = this.words(written.note ?? "", MAX_NOTE, written);
    return {
      lat,
      lng,
      name: this.words(written.name ?? "", MAX_NAME, written),
      note,
      metres: this.metres(written),
      line,
    };
  }
}
