// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import type { Availability } from "@/lib/commerce/ads/schema";
import ads from "@/messages/pt-BR/commerce/ads.json";
import sales from "@/messages/pt-BR/commerce/sales.json";
import { PlaceChoice } from "./place-choice";
import type { OfferedPlan } from "./plan-choice";
import { SaleFormTexts, type SaleFormMessages } from "./sale-form-texts";

const TEXTS = { form: sales.form, place: ads.place, locale: "pt-BR" } as SaleFormMessages;
const PLAN: OfferedPlan = {
  id: "p",
  name: "Banner",
  description: "",
  price: "R$ 100,00",
  priceCents: 10_000,
  days: 30,
  daysText: "30 dias",
  placements: ["route_page", "city_page"],
  placementsLimit: 1,
  statesLimit: 1,
  isEverywhere: false,
};
const row = (placement: string, state: string, free: number, taken: Availability[number]["taken"] = []) => ({
  placement,
  state,
  shares: 12,
  free,
  taken,
});
const ROWS = [
  row("route_page", "SC", 3),
  row("route_page", "PR", 0, [{ from: "2026-12-10", until: "2026-12-12" }]),
  row("city_page", "SC", 12),
];

afterEach(cleanup);

function Form({ plan, rows }: { plan: OfferedPlan; rows: Availability | "unknown" | null }) {
  const [values, setValues] = useState<Record<string, string>>({});
  return (
    <SaleFormTexts value={TEXTS}>
      <form
        onInput={({ currentTarget }) => setValues(Object.fromEntries(new FormData(currentTarget)) as typeof values)}
      >
        <PlaceChoice plan={plan} start="2026-12-01" first={{}} values={values} rows={rows} />
      </form>
    </SaleFormTexts>
  );
}
const show = (plan: Partial<OfferedPlan> = {}, rows: Availability | "unknown" | null = ROWS) =>
  render(<Form plan={{ ...PLAN, ...plan }} rows={rows} />);
const tick = (name: RegExp) => {
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name });
  fireEvent.click(box);
  fireEvent.input(box);
};
const status = () => screen.getByRole("status").textContent;

describe("the choice of positions and states", () => {
  it("shows free shares, then the days of what is chosen, and no more than the plan includes", () => {
    show();
    expect(status()).toBe("Escolha posições e estados para ver os dias livres.");
    tick(/^Página de rota/);
    expect(screen.getByRole("checkbox", { name: "Santa Catarina 3 de 12 fatias livres" })).toBeTruthy();
    expect(screen.getByRole("checkbox", { name: "Paraná esgotado em parte do período" })).toBeTruthy();
    expect(screen.getByRole("checkbox", { name: /^Página de cidade/ })).toHaveProperty("disabled", true);
    tick(/^Santa Catarina/);
    expect(status()).toBe("Livre em todos os dias, de 1 de dez. de 2026 a 30 de dez. de 2026.");
  });

  it("shows the days without a free share", () => {
    show();
    tick(/^Página de rota/);
    tick(/^Paraná/);
    expect(status()).toContain("Página de rota, PR: de 10 de dez. de 2026 a 12 de dez. de 2026");
  });

  it("shows what a plan without limits takes, and offers no choice", () => {
    show({ placementsLimit: null, statesLimit: null, isEverywhere: true });
    expect(screen.getByText("O plano ocupa:").parentElement!.textContent).toBe(
      "O plano ocupa: Todas as posições · Todo o Brasil",
    );
    expect(screen.queryByRole("checkbox")).toBeNull();
    expect(status()).toContain("Página de rota, PR");
  });

  it.each([
    [null, "Consultando os dias livres…"],
    ["unknown" as const, "Não foi possível consultar os dias livres. A venda só é salva se houver espaço."],
  ])("without an answer (%s) says so", (rows, text) => {
    show({ placementsLimit: null, statesLimit: null }, rows);
    expect(status()).toBe(text);
  });
});
