import { describe, expect, it } from "vitest";
import { EMPTY_ENTRY } from "../../entries/rules";
import type { EntryContent, StoredEntry } from "../../entries/schema";
import type { CsvFormat, Reading } from "../rules";
import { readCsv, writeCsv } from "./rules";

const CAR = { name: "Opala", tankLitres: 65 };
const stored = (content: Partial<EntryContent> & Pick<EntryContent, "kind" | "on_date">): StoredEntry => ({
  ...EMPTY_ENTRY,
  ...content,
  id: "00000000-0000-4000-8000-000000000001",
  vehicle_id: "00000000-0000-4000-8000-000000000002",
  km:
    content.reading_km === undefined || content.reading_km === null
      ? null
      : content.reading_km + (content.offset_km ?? 0),
  version: 1,
  deleted_at: null,
  created_at: "",
  updated_at: "",
});
const LOG = [
  stored({ kind: "km", on_date: "2025-01-01", reading_km: 10, offset_km: 90_000, replaces_odometer: true }),
  stored({
    kind: "fuel",
    on_date: "2025-02-01",
    reading_km: 210.5,
    offset_km: 90_000,
    fuel: "gasoline_premium",
    litres: 40.123,
    is_full: true,
    missed_previous: true,
    ethanol_pct: 25,
    total_cents: 31_250,
    place: "Posto São João; Lages",
    lat: -27.81,
    lng: -50.32,
    notes: '"cheio"\naté a boca',
  }),
  stored({
    kind: "service",
    on_date: "2025-03-01",
    title: "=1+1",
    category: "repair",
    parts_cents: 10_000,
    labour_cents: 5050,
  }),
  stored({ kind: "expense", on_date: "2025-04-01", category: "toll", total_cents: 850 }),
  stored({ kind: "note", on_date: "2025-05-01", notes: "-5 graus" }),
];
const contentOf = ({
  id: _id,
  vehicle_id: _vehicle,
  km: _km,
  version: _version,
  deleted_at: _deleted,
  created_at: _created,
  updated_at: _updated,
  ...content
}: StoredEntry) => content;
const read = (text: string, given: Reading = { order: "dmy", sign: null }) => readCsv(text, given);
const entriesOf = (text: string) => read(text)?.lines.map(({ entry }) => entry);

it("reads what it wrote, with line breaks, semicolons and texts that look like formulas", () => {
  const text = writeCsv(LOG, "lacambeche", CAR);
  expect(text).toContain("'=1+1");
  expect(entriesOf(text)).toEqual(LOG.map(contentOf));
});

it.each<[CsvFormat, number]>([
  ["fuelio", 3],
  ["lubelogger-fuel", 1],
  ["lubelogger-service", 2],
])("writes %s files that it recognises and reads", (format, count) => {
  const found = read(writeCsv(LOG, format, CAR));
  expect(found?.format).toBe(format);
  expect(found?.lines.filter(({ problem }) => problem === null)).toHaveLength(count);
});

describe("a file of Fuelio", () => {
  const file = `"## Vehicle"
"Name","DistUnit","FuelUnit","ImportCSVDateFormat"
"Golf","0","0","dd.MM.yyyy"

"## Log"
"Data","Odo (km)","Fuel (litres)","Full","Price (optional)","latitude (optional)","longitude (optional)","City (optional)","Notes (optional)","Missed","TankNumber","FuelType"
"2024-01-05 14:42","45210.0","42.10","1","268.90","0.0","0.0","Ipiranga","first","0","1","110"
"19.01.2024","45620","20.00","0","132.80",,,,,1,"1","306"
"2024-01-20","45700","-3","1","1",,,,,0,"1","110"
"## CostCategories"
"CostTypeID","Name","priority","color"
"1","Service","0","#795548"
"## Costs"
"CostTitle","Date","Odo","CostTypeID","Notes","Cost","flag","idR","read","RemindOdo","RemindDate","isTemplate","RepeatOdo","RepeatMonths"
"Oil change","2024-01-10","45300","1","20W-50","189.00","0","0","1","0","2011-01-01","0","0","0"
"Ferry","2024-02-01","0","9","","25.00","0","0","1","0","2011-01-01","0","0","0"
"Reminder","2024-02-01","0","1","","1.00","0","0","1","0","2011-01-01","1","0","0"
`;
  it("returns refuellings and costs, and the lines that it cannot read", () => {
    const lines = read(file)!.lines;
    expect(lines.map(({ problem }) => problem)).toEqual([null, null, "litres", null, null]);
    expect(lines[0]?.entry).toMatchObject({
      on_date: "2024-01-05",
      reading_km: 45_210,
      litres: 42.1,
      is_full: true,
      total_cents: 26_890,
      lat: null,
      fuel: "gasoline",
    });
    expect(lines[1]?.entry).toMatchObject({
      on_date: "2024-01-19",
      is_full: false,
      missed_previous: true,
      fuel: "ethanol",
    });
    expect(lines[3]?.entry).toMatchObject({
      kind: "service",
      title: "Oil change",
      reading_km: 45_300,
      total_cents: 18_900,
    });
    expect(lines[4]?.entry).toMatchObject({ kind: "expense", category: "other", reading_km: null });
  });

  it("converts miles and gallons", () => {
    const american = file
      .replace('"Golf","0","0"', '"Golf","1","1"')
      .replace("(km)", "(mi)")
      .replace("(litres)", "(us gallons)");
    expect(read(american)!.lines[0]?.entry).toMatchObject({ reading_km: 72_758.4, litres: 159.366 });
  });
});

describe("a file of LubeLogger", () => {
  const file = (
    days: readonly string[],
  ) => `Date,Odometer,FuelConsumed,Cost,FuelEconomy,IsFillToFull,MissedFuelUp,Notes,Tags
${days[0]},71700,10.5,R$ 1.042,,True,False,"Costco, rain",trip
${days[1]},0,12,"48,12",0,False,True,,
`;
  it("finds the order of day and month where the days prove it, and asks otherwise", () => {
    expect(read(file(["10/6/2026", "10/20/2026"]))).toMatchObject({
      isOrderKnown: true,
      lines: [{ entry: { on_date: "2026-10-06" } }, {}],
    });
    const open = file(["10/6/2026", "10/7/2026"]);
    expect(read(open)).toMatchObject({
      isOrderKnown: false,
      lines: [{ entry: { on_date: "2026-06-10" } }, {}],
    });
    expect(read(open, { order: "mdy", sign: null })).toMatchObject({
      lines: [{ entry: { on_date: "2026-10-06" } }, {}],
    });
  });

  it("reads partial and missed refuellings and an odometer of 0 as not read", () => {
    expect(read(file(["2026-06-10", "2026-06-20"]))?.lines[1]?.entry).toMatchObject({
      reading_km: null,
      is_full: false,
      missed_previous: true,
      total_cents: 4812,
    });
  });
});

it("names the lines of the file, with empty lines, texts of several lines and a separator in front", () => {
  const text = `sep=;
data;tipo;odometro;litros;notas

2026-05-02;abastecimento;100;40;"duas
linhas"

2026-05-03;abastecimento;200;x;
`;
  for (const ends of ["\n", "\r\n"])
    expect(read(text.replaceAll("\n", ends))?.lines.map(({ number, problem }) => [number, problem])).toEqual([
      [4, null],
      [7, "litres"],
    ]);
});

it("reads a refuelling without a fuel as that of the car, and names it", () => {
  const text = "Date,Odometer,FuelConsumed,Cost,Tags\n2026-06-10,71700,40,200,serra\n";
  const file = read(text, { order: "dmy", sign: null, fuel: "diesel" })!;
  expect(file.lines[0]?.entry?.fuel).toBe("diesel");
  expect(file.findings).toMatchObject([
    { effect: "left", reason: "column", places: [{ line: 2, element: "tags", value: "serra" }] },
    { effect: "changed", reason: "fuel", places: [{ line: 2 }] },
  ]);
});

it("asks for the order of the days of a Fuelio file that declares none", () => {
  const log = (day: string) => `"## Log"\n"Data","Odo (km)","Fuel (litres)"\n"${day}","100","40"\n`;
  expect([log("02/03/2026"), log("2026-03-02")].map((text) => read(text)?.isOrderKnown)).toEqual([false, true]);
});

it("reads no other file", () => {
  expect(read("a,b\n1,2\n")).toBeNull();
  expect(read("")).toBeNull();
});

it.each([
  ["date,odometer,liters,cost,notes\n2026-05-02,52340,38.5,243.00,posto\n"],
  ["date,price,gallons,trip_miles,odometer\n2026-01-18,28.82,11.308,288.7,118628\n"],
])("takes no file for another by two names of columns", (text) => expect(read(text)).toBeNull());

describe("numbers of a Brazilian spreadsheet", () => {
  const own = (km: readonly string[], litres = "38,5") =>
    `data;tipo;odometro;combustivel;litros;tanque_cheio;total\n${km
      .map((cell, index) => `0${index + 2}/05/2026;abastecimento;${cell};gasolina;${litres};sim;1.243,00`)
      .join("\n")}\n`;
  it("takes the point of an odometer as the thousands separator where other numbers have commas", () => {
    const file = read(own(["98.450", "98.850"]))!;
    expect(file.lines.map(({ entry }) => entry?.reading_km)).toEqual([98_450, 98_850]);
    expect(file.lines[0]?.entry).toMatchObject({ litres: 38.5, total_cents: 124_300, on_date: "2026-05-02" });
    expect([file.findings, file.openNumber]).toEqual([[], null]);
  });

  it("asks where no number shows the decimal sign", () => {
    const text = own(["98.450"], "40").replace("1.243,00", "252");
    expect(read(text)).toMatchObject({ openNumber: "98.450", findings: [{ reason: "grouping", count: 1 }] });
    expect(read(text)?.lines[0]?.entry?.reading_km).toBe(98_450);
    expect(read(text, { order: "dmy", sign: "." })?.lines[0]?.entry?.reading_km).toBe(98.45);
  });

  it("reads LubeLogger in Brazilian notation", () => {
    const text = `Date,Odometer,FuelConsumed,Cost,FuelEconomy,IsFillToFull,MissedFuelUp,Notes,Tags
13/05/2026,98.450,"38,5","R$ 243,00","0",True,False,,
`;
    expect(entriesOf(text)?.[0]).toMatchObject({ reading_km: 98_450, litres: 38.5, total_cents: 24_300 });
  });

  it("reports a cell that is not a number instead of reading its digits", () => {
    const file = read(own(["98x450"]))!;
    expect(file.lines[0]?.entry?.reading_km).toBeNull();
    expect(file.findings).toMatchObject([
      { reason: "field", places: [{ line: 2, element: "odometro", value: "98x450" }] },
    ]);
  });
});

it("keeps words without accents and names an unknown category", () => {
  const file = read(
    "data;tipo;titulo;odometro;categoria;total\n2026-05-10;manutencao;Freio;52410;revisao;350,00\n2026-05-11;despesa;Balsa;;balsa;12,00\n",
  )!;
  expect(file.lines.map(({ entry }) => [entry?.kind, entry?.category])).toEqual([
    ["service", "service"],
    ["expense", "other"],
  ]);
  expect(file.findings).toMatchObject([
    { effect: "changed", reason: "category", places: [{ line: 3, value: "balsa" }] },
  ]);
});
