// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import texts from "@/messages/pt-BR/garage/csv.json";
import { CsvTexts } from "./csv-texts";
import { ImportPanel } from "./import-panel";

vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh: vi.fn() }) }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
beforeEach(() => {
  render(
    <CsvTexts value={texts}>
      <ImportPanel
        vehicle="00000000-0000-4000-8000-000000000001"
        owner="00000000-0000-4000-8000-000000000002"
        locale="pt-BR"
        storedReadings={[]}
        fuel="ethanol"
      />
    </CsvTexts>,
  );
});

const choose = (...lines: string[]) =>
  fireEvent.change(screen.getByLabelText(texts.import.file), {
    target: { files: [new File([["data;tipo;odometro;litros;total", ...lines].join("\n")], "diario.csv")] },
  });
const FIRST = "2026-05-02;abastecimento;100;40;240,00";
const SECOND = "2026-05-09;abastecimento;500;40;240,00";

it("shows the file chosen last, with the fuel of the car", async () => {
  choose(FIRST, SECOND);
  choose(FIRST);
  expect(await screen.findByText(/: 1 para importar, 0 fora/)).toBeTruthy();
  expect(screen.getByText(/lido como o do carro/)).toBeTruthy();
});

it("asks about an implausible amount", async () => {
  choose(FIRST, SECOND.replace("240,00", "2,40"));
  expect(await screen.findByText(/: 1 para importar, 1 fora/)).toBeTruthy();
  fireEvent.click(screen.getByRole("checkbox", { name: /^linha 3, .*500 km/ }));
  expect(await screen.findByText(/: 2 para importar, 0 fora/)).toBeTruthy();
});

it("asks how an open number is read, and marks no answer before it is given", async () => {
  choose("2026-05-02;abastecimento;98.450;38.512;");
  const [thousands, decimals] = await screen.findAllByRole<HTMLInputElement>("radio", { name: /^98/ });
  expect([thousands!.checked, decimals!.checked]).toEqual([false, false]);
  expect(screen.getByText("linha 2, odometro: 98.450 → 98450")).toBeTruthy();
  expect(screen.getByText("linha 2, litros: 38.512 → 38.512")).toBeTruthy();
  fireEvent.click(decimals!);
  expect(await screen.findByText("98,45")).toBeTruthy();
});

it("names the lines that the server refuses with their reason", async () => {
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    const { entries } = JSON.parse(body) as { entries: { id: string }[] };
    const refused = { outcome: "refused", field: null, reason: "in_future" };
    const answers = entries.map(({ id }, index) => ({ id, ...(index === 0 ? { outcome: "saved" } : refused) }));
    return Promise.resolve(Response.json({ answers }));
  });
  choose(FIRST, SECOND);
  fireEvent.click(await screen.findByRole("button", { name: "Importar 2" }));
  expect(await screen.findByText("Importados: 1.")).toBeTruthy();
  expect(screen.getByText("Recusadas as linhas 3: a data está no futuro.")).toBeTruthy();
});
