// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { CopyCode } from "./copy-code";

const write = vi.fn<(text: string) => Promise<void>>();
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

const shown = (code: string) => <CopyCode code={code} label="Pix copia e cola" copy="Copiar" copied="Copiado" />;
const press = () => act(async () => void fireEvent.click(screen.getByRole("button")));

it("a code of another amount is not shown as copied", async () => {
  vi.stubGlobal("navigator", { clipboard: { writeText: write } });
  const { rerender } = render(shown("00020126-49.00"));
  await press();
  expect(write).toHaveBeenCalledWith("00020126-49.00");
  expect(screen.getByRole("button").textContent).toContain("Copiado");
  rerender(shown("00020126-68.00"));
  expect(screen.getByRole("button").textContent).toContain("Copiar");
});

it.each([
  ["refuses", { clipboard: { writeText: () => Promise.reject(new Error("denied")) } }],
  ["has no clipboard", {}],
])("the code is selected where the browser %s", async (_, browser) => {
  vi.stubGlobal("navigator", browser);
  render(shown("00020126PIX"));
  await press();
  const field = screen.getByLabelText<HTMLTextAreaElement>("Pix copia e cola");
  expect(document.activeElement).toBe(field);
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe("00020126PIX");
  expect(screen.getByRole("button").textContent).not.toContain("Copiado");
});
