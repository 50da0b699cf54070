// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { SectionOrder } from "./section-order";

const labels = {
  names: { ad: "Anúncio", featured: "Rotas", events: "Eventos", post: "Blog", magazine: "Revista" },
  first: "Escolha do estado",
  always: "fica",
  up: "Subir: {name}",
  down: "Descer: {name}",
  moved: "{name}: lugar {place} de {total}",
};

const sent = () => document.querySelector<HTMLInputElement>("[name=home_sections]")!.value;
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const show = (value = "") => render(<SectionOrder name="home_sections" value={value} labels={labels} />);

afterEach(cleanup);

it("moves a section, announces its position and keeps the focus on its button", () => {
  show();
  button("Subir: Revista").focus();
  fireEvent.click(button("Subir: Revista"));
  expect(sent()).toBe("ad,featured,events,magazine,post");
  expect(screen.getByRole("status").textContent).toBe("Revista: lugar 4 de 5");
  expect(document.activeElement).toBe(button("Subir: Revista"));
});

it("moves the focus to the other button when a section reaches an end of the list", () => {
  show();
  fireEvent.click(button("Subir: Rotas"));
  expect(button("Subir: Rotas").disabled).toBe(true);
  expect(document.activeElement).toBe(button("Descer: Rotas"));
  fireEvent.click(button("Descer: Blog"));
  expect(sent()).toBe("featured,ad,events,magazine,post");
  expect(document.activeElement).toBe(button("Subir: Blog"));
});

it("hides optional sections and no others", () => {
  show("-post");
  const box = (name: RegExp) => screen.getByRole<HTMLInputElement>("checkbox", { name });
  expect([box(/Anúncio/).disabled, box(/Rotas/).disabled, box(/Blog/).disabled, box(/Revista/).disabled]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(box(/Blog/).checked).toBe(false);
  fireEvent.click(box(/Revista/));
  fireEvent.click(box(/Blog/));
  expect(sent()).toBe("post,ad,featured,events,-magazine");
});
