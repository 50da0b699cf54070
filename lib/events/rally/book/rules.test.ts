import { expect, it } from "vitest";
import { bookRows } from "./rules";

const section = { id: "s", limit_kmh: null, line: null };
const control = { lat: null, lng: null, bearing: null, ideal_ms: 0 };

it("lists sections, turns and open controls with ideal time and distance to go, and no secret control", () => {
  const rows = bookRows({
    sections: [
      {
        ...section,
        kind: "regularity",
        metres: 5000,
        average_kmh: 50,
        neutral_seconds: null,
        instructions: [{ metres: 1000, text: "Ponte", tulip: null }],
      },
      { ...section, kind: "neutral", metres: 0, average_kmh: null, neutral_seconds: 600, instructions: [] },
    ],
    controls: [
      { ...control, id: "a", kind: "open", metres: 5000 },
      { ...control, id: "b", kind: "secret", metres: 2000 },
    ],
  });
  expect(rows.map(({ kind, metres, partial, toGo, idealMs }) => [kind, metres, partial, toGo, idealMs])).toEqual([
    ["regularity", 0, 0, 5000, 0],
    ["turn", 1000, 1000, 4000, 72_000],
    ["control", 5000, 4000, 0, 360_000],
    ["neutral", 5000, 0, 0, 360_000],
    ["finish", 5000, 0, 0, 960_000],
  ]);
});
