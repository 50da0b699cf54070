import { describe, expect, it } from "vitest";
import { readCsv } from "../files/rules";
import type { Reading } from "../rules";

const read = (text: string, given: Reading = { order: "dmy", sign: null }) => readCsv(text, given);
const entriesOf = (text: string) => read(text)?.lines.map(({ entry }) => entry);

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

  it("names the columns that it does not read, and the units it converts", () => {
    const abroad = file
      .replaceAll("Odômetro (km)", "Odômetro (mi)")
      .replace("Preço / L", "Preço / gal")
      .replace("Posto Serra,,,", "Posto Serra,Ana,,");
    const { lines, findings } = read(abroad)!;
    expect(lines[0]?.entry).toMatchObject({ reading_km: 72_758.4, litres: 151.416 });
    expect(findings.filter(({ reason }) => reason === "units")).toMatchObject([{ count: 4 }]);
    expect(findings.find(({ reason }) => reason === "column")).toMatchObject({
      effect: "left",
      places: [{ line: 3, element: "motorista", value: "Ana" }],
    });
    expect(lines[3]?.entry?.place).toBe("Oficina");
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
