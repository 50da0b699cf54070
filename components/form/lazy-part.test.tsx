// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, expect, it, vi } from "vitest";
import records from "@/messages/pt-BR/panel/records.json";
import { lazyPart } from "./lazy-part";

afterEach(cleanup);

const Part = ({ name }: { name: string }) => <p>{`parte ${name}`}</p>;

it("names code that does not arrive, keeps the form and loads it again on request", async () => {
  const load = vi.fn<() => Promise<typeof Part>>().mockRejectedValueOnce(new Error("chunk")).mockResolvedValue(Part);
  const Lazy = lazyPart(load, <p>espera</p>);
  render(
    <NextIntlClientProvider locale="pt-BR" messages={{ "panel/records": { image: records.image } }}>
      <input aria-label="título" defaultValue="digitado" />
      <Lazy name="um" />
    </NextIntlClientProvider>,
  );
  expect(screen.getByText("espera")).toBeTruthy();
  expect((await screen.findByRole("alert")).textContent).toContain(records.image.partFailed);
  expect(screen.getByLabelText<HTMLInputElement>("título").value).toBe("digitado");
  fireEvent.click(screen.getByRole("button", { name: records.image.partRetry }));
  expect(await screen.findByText("parte um")).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});
