// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { attribute as attributes } from "@/messages/pt-BR/guide/services.json";
import requests from "@/messages/pt-BR/panel/requests.json";
import texts from "@/messages/pt-BR/partners/own-places.json";
import { hoursOf } from "@/lib/partners/own-places/rules";
import { DirectTexts } from "./direct-texts";
import { HoursFields } from "./hours-fields";

vi.mock("@/components/form/form-context", () => ({ useFieldError: () => undefined }));

const saved = { mon: [["08:00", "12:00"]], sat: [["09:00", "11:00"]] } as const;
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const typed = () => {
  const fields = Object.fromEntries(new FormData(document.querySelector("form")!)) as Record<string, string>;
  return hoursOf((name) => fields[name] ?? "");
};
const onInput = vi.fn<() => void>();

beforeEach(() => {
  onInput.mockClear();
  render(
    <form onInput={onInput}>
      <DirectTexts value={{ ...texts, attributes, optional: requests.form.optional, validation: requests.validation }}>
        <HoursFields hours={saved} />
      </DirectTexts>
    </form>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Segunda: Mais um período" }));
  fireEvent.change(field("Segunda, período 2: abre"), { target: { value: "13:30" } });
  fireEvent.change(field("Segunda, período 2: fecha"), { target: { value: "18:00" } });
});
afterEach(cleanup);

const both = [
  ["08:00", "12:00"],
  ["13:30", "18:00"],
];

it("Monday as typed is copied to the other workdays, and Saturday is kept", async () => {
  const button = screen.getByRole("button", { name: "Copiar segunda para terça a sexta" });
  button.focus();
  fireEvent.click(button);
  expect(document.activeElement).toBe(button);
  expect(typed()).toEqual({ mon: both, tue: both, wed: both, thu: both, fri: both, sat: [["09:00", "11:00"]] });
  await vi.waitFor(() => expect(onInput).toHaveBeenCalled());
});

it("Monday is copied to every day, and one day is changed afterwards", () => {
  fireEvent.click(screen.getByRole("button", { name: "Copiar segunda para todos os dias" }));
  for (const name of ["abre", "fecha"]) {
    fireEvent.change(field(`Domingo, período 1: ${name}`), { target: { value: "" } });
    fireEvent.change(field(`Domingo, período 2: ${name}`), { target: { value: "" } });
  }
  expect(typed()).toEqual({ mon: both, tue: both, wed: both, thu: both, fri: both, sat: both });
});

it("a half-filled period of Monday stays visible on the days it was copied to", () => {
  fireEvent.change(field("Segunda, período 2: fecha"), { target: { value: "" } });
  fireEvent.click(screen.getByRole("button", { name: "Copiar segunda para todos os dias" }));
  expect(field("Terça, período 2: abre").value).toBe("13:30");
  expect(typed()).toBe("invalid");
});
