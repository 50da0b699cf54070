import { describe, expect, it } from "vitest";
import { EMPTY_ENTRY } from "../../vehicle-entries/rules";
import type { EntryContent, StoredEntry } from "../../vehicle-entries/schema";
import { Findings } from "../../imports/rules";
import { admitted, prepare, withMissed } from "../entries/rules";
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
  it("gives refuellings and costs, and says which lines it cannot read", () => {
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

  it("names a cell that is no number instead of taking its digits", () => {
    const file = read(own(["98x450"]))!;
    expect(file.lines[0]?.entry?.reading_km).toBeNull();
    expect(file.findings).toMatchObject([
      { reason: "field", places: [{ line: 2, element: "odometro", value: "98x450" }] },
    ]);
  });
});

describe("a file of Drivvo", () => {
  const HEADER =
    "Odômetro (km),Data,Combustível,Preço / L,Valor total,Volume,Completou o tanque,Segundo combustível,Preço / L,Valor total,Volume,Completou o tanque 2,Terceiro combustível,Preço / L,Valor total,Volume,Completou o tanque 3,Média,Distância,Tipo de recarga,Bateria inicial (%),Bateria final (%),Duração (min),Posto de combustível,Motorista,Motivo,Forma de pagamento,Observação,Desconto,Veiculo";
  const row = (start: string, second = ",0,0,0,Não") =>
    `${start},${second},,0,0,0,Não,,0,,,,,Posto Serra,,,,cheio,0,Opala`;
  const file = `##Refuelling
${HEADER}
${row("45210,2026-09-15 9:05,Gas. Comum,5.99,239.60,40.000,Sim")}
${row("45610,2026-09-20 9:05,Etanol,4.10,123.00,30.000,Não", "GNV,5.00,50.00,10.000,Sim")}
##Service
Odômetro (km),Data,Valor,Tipo de serviço,Local,Motorista,Forma de pagamento,Observação,Título,Desconto,Veiculo
45300,2026-09-16 9:05,57.44,Pneus - Rodízio,Oficina,,,nota,,0,Opala
##Expense
Odômetro (km),Data,Valor,Tipo de despesa,Local,Motorista,Forma de pagamento,Motivo,Observação,Veiculo
45310,2026-09-17 9:05,12.00,Pedágio,,,,,,Opala
##Income
Odômetro (km),Data,Valor,Tipo de receita
45320,2026-09-18,100,Frete
`;
  it("gives refuellings of all fuels, services and expenses, and names the rest", () => {
    const { format, lines, findings } = read(file)!;
    expect(format).toBe("drivvo");
    expect(lines.map(({ problem }) => problem)).toEqual([null, null, null, null, null]);
    expect(lines.map(({ entry }) => [entry?.kind, entry?.on_date, entry?.reading_km, entry?.total_cents])).toEqual([
      ["fuel", "2026-09-15", 45_210, 23_960],
      ["fuel", "2026-09-20", 45_610, 12_300],
      ["fuel", "2026-09-20", 45_610, 5000],
      ["service", "2026-09-16", 45_300, 5744],
      ["expense", "2026-09-17", 45_310, 1200],
    ]);
    expect(lines.slice(0, 3).map(({ entry }) => [entry?.fuel, entry?.litres, entry?.is_full])).toEqual([
      ["gasoline", 40, true],
      ["ethanol", 30, false],
      ["cng", 10, true],
    ]);
    expect(lines[0]?.entry).toMatchObject({ place: "Posto Serra", notes: "cheio" });
    expect(lines[4]?.entry?.category).toBe("toll");
    expect(findings).toMatchObject([{ effect: "left", reason: "section", count: 1, places: [{ element: "income" }] }]);
  });

  it("reads the columns of the app in another language, and its days", () => {
    const english = `##Refuelling
Odometer,Date,Fuel type,Volume price,Total price,Fuel amount,Full fillup,,,,,,,,,,,,Notes
12345,15/3/2024,gasoline,1.85,55.50,30.0,Yes,,,,,,,,,,,,Highway trip
`;
    expect(entriesOf(english)?.[0]).toMatchObject({
      on_date: "2024-03-15",
      reading_km: 12_345,
      litres: 30,
      is_full: true,
      notes: "Highway trip",
    });
  });
});

it("reads a file of Fuelly, in miles and gallons too, and its cars", () => {
  const metric = `car_name,model,l/100km,odometer,km,litres,price,city_percentage,fuelup_date,date_added,tags,notes,missed_fuelup,partial_fuelup,latitude,longitude,brand
Renegade,Jeep,18.71,186886,306.998,57.432,1.269,50,06/06/2021 0:00,06/06/2021,,,0,0,,,
Opala,GM,15.82,187205,319.016,50.441,1.319,50,06/13/2021 0:00,06/13/2021,,,1,1,,,Shell
`;
  const file = read(metric)!;
  expect([file.format, file.vehicles, file.isOrderKnown]).toEqual(["fuelly", ["Renegade Jeep", "Opala GM"], true]);
  expect(file.lines[1]?.entry).toMatchObject({
    on_date: "2021-06-13",
    reading_km: 187_205,
    litres: 50.441,
    total_cents: 6653,
    is_full: false,
    missed_previous: true,
    place: "Shell",
  });
  const american = `car_name,model,mpg,odometer,miles,gallons,price,city_percentage,fuelup_date,date_added,tags,notes,missed_fuelup,partial_fuelup,latitude,longitude,brand
MyTruck,Ford,22.5,116234,192.3,8.541,3.459,50,01/15/2022 0:00,01/15/2022,,,0,0,,,
`;
  const miles = read(american)!;
  expect(miles.lines[0]?.entry).toMatchObject({
    on_date: "2022-01-15",
    reading_km: 187_060.5,
    litres: 32.331,
    total_cents: 2954,
  });
  expect(miles.findings).toMatchObject([{ effect: "changed", reason: "units", count: 2 }]);
});

it("reads a file of Spritmonitor and keeps amounts in euros out of the costs", () => {
  const text = `Datum;Km-Stand;Teil-Km;Spritmenge;Kosten;Währung;Tankart;Reifen;Strecken;Fahrweise;Kraftstoff;Bemerkung;Verbrauch;BC-Verbrauch;BC-Spritmenge;BC-Geschwindigkeit;Tankstelle;Land;Großraum;Ort
03.03.2026;10.000,00;500,00;50,00;87,50;EUR;1;;;0;1;voll;;;;;Shell;D;;Lages
02.02.2026;9500,00;500,00;40,00;210,75;BRL;2;;;0;1;;;;;;;BR;;
`;
  const file = read(text)!;
  expect(file.format).toBe("spritmonitor");
  expect(file.lines[0]?.entry).toMatchObject({
    on_date: "2026-03-03",
    reading_km: 10_000,
    litres: 50,
    is_full: true,
    total_cents: null,
    notes: "voll · 87,50 EUR",
    place: "Shell, Lages",
  });
  expect(file.lines[1]?.entry).toMatchObject({ is_full: false, total_cents: 21_075 });
  expect(file.findings).toMatchObject([{ reason: "field", count: 1 }]);
});

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

  it("takes one car of a file with several, and names the others", () => {
    const text = `car_name,odometer,litres,price,fuelup_date,notes
Opala,1000,40,6.00,2026-01-01,
Fusca,2000,30,6.00,2026-01-02,
`;
    const { entries, findings } = prepare(read(text)!, "Opala", [], new Set());
    expect(entries).toHaveLength(1);
    expect(findings).toMatchObject([
      { effect: "left", reason: "vehicle", count: 1, places: [{ line: 3, element: "Fusca" }] },
    ]);
  });
});
