// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { LogTexts } from "./log-texts";
import type { LogCar } from "@/lib/garage/entries/schema";
import texts from "@/messages/pt-BR/garage/entries.json";
import { EntryForm } from "./entry-form";

afterEach(cleanup);

const CAR: LogCar = {
  id: "00000000-0000-4000-8000-000000000001",
  nickname: "Opala",
  description: "",
  fuels: ["gasoline"],
  role: "owner",
  odometer_km: 90_000,
  odometer_offset_km: 0,
  odometer_state: "ok",
  recent: [],
};
const saved = vi.fn((_entries: unknown) => Promise.resolve(true));
const submit = (values: Record<string, string>) => {
  const props = { car: CAR, log: { entries: [] }, edited: null, onSave: saved, onCancel: vi.fn() };
  const { container } = render(
    <LogTexts value={texts}>
      <EntryForm {...props} locale="pt-BR" kind="fuel" />
    </LogTexts>,
  );
  for (const [name, value] of Object.entries(values))
    fireEvent.input(container.querySelector(`[name="${name}"]`)!, { target: { value } });
  fireEvent.submit(container.querySelector("form")!);
};

it("asks about an implausible amount, and saves it when it is confirmed", async () => {
  submit({ litres: "40", total: "2,40" });
  expect((await screen.findByRole("alert")).textContent).toContain("por litro");
  expect(saved).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: texts.odd.keep }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(saved.mock.lastCall![0]).toMatchObject([{ content: { litres: 40, total_cents: 240 } }]);
});

it("asks nothing about a usual amount", async () => {
  saved.mockClear();
  submit({ litres: "40", total: "240,00" });
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
});
