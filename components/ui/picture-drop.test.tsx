// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import records from "@/messages/pt-BR/panel/records.json";
import { PictureDrop } from "./picture-drop";
import { isDrawable, sendPicture } from "./send-picture";

vi.mock("./send-picture", () => ({
  isDrawable: vi.fn<() => Promise<boolean>>(),
  shrinkPicture: async (file: File) => file,
  sendPicture: vi.fn<() => Promise<unknown>>(),
}));

beforeEach(() => vi.mocked(sendPicture).mockResolvedValue({ problem: "broken" }));
afterEach(cleanup);

function choose(name: string) {
  render(
    <NextIntlClientProvider locale="pt-BR" messages={{ "panel/records": records }} timeZone="America/Sao_Paulo">
      <PictureDrop onSent={() => undefined} />
    </NextIntlClientProvider>,
  );
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  fireEvent.change(input, { target: { files: [new File(["x"], name)] } });
}

it("a file that is no picture is refused with a sentence and opens no cropper", async () => {
  vi.mocked(isDrawable).mockResolvedValue(false);
  choose("virus.exe");
  expect(await screen.findByText(/Este arquivo não é uma imagem que possamos ler/)).toBeTruthy();
  expect(screen.queryByRole("radiogroup")).toBeNull();
});

it("a picture opens the cropper", async () => {
  vi.mocked(isDrawable).mockResolvedValue(true);
  choose("praia.jpg");
  expect(await screen.findByRole("radiogroup")).toBeTruthy();
});
