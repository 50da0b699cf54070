// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ViewsChart } from "./views-chart";

vi.mock("./views-drawing", () => {
  throw new Error("chunk");
});
afterEach(cleanup);

it("names a chart that does not arrive, with a button that loads it again", async () => {
  const names = { views: "Visitas", previous: "Antes" };
  render(<ViewsChart days={[]} names={names} texts={{ failed: "Sem gráfico.", retry: "De novo" }} locale="pt-BR" />);
  expect((await screen.findByRole("alert")).textContent).toContain("Sem gráfico.");
  expect(screen.getByRole("button", { name: "De novo" }).closest("[aria-hidden]")).toBeNull();
});
