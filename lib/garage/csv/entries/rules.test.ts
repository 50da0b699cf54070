import { describe, expect, it } from "vitest";
import { Findings } from "../../../geo/imports/rules";
import { readCsv } from "../files/rules";
import type { Reading } from "../rules";
import { admitted, prepare, withMissed } from "./rules";

const read = (text: string, given: Reading = { order: "dmy", sign: null }) => readCsv(text, given);
const entriesOf = (text: string) => read(text)?.lines.map(({ entry }) => entry);

describe("a line with one bad optional field", () => {
  const FUELIO = (format: string, day: string, more: string) => `"## Vehicle"
"Name","DistUnit","FuelUnit","ImportCSVDateFormat"
"Opala","0","0","${format}"
"## Log"
"Data","Odo (km)","Fuel (litres)","Full","Price (optional)","latitude (optional)","longitude (optional)","City (optional)","Notes (optional)","Missed","TankNumber","FuelType"
"${day}","52340","38.5","1","243.00",${more},"Ushuaia","","0","1","110"
`;
  it("keeps the refuelling of a pump outside the area and drops its position", () => {
    const findings = new Findings();
    const [line] = read(FUELIO("yyyy-MM-dd", "2026-01-02", '"-54.80","-68.30"'))!.lines;
    expect(admitted(line!.entry!, 6, findings)).toMatchObject({ litres: 38.5, lat: null, lng: null, place: "Ushuaia" });
    expect(findings.list()).toMatchObject([{ reason: "field", places: [{ line: 6, element: "lat", value: "-54.8" }] }]);
  });

  it("takes the date format that the file declares", () => {
    expect(entriesOf(FUELIO("dd-MM-yyyy", "02-05-2026 14:20", '"0","0"'))?.[0]?.on_date).toBe("2026-05-02");
    expect(entriesOf(FUELIO("MM/dd/yyyy", "02/05/2026", '"0","0"'))?.[0]?.on_date).toBe("2026-02-05");
  });

  it("marks the refuelling after one that is left out, in files of either order", () => {
    const line = (number: number, day: string, litres: number | null) =>
      litres === null
        ? ({ number, entry: null, problem: "litres", isFuel: true, day } as const)
        : ({ number, entry: { kind: "fuel", on_date: day, litres, missed_previous: false }, problem: null } as const);
    const lines = [
      line(2, "2026-01-01", 40),
      line(3, "2026-01-05", null),
      line(4, "2026-01-09", 40),
      line(5, "2026-01-12", 40),
    ];
    const missed = (given: typeof lines) =>
      withMissed(given, new Set(), new Findings()).flatMap(({ number, entry }) =>
        entry?.missed_previous ? [number] : [],
      );
    expect(missed(lines)).toEqual([4]);
    expect(missed(lines.toReversed())).toEqual([4]);
  });
});

it("marks no refuelling after a service that is left out", () => {
  const lines = [
    { number: 2, entry: null, problem: "amount" },
    { number: 3, entry: { kind: "fuel", on_date: "2026-01-09", litres: 40, missed_previous: false }, problem: null },
  ] as const;
  expect(withMissed(lines, new Set([2]), new Findings())).toEqual(lines);
});

describe("the entries of a file for a car", () => {
  const TYPO = `data;tipo;odometro;combustivel;litros;tanque_cheio;total
2026-01-01;abastecimento;10000;gasolina;40;sim;240,00
2026-01-15;abastecimento;10500;gasolina;40;sim;240,00
2026-01-20;abastecimento;9000;gasolina;40;sim;240,00
2026-02-01;abastecimento;11500;gasolina;40;sim;240,00
`;
  it("asks about a reading that does not fit, and drops it until it is confirmed", () => {
    const file = read(TYPO)!;
    const asked = prepare(file, null, [], new Set());
    expect(asked.odd.map(({ number }) => number)).toEqual([4]);
    expect(asked.entries.map(({ content }) => content.reading_km)).toEqual([10_000, 10_500, null, 11_500]);
    expect(asked.findings).toMatchObject([{ effect: "left", reason: "km", places: [{ line: 4, value: "9000" }] }]);
    expect(prepare(file, null, [], new Set([4])).entries[2]?.content.reading_km).toBe(9000);
  });

  it("asks about readings that do not fit the entries of the car", () => {
    const known = [1, 2, 3, 4, 5].map((month) => ({
      id: String(month),
      on_date: `2025-0${month}-01`,
      km: 90_000 + month * 100,
    }));
    expect(prepare(read(TYPO)!, null, known, new Set()).odd).toHaveLength(4);
  });

  it.each([
    ["400", "240,00"],
    ["40", "2,40"],
    ["40", "24.000,00"],
  ])("asks about %s litres for R$ %s, and leaves the line out until it is confirmed", (litres, total) => {
    const file = read(TYPO.replace("10500;gasolina;40;sim;240,00", `10500;gasolina;${litres};sim;${total}`))!;
    const asked = prepare(file, null, [], new Set([4]));
    expect(asked.odd.map(({ number }) => number)).toEqual([3, 4]);
    expect(asked.entries.map(({ number, content }) => [number, content.missed_previous])).toEqual([
      [2, false],
      [4, true],
      [5, false],
    ]);
    expect(asked.findings).toMatchObject([{ reason: "missed" }, { effect: "left", reason: "fill", count: 1 }]);
    expect(prepare(file, null, [], new Set([3, 4])).entries).toHaveLength(4);
  });

  it("reads one car of a file with several, and names the others", () => {
    const text = `car_name,odometer,litres,price,fuelup_date,notes
Opala,1000,40,6.00,2026-01-01,
Fusca,2000,30,6.00,2026-01-02,
`;
    const { entries, findings } = prepare(read(text)!, "Opala", [], new Set());
    expect(entries).toHaveLength(1);
    expect(findings).toMatchObject([
      { effect: "changed", reason: "fuel" },
      { effect: "left", reason: "vehicle", count: 1, places: [{ line: 3, element: "Fusca" }] },
    ]);
  });
});
